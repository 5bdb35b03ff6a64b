import { readWatchCode, WATCH_UNDO_MINUTES } from '#domain/exchange/watch.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { WATCH_CODE } from './watch-code.ts'
import { deleteEndedWatches, deleteWatch, insertEndedWatch, selectWatchByCode } from './watch-queries.ts'

/**
 * Ends a watch, identified by the code it was started with or by the transmitter's number; for an hour the code brings it back. Throws 404
 * `watch_not_found`.
 */
export async function endWatch(
  { database, clock, secrets, events }: Pick<Deps, 'database' | 'clock' | 'secrets' | 'events'>,
  account: SignedIn,
  codeOrController: string,
): Promise<number> {
  const now = clock.now()
  const controllerId = await database.db.transaction().execute(async (db) => {
    const id = /^\d+$/.test(codeOrController)
      ? Number(codeOrController)
      : (await selectWatchByCode(db, account.accountId, hashOf(codeOrController)))?.controller_id
    const ended = id === undefined ? undefined : await deleteWatch(db, account.accountId, id)
    if (!ended) throw new AppError(404, 'watch_not_found')
    await deleteEndedWatches(db, now - WATCH_UNDO_MINUTES * 60_000)
    await insertEndedWatch(db, { ...ended, ended_at: now })
    return ended.controller_id
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
  return controllerId

  function hashOf(code: string): string {
    return secrets.keyedHash(readWatchCode(code), WATCH_CODE)
  }
}
