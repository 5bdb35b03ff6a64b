import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/**
 * Interventions at a hive are evidence for its alarms: whoever judges alarms is told, in the transaction of the change, the times (epoch ms)
 * at which that evidence changed. Returns what notifies open screens, to be called once it is committed.
 */
export type Reassess = {
  reassess(db: Kysely<Tables>, scaleId: number, timesMs: readonly number[]): Promise<() => void>
}
