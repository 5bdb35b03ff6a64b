import { deviceNameOf } from '#domain/hives/device-name.ts'
import type { OwnSession } from '#domain/people/session.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { silenceDevice, silenceDevices } from '../ringing-queries.ts'
import { isLive } from './session-life.ts'
import { deleteSessionOf, endSessionsOf, selectSessionsOf } from './session-queries.ts'

/** Where an account is signed in: this device first, then by last use. */
export async function readSessions(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  { accountId, email, admin, lacksSecondFactor, tokenHash }: SignedIn,
): Promise<OwnSession[]> {
  const rows = await selectSessionsOf(database.db, accountId, clock.now())
  const account = { email, admin: admin || lacksSecondFactor ? (1 as const) : (0 as const) }
  const live = rows.filter((row) => isLive(row, account, config, clock.now()))
  const sessions = live.map((row) => ({
    id: row.id,
    ...deviceNameOf(row.user_agent),
    createdAt: isoTime(row.created_at),
    lastSeenAt: isoTime(row.last_seen_at),
    factor: row.factor,
    thisDevice: row.token_hash === tokenHash,
  }))
  return [...sessions.filter(({ thisDevice }) => thisDevice), ...sessions.filter(({ thisDevice }) => !thisDevice)]
}

/** Signs one device out, which no longer rings. Throws 404 `not_found`. */
export async function endSession(
  { database }: Pick<Deps, 'database'>,
  { accountId }: SignedIn,
  id: string,
): Promise<{ tokenHash: string }> {
  return database.db.transaction().execute(async (db) => {
    const ended = await deleteSessionOf(db, accountId, id)
    if (!ended) throw new AppError(404, 'not_found')
    await silenceDevice(db, accountId, id)
    return { tokenHash: ended.token_hash }
  })
}

/** Signs all other devices out, which no longer ring; returns how many sessions ended. */
export const endOtherSessions = (
  { database }: Pick<Deps, 'database'>,
  { accountId, tokenHash, sessionId }: SignedIn,
): Promise<number> =>
  database.db.transaction().execute(async (db) => {
    await silenceDevices(db, accountId, sessionId)
    return endSessionsOf(db, accountId, tokenHash)
  })
