import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { MAIL_CODE_HOURS } from '#domain/alerts/notification.ts'
import { DAY_MS, HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { createRateLimit } from '../http/limits/rate-limit.ts'
import { createReceiverLimit } from '../http/limits/receiver-limit.ts'
import { siteOf } from '../http/site-address.ts'
import { hashToken } from '../runtime/ids.ts'
import { translate } from '../runtime/translate.ts'
import { buildLetter } from './build-letter.ts'
import {
  countMailTry,
  noteCodeMail,
  openMailAddress,
  selectIsCoded,
  selectIsConfirmed,
  selectRegisteredAt,
  upsertMailCode,
} from './mail-address-queries.ts'
import { queueMail } from './queue-mail.ts'

const MAILS_PER_ACCOUNT_AND_HOUR = 10
const CODES_PER_ADDRESS_AND_DAY = { first: 5, again: 4 }
/** Accounts can be made by the dozen to use up the codes of somebody's address. Those registered longer ago than this have codes of their own. */
const NEW_FOR_MS = 7 * DAY_MS
const TRIES_PER_HOUR = 30
/** Nobody asks for another code this soon: it is a browser that repeats a request whose connection broke before the answer. */
const SAME_WITHIN_MS = 15_000

const LIFE_MS = MAIL_CODE_HOURS * HOUR_MS

/** Runs in a transaction. Returns undefined if another request was faster. */
type Keep<T> = (within: Kysely<Tables>) => Promise<T | undefined>

/** Mails and checks codes, with limits on both. One instance per server. */
export type MailCodes = {
  /** Whether mail may be sent to an address of this account. */
  isConfirmed(db: Kysely<Tables>, accountId: number, address: string): Promise<boolean>
  /** Mails a code to an address, but not twice within seconds; the previous one becomes invalid. Throws 429. */
  send(account: SignedIn, address: string): Promise<void>
  /** Stores what is waiting for the code, and mails the code if that was stored: both or neither, and only one code for simultaneous requests. Throws 429. */
  sendFor<T>(account: SignedIn, address: string, keep: Keep<T>): Promise<T | undefined>
  /** Confirms an address with its code, and activates everything that was waiting for it. Throws 400 `code_wrong`, 429. */
  enter(account: SignedIn, address: string, code: string): Promise<void>
}

export function createMailCodes(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'wakeMails'>,
): MailCodes {
  const { database, clock, ids, mailer } = deps
  const byAccount = createRateLimit(MAILS_PER_ACCOUNT_AND_HOUR, 3600)
  const byNewcomers = createReceiverLimit(CODES_PER_ADDRESS_AND_DAY)
  const byOthers = createReceiverLimit(CODES_PER_ADDRESS_AND_DAY)
  const tries = createRateLimit(TRIES_PER_HOUR, 3600)
  const keyOf = (accountId: number, address: string) => ({ account_id: accountId, address_hash: hashToken(address) })
  const hashCode = (accountId: number, address: string, code: string) => hashToken(`${accountId}:${address}:${code}`)

  return {
    isConfirmed: (db, accountId, address) => selectIsConfirmed(db, { ...keyOf(accountId, address), address }),

    sendFor,

    async send(account, address) {
      const isNew = async (within: Kysely<Tables>) => {
        const endsAt = clock.now() + LIFE_MS
        // one that is valid longer was asked for when the clock was ahead
        const justNow = { from: endsAt - SAME_WITHIN_MS, to: endsAt + SAME_WITHIN_MS }
        return (await selectIsCoded(within, keyOf(account.accountId, address), justNow)) ? undefined : true
      }
      await sendFor(account, address, isNew)
    },

    async enter({ accountId }, address, code) {
      await tries.consume(String(accountId))
      const key = keyOf(accountId, address)
      const tried = await countMailTry(database.db, key, clock.now())
      const expected = Buffer.from(tried?.code_hash ?? '')
      const given = Buffer.from(hashCode(accountId, address, code))
      const isRight = expected.length === given.length && timingSafeEqual(expected, given)
      if (!isRight) throw new AppError(400, 'code_wrong')
      await database.db.transaction().execute((within) => openMailAddress(within, key, clock.now()))
    },
  }

  async function sendFor<T>(
    { accountId, language, siteHost }: SignedIn,
    address: string,
    keep: Keep<T>,
  ): Promise<T | undefined> {
    if (!mailer.available) return database.db.transaction().execute(keep)
    const code = ids.pin()
    const coded = { code_hash: hashCode(accountId, address, code), code_expires_at: clock.now() + LIFE_MS }
    const { name } = siteOf(deps.config, siteHost)
    const word = (part: 'subject' | 'text' | 'code' | 'ignore') =>
      translate(language, `notification.mail.confirm.${part}`, { code, name, hours: MAIL_CODE_HOURS })
    const letter = buildLetter(language, {
      subject: word('subject'),
      before: [word('text'), word('code'), word('ignore')],
    })
    const kept = await database.db.transaction().execute(async (within) => {
      const waiting = await keep(within)
      if (waiting === undefined) return undefined
      // only mails count, not how often somebody presses the button
      await byAccount.consume(String(accountId))
      const isNew = (await selectRegisteredAt(within, accountId)) > clock.now() - NEW_FOR_MS
      await (isNew ? byNewcomers : byOthers).consume(accountId, address)
      await upsertMailCode(within, { ...keyOf(accountId, address), address, ...coded })
      const mailId = await queueMail(deps, { to: address, ...letter }, { lifeMs: LIFE_MS, within })
      await noteCodeMail(within, keyOf(accountId, address), mailId)
      return waiting
    })
    deps.wakeMails()
    return kept
  }
}
