import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { placeControllers } from './place-controllers.ts'
import { recordRegion } from './record-region.ts'
import {
  countInRegions,
  deleteRegion,
  leaveToPlace,
  promoteSecondary,
  selectRegion,
  updateRegion,
} from './region-queries.ts'
import { tellPlaced } from './tell-placed.ts'

/**
 * Removes a region; its transmitters get the next one that holds their place, also those whose owner chose only this one, or the
 * second one that their owner chose. Gives how many had it. Throws 404 `region_not_found`.
 */
export async function removeRegion(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  actorId: number,
  id: number,
): Promise<{ controllerCount: number }> {
  const { controllerCount, placed } = await db.transaction().execute(async (transaction) => {
    const row = await selectRegion(transaction, id)
    if (!row) throw new AppError(404, 'region_not_found')
    const counts = await countInRegions(transaction, id)
    await leaveToPlace(transaction, id)
    const promoted = await promoteSecondary(transaction, id)
    await updateRegion(transaction, id, { west: null, south: null, east: null, north: null })
    const placed = await placeControllers(transaction, { regionId: id, boxes: [] })
    await deleteRegion(transaction, id)
    await recordRegion({ db: transaction, clock }, actorId, 'remove', [row, null])
    return { controllerCount: counts.get(id)?.controllerCount ?? 0, placed: [...placed, ...promoted] }
  })
  tellPlaced(events, placed)
  return { controllerCount }
}
