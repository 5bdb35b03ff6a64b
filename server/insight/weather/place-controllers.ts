import type { Deps } from '../../deps.ts'
import { nearestPlace } from './nearest-place.ts'
import {
  deleteIdlePlaces,
  deleteStrayControllers,
  insertPlace,
  putController,
  selectPlacesOfOwners,
  selectUnplacedControllers,
} from './weather-queries.ts'

/**
 * Assigns every new or moved transmitter its weather place: the nearest one of its owner within a kilometer, or else a new one at its location.
 * A place never moves, so assigning one transmitter affects no other; places of other owners would reveal where those have their hives. Unused
 * places are deleted with their weather. Returns whether any transmitter was assigned.
 */
export async function placeControllers({
  database: { db },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const unplaced = await selectUnplacedControllers(transaction)
    const places = await selectPlacesOfOwners(transaction)
    for (const { id, ownerId, latitude, longitude } of unplaced) {
      const at = { latitude, longitude }
      const own = places.filter((place) => place.ownerId === ownerId)
      let place: { id: number } | undefined = nearestPlace(own, at)
      if (!place) {
        place = await insertPlace(transaction, { ...at, problem: null, loaded_at: null, created_at: clock.now() })
        places.push({ ...at, id: place.id, ownerId })
      }
      await putController(transaction, { controller_id: id, place_id: place.id, ...at })
    }
    await deleteStrayControllers(transaction)
    await deleteIdlePlaces(transaction)
    return unplaced.length > 0
  })
}
