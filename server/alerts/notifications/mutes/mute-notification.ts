import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { Mute, MuteBody } from '#domain/alerts/notification.ts'
import type { Access } from '#domain/people/permission.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { requireController, visibleControllers } from '../../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../../platform/audit/record-administration.ts'
import { isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { Clock } from '../../../platform/runtime/clock.ts'
import type { Tables } from '../../../store/tables.ts'
import { deleteMute, deleteMutesAt, type Muted, selectMutes, upsertMute } from '../notification-queries.ts'

const toMute = (row: Muted): Mute => ({
  controllerId: row.controller_id,
  notificationType: row.notification_type,
  enddate: isoTimeOrNull(row.until),
})

/** Returns the mutes of an account currently in effect for some transmitters. */
export const readMutes = async (
  db: Kysely<Tables>,
  accountId: number,
  controllerIds: readonly number[],
  nowMs: number,
): Promise<Mute[]> => (await selectMutes(db, accountId, controllerIds, nowMs)).map(toMute)

type MuteDeps = Pick<Deps, 'database' | 'clock'>

/** Returns what an account has muted at one transmitter, or at all it can see. Throws 404 `controller_not_found` if it has no access. */
export async function readOwnMutes(
  { database: { db }, clock }: MuteDeps,
  account: SignedIn,
  controllerId: number | undefined,
): Promise<Mute[]> {
  const seen =
    controllerId === undefined
      ? await visibleControllers(db, account)
      : [await requireController(db, account, controllerId, 'read')]
  return readMutes(
    db,
    account.accountId,
    seen.map(({ id }) => id),
    clock.now(),
  )
}

/**
 * Mutes one type of alarm of a transmitter for this account only; watchers also mute for themselves. Returns when the
 * mute now ends: a visit, or an earlier mute with `keepsLonger`, may last longer. `behindMs` is how far the client's
 * clock is behind ours, so that "an hour from now" there is an hour from now here, and "18:00" is 18:00. Throws 400 `mute_in_past`.
 */
export async function muteNotification(
  { database: { db }, clock }: MuteDeps,
  account: SignedIn,
  controllerId: number,
  body: v.InferOutput<typeof MuteBody>,
  behindMs = 0,
): Promise<Mute> {
  const { access } = await requireController(db, account, controllerId, 'read')
  const now = clock.now()
  const until = body.enddate === null ? null : endOf(Date.parse(body.enddate), { ...body, behindMs }, now)
  // a mute in the past would only remove the current one
  if (until !== null && until <= now) throw new AppError(400, 'mute_in_past')
  const mute = {
    account_id: account.accountId,
    controller_id: controllerId,
    notification_type: body.notificationType,
    until,
  }
  return db.transaction().execute(async (within) => {
    const { mutedUntil, ...muted } = await upsertMute(within, mute, body.keepsLonger)
    const { controllerId: _, ...after } = toMute({ ...mute, until: mutedUntil })
    const change = { action: 'controller.mute', subjectType: 'controller', subjectId: String(controllerId) }
    await recordMute(within, clock, { account, access }, { ...change, before: null, after })
    return toMute(muted)
  })
}

/** Whoever types a time of day takes the date from the device's clock, and if that time is over, the hour, too. */
function endOf(end: number, { isTyped, behindMs }: { isTyped?: boolean | undefined; behindMs: number }, nowMs: number) {
  const sameHour = end + DAY_MS * Math.round(behindMs / DAY_MS)
  return isTyped && sameHour > nowMs ? sameHour : end + behindMs
}

/** Removes a mute; harmless if there is none. */
export async function unmuteNotification(
  { database: { db }, clock }: MuteDeps,
  account: SignedIn,
  controllerId: number,
  type: AlarmType,
): Promise<void> {
  const { access } = await requireController(db, account, controllerId, 'read')
  await db.transaction().execute(async (within) => {
    await deleteMute(within, account.accountId, controllerId, type)
    const change = { action: 'controller.unmute', subjectType: 'controller', subjectId: String(controllerId) }
    await recordMute(within, clock, { account, access }, { ...change, before: { notificationType: type }, after: null })
  })
}

/** To be called when an account comes to a transmitter anew: what it muted there in an earlier time no longer counts. */
export const forgetMutes = (db: Kysely<Tables>, accountId: number, controllerId: number): Promise<void> =>
  deleteMutesAt(db, accountId, controllerId)

/** Records a mute only if an administrator made it: watchers muting for themselves what they watch is no administration. */
async function recordMute(
  db: Kysely<Tables>,
  clock: Clock,
  by: { account: SignedIn; access: Access },
  change: Parameters<typeof recordAdministration>[2],
): Promise<void> {
  if (by.account.actor || by.access === 'administered')
    await recordAdministration({ database: { db }, clock }, by, change)
}
