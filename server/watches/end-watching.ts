import { requireController } from '../controllers/visible-controllers.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { closeToWatchers } from './close-to-watchers.ts'
import { deleteWatchesOf, selectWatchers } from './watch-queries.ts'

/** The owner switches watching off. */
export async function endWatching(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  account: SignedIn,
  controllerId: number,
): Promise<void> {
  await requireController(database.db, account, controllerId, 'write')
  await database.db.transaction().execute((db) => closeToWatchers(db, controllerId))
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
}

/** The owner shows one watcher out; an open code lets them in again. Throws 404 `watch_not_found`. */
export async function removeWatcher(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  account: SignedIn,
  controllerId: number,
  watcherId: number,
): Promise<void> {
  const { db } = database
  await requireController(db, account, controllerId, 'write')
  const watchers = await selectWatchers(db, controllerId)
  if (!watchers.some(({ account_id }) => account_id === watcherId)) throw new AppError(404, 'watch_not_found')
  await deleteWatchesOf(db, controllerId, watcherId)
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
}
