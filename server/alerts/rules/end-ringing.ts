import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { planDeliveries } from '../notifications/planning/plan-deliveries.ts'
import { closeRinging } from './episode-queries.ts'

export type Ended = { controllerId: number; scaleIds: number[] }

/** Ends the ringing alarms of a rule, or only those at one hive, and removes them from the screens, in the caller's transaction. */
export async function endRinging(
  db: Kysely<Tables>,
  { ruleId, scaleId }: { ruleId: string; scaleId?: number },
  nowMs: number,
): Promise<Ended[]> {
  const closed = await closeRinging(db, ruleId, Math.floor(nowMs / 1000), scaleId)
  await planDeliveries(
    db,
    closed.map(({ id }) => ({ id, previousStatus: 'open' })),
    nowMs,
  )
  return closed.map((alarm) => ({
    controllerId: alarm.controller_id,
    scaleIds: alarm.scale_id === null ? [] : [alarm.scale_id],
  }))
}
