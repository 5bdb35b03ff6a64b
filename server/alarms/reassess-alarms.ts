import type { Deps } from '../http/deps.ts'
import { readControllerIdOf } from './alarm-queries.ts'
import { assessSurroundings } from './assess-surroundings.ts'

/**
 * Judges the alarms near some times (epoch ms) again, after people noted, moved or deleted what they did at a scale then.
 * Nobody is told of it but open screens.
 */
export async function reassessAlarms(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  scaleId: number,
  timesMs: readonly number[],
): Promise<void> {
  const controllerId = await database.db.transaction().execute(async (db) => {
    let changed = 0
    for (const timeMs of timesMs) {
      const seconds = Math.floor(timeMs / 1000)
      changed += (await assessSurroundings(db, scaleId, seconds, seconds + 1)).length
    }
    return changed === 0 ? undefined : await readControllerIdOf(db, scaleId)
  })
  if (controllerId !== undefined) events.publish({ type: 'alarm', controllerId, scaleIds: [scaleId] })
}
