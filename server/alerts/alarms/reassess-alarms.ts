import type { Deps } from '../../deps.ts'
import { readControllerIdOf } from './alarm-queries.ts'
import { assessSurroundings } from './assess-surroundings.ts'

/** Judges the alarms near some times (epoch ms) again, after people noted, moved or deleted an intervention at a scale. Only open screens are notified. */
export async function reassessAlarms(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  scaleId: number,
  timesMs: readonly number[],
): Promise<void> {
  const controllerId = await database.db.transaction().execute(async (db) => {
    const seconds = timesMs.map((timeMs) => Math.floor(timeMs / 1000))
    const { changed } = await assessSurroundings(
      db,
      seconds.map((time) => ({ scaleId, from: time, to: time + 1 })),
    )
    return changed.length === 0 ? undefined : await readControllerIdOf(db, scaleId)
  })
  if (controllerId !== undefined) events.publish({ type: 'alarm', controllerId, scaleIds: [scaleId] })
}
