import type * as v from 'valibot'
import { CODE_MINUTES, type NotificationBody } from '#domain/alerts/notification.ts'
import { knownZone } from '#domain/alerts/quiet-hours.ts'
import { readPhoneNumber } from '#domain/people/phone-number.ts'
import { defined } from '#domain/platform/defined.ts'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { createReceiverLimit } from '../../../platform/http/limits/receiver-limit.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { claimCode, releaseCode } from '../code-queries.ts'
import {
  deleteNotification,
  insertNotification,
  type NotificationRow,
  selectCountry,
  selectNotification,
  selectNotificationByAddress,
} from '../notification-queries.ts'
import { SAME_WITHIN_MS, type SendAtOnceDeps, sendAtOnce } from '../sending/send-at-once.ts'
import { requireRoom } from './require-room.ts'

const CODES_PER_ACCOUNT_AND_HOUR = 5
const CODES_PER_NUMBER_AND_DAY = { first: 2, again: 3 }
const CODES_PER_HOUR = 200

export type AddNumberDeps = SendAtOnceDeps

/** Limits how often codes are sent per account, per number and by the whole server, since each one costs money and may annoy. */
export type CodeLimit = { consume(accountId: number, number: string): Promise<void> }

export function createCodeLimit(): CodeLimit {
  const byAccount = createRateLimit(CODES_PER_ACCOUNT_AND_HOUR, 3600)
  const byNumber = createReceiverLimit(CODES_PER_NUMBER_AND_DAY)
  const ofAll = createRateLimit(CODES_PER_HOUR, 3600)
  return {
    async consume(accountId, number) {
      await byAccount.consume(String(accountId))
      await byNumber.consume(accountId, number)
      await ofAll.consume('all')
    },
  }
}

/** Adds a number and sends it a code; nothing else is sent there until the code is entered. A number that cannot be reached is not stored. */
export async function addNumber(
  deps: AddNumberDeps,
  { accountId }: SignedIn,
  body: v.InferOutput<typeof NotificationBody>,
  limit: CodeLimit,
): Promise<{ id: number; isNew: boolean }> {
  if (!deps.sms.available) throw new AppError(400, 'sms_unavailable')
  const { db } = deps.database
  const country = await selectCountry(db, accountId)
  if (country === undefined) throw new AppError(404, 'user_not_found')
  const number = readPhoneNumber(body.address, country)
  if (!number) throw new AppError(400, 'phone_invalid', { issues: [{ path: 'address', message: 'a mobile number' }] })
  const identity = { account_id: accountId, type: 'sms' as const, address_hash: hashToken(number) }
  const known = await selectNotificationByAddress(db, identity)
  if (known && known.status !== 'pending') return { id: known.id, isNew: false }
  const inserted = known
    ? undefined
    : await db.transaction().execute(async (within) => {
        const row = await insertNotification(within, {
          ...identity,
          ...defined({ name: body.name, time_zone: knownZone(body.timeZone) }),
          address: number,
          status: 'pending',
          last_delivered_at: null,
          last_error: null,
          ended_at: null,
          created_at: deps.clock.now(),
        })
        if (row) await requireRoom(within, accountId)
        return row
      })
  // without a row of its own, the same request was faster
  const row = known ?? inserted ?? (await selectNotificationByAddress(db, identity))
  if (!row) throw new AppError(409, 'combination_exists')
  try {
    await sendCode(deps, row, limit)
  } catch (error) {
    if (inserted) await deleteNotification(db, accountId, inserted.id)
    throw error
  }
  return { id: row.id, isNew: true }
}

/** Sends a code to a number, but not twice within seconds, unless a wrong one was entered in between. */
async function sendCode(
  deps: AddNumberDeps,
  row: Pick<NotificationRow, 'id' | 'account_id' | 'address' | 'code_expires_at' | 'code_tries'>,
  limit: CodeLimit,
): Promise<void> {
  const { db } = deps.database
  const endsAt = deps.clock.now() + CODE_MINUTES * MINUTE_MS
  const justNow = { from: endsAt - SAME_WITHIN_MS, to: endsAt + SAME_WITHIN_MS }
  if (!(await claimCode(db, row.id, { endsAt, justNow }))) return
  try {
    await limit.consume(row.account_id, row.address)
    await sendAtOnce(deps, row.id, 'code')
  } catch (error) {
    await releaseCode(db, row, endsAt)
    throw error
  }
}

/** Sends a new code to a number or e-mail address that is waiting for one. Throws 404, 429, 503 `mail_unavailable`, and 400 `notification_undeliverable`. */
export async function sendCodeAgain(
  deps: AddNumberDeps,
  account: SignedIn,
  id: number,
  { codeLimit: limit, mailCodes }: { codeLimit: CodeLimit; mailCodes: MailCodes },
): Promise<void> {
  const { accountId } = account
  const row = await selectNotification(deps.database.db, accountId, id)
  if (row?.status !== 'pending') throw new AppError(404, 'notification_not_found')
  if (row.type === 'email') {
    if (!deps.mailer.available) throw new AppError(503, 'mail_unavailable')
    return mailCodes.send(account, row.address)
  }
  await sendCode(deps, row, limit)
}
