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
 * Removes a region. Its transmitters get the next region that contains their place, even if their owner had chosen this region only;
 * an owner's second choice moves up to first. Returns how many transmitters had the region. Throws 404 `region_not_found`.
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
