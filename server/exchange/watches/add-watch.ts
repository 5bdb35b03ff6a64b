import type { Kysely } from 'kysely'
import { WATCH_UNDO_MINUTES } from '#domain/exchange/watch.ts'
import { chooseWatched, ringsForWatched } from '../../alerts/notifications/choose-watched.ts'
import { forgetMutes } from '../../alerts/notifications/mutes/mute-notification.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { RateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { Tables } from '../../store/tables.ts'
import { WATCH_CODE } from './watch-code.ts'
import { insertWatch, selectControllerByWatchCode, selectWatchByCode, takeEndedWatch } from './watch-queries.ts'

/**
 * Lets an account watch the transmitter with this code. A code it is already watching by changes nothing; the code of a watch it has just
 * ended brings that watch back, even if the owner has a new code by now. Throws 404 `watch_code_unknown`, 409 `watch_own_controller`, and like
 * `newcomers`, which counts new watchers per owner. `rings`: its alarms ring without any further choice.
 */
export async function addWatch(
  { database, clock, secrets, events }: Pick<Deps, 'database' | 'clock' | 'secrets' | 'events'>,
  account: SignedIn,
  code: string,
  newcomers: Pick<RateLimit, 'consume'>,
): Promise<{ controllerId: number; isNew: boolean; rings: boolean }> {
  const hash = secrets.keyedHash(code, WATCH_CODE)
  const now = clock.now()
  const added = await database.db.transaction().execute(async (db) => {
    const known =
      (await bringBack(db, account.accountId, hash, now)) ?? (await selectWatchByCode(db, account.accountId, hash))
    if (known) return { controllerId: known.controller_id, isNew: false }
    const controller = await selectControllerByWatchCode(db, hash, now)
    if (!controller) throw new AppError(404, 'watch_code_unknown')
    if (controller.owner_id === account.accountId) throw new AppError(409, 'watch_own_controller')
    await newcomers.consume(String(controller.owner_id))
    const inserted = await insertWatch(db, {
      account_id: account.accountId,
      controller_id: controller.id,
      code_hash: hash,
      code_sealed: secrets.seal(code, WATCH_CODE),
      created_at: now,
    })
    if (inserted) await forgetMutes(db, account.accountId, controller.id)
    await chooseWatched(db, account.accountId, { controllerId: controller.id })
    return { controllerId: controller.id, isNew: inserted !== undefined }
  })
  const { controllerId } = added
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
  return { ...added, rings: await ringsForWatched(database.db, account.accountId, controllerId) }
}

async function bringBack(db: Kysely<Tables>, accountId: number, hash: string, now: number) {
  const undoMs = WATCH_UNDO_MINUTES * 60_000
  // one that was ended later was ended while the clock was ahead
  const ended = await takeEndedWatch(db, accountId, hash, { from: now - undoMs, to: now + undoMs })
  if (!ended) return undefined
  const { ended_at: _, ...watch } = ended
  await insertWatch(db, watch)
  return watch
}
