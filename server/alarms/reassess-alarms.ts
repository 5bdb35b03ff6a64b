import type { Deps } from '../http/deps.ts'
import { readPlaceOfScale } from './alarm-queries.ts'
import { assessSurroundings } from './assess-surroundings.ts'

/**
 * Judges the alarms near a time again after people noted, changed or deleted what they did at a scale then. Nobody is told
 * of it but open screens. `timeMs` in epoch ms.
 */
export async function reassessAlarms(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  scaleId: number,
  timeMs: number,
): Promise<void> {
  const seconds = Math.floor(timeMs / 1000)
  const controllerId = await database.db.transaction().execute(async (db) => {
    const changed = await assessSurroundings(db, scaleId, seconds, seconds + 1)
    if (changed.length === 0) return undefined
    return (await readPlaceOfScale(db, scaleId))?.own.controllerId
  })
  if (controllerId !== undefined) events.publish({ type: 'alarm', controllerId, scaleIds: [scaleId] })
}
