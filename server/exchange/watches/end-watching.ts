import type { Deps } from '../../deps.ts'
import { closeToWatchers } from '../../hives/controllers/close-to-watchers.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { deleteWatchesOf, selectWatchers } from './watch-queries.ts'

/** Switches watching off, for the owner. */
export async function endWatching(
  { database, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  controllerId: number,
): Promise<void> {
  const { access } = await requireController(database.db, account, controllerId, 'write')
  await database.db.transaction().execute(async (db) => {
    const watchers = await selectWatchers(db, controllerId)
    await closeToWatchers(db, controllerId)
    const before = { watchers: watchers.map(({ account_id }) => account_id) }
    const change = { action: 'controller.endWatching', subjectType: 'controller', subjectId: String(controllerId) }
    await recordAdministration({ database: { db }, clock }, { account, access }, { ...change, before, after: null })
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
}

/** Removes one watcher, for the owner; an open code lets them in again. Throws 404 `watch_not_found`. */
export async function removeWatcher(
  { database, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  controllerId: number,
  watcherId: number,
): Promise<void> {
  const { db } = database
  const { access } = await requireController(db, account, controllerId, 'write')
  const watchers = await selectWatchers(db, controllerId)
  if (!watchers.some(({ account_id }) => account_id === watcherId)) throw new AppError(404, 'watch_not_found')
  await db.transaction().execute(async (within) => {
    await deleteWatchesOf(within, controllerId, watcherId)
    const change = { action: 'controller.removeWatcher', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: { watcher: watcherId }, after: null }
    await recordAdministration({ database: { db: within }, clock }, { account, access }, { ...change, ...states })
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
}
