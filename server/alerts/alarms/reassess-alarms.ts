import type { Kysely } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { readControllerIdOf } from './alarm-queries.ts'
import { assessSurroundings } from './assess-surroundings.ts'

/**
 * Judges the alarms near some times (epoch ms) again, after people noted, moved or deleted an intervention at a scale, in the caller's
 * transaction. Returns what notifies open screens, once that is committed; nobody else is notified.
 */
export async function reassessAlarms(
  db: Kysely<Tables>,
  { events }: Pick<Deps, 'events'>,
  scaleId: number,
  timesMs: readonly number[],
): Promise<() => void> {
  const seconds = timesMs.map((timeMs) => Math.floor(timeMs / 1000))
  const { changed } = await assessSurroundings(
    db,
    seconds.map((time) => ({ scaleId, from: time, to: time + 1 })),
  )
  const controllerId = changed.length === 0 ? undefined : await readControllerIdOf(db, scaleId)
  return () => {
    if (controllerId !== undefined) events.publish({ type: 'alarm', controllerId, scaleIds: [scaleId] })
  }
}
