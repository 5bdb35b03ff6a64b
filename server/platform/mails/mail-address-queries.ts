import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

const TRIES_PER_CODE = 5

type Key = { account_id: number; address_hash: string }

/** Whether it is the account's own address, or one that it confirmed. */
export async function selectIsConfirmed(db: Kysely<Tables>, key: Key & { address: string }): Promise<boolean> {
  const own = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', key.account_id)
    .where('email', '=', key.address)
    .executeTakeFirst()
  if (own) return true
  const confirmed = await db
    .selectFrom('mail_address')
    .select('confirmed_at')
    .where('account_id', '=', key.account_id)
    .where('address_hash', '=', key.address_hash)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return confirmed !== undefined
}

/** When an account was registered, in epoch ms. */
export async function selectRegisteredAt(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { created_at } = await db
    .selectFrom('account')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(created_at)
}

/**
 * Whether a code that is valid until between two times (epoch ms) was mailed to an address, or is about to be for the first time, and nobody has
 * tried it yet.
 */
export async function selectIsCoded(
  db: Kysely<Tables>,
  key: Key,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const coded = await db
    .selectFrom('mail_address')
    .innerJoin('mail', 'mail.id', 'mail_address.code_mail_id')
    .select('mail.id')
    .where('mail_address.account_id', '=', key.account_id)
    .where('mail_address.address_hash', '=', key.address_hash)
    .where('mail_address.code_hash', 'is not', null)
    .where('mail_address.code_expires_at', '>', from)
    .where('mail_address.code_expires_at', '<=', to)
    .where('mail_address.code_tries', '=', 0)
    .where('mail.state', 'in', ['due', 'sent'])
    .where('mail.last_error', 'is', null)
    .executeTakeFirst()
  return coded !== undefined
}

export async function upsertMailCode(
  db: Kysely<Tables>,
  row: Key & { address: string; code_hash: string; code_expires_at: number },
): Promise<void> {
  const { code_hash, code_expires_at } = row
  await db
    .insertInto('mail_address')
    .values({ ...row, confirmed_at: null, code_mail_id: null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'address_hash']).doUpdateSet({ code_hash, code_expires_at, code_tries: 0 }),
    )
    .execute()
}

export async function noteCodeMail(db: Kysely<Tables>, key: Key, mailId: number): Promise<void> {
  await db
    .updateTable('mail_address')
    .set({ code_mail_id: mailId })
    .where('account_id', '=', key.account_id)
    .where('address_hash', '=', key.address_hash)
    .execute()
}

/** The mails with the last codes for addresses still unconfirmed. */
export const selectCodeMails = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('mail_address')
    .innerJoin('mail', 'mail.id', 'mail_address.code_mail_id')
    .select(['mail_address.address_hash', 'mail.state', 'mail.last_error'])
    .where('mail_address.account_id', '=', accountId)
    .where('mail_address.confirmed_at', 'is', null)
    .execute()

/** The mail with the last code for an address, whether confirmed or not. */
export const selectCodeMail = (db: Kysely<Tables>, key: Key) =>
  db
    .selectFrom('mail_address')
    .innerJoin('mail', 'mail.id', 'mail_address.code_mail_id')
    .select(['mail.state', 'mail.last_error'])
    .where('mail_address.account_id', '=', key.account_id)
    .where('mail_address.address_hash', '=', key.address_hash)
    .executeTakeFirst()

/** Counts one attempt. Returns undefined if the code has expired or was tried too often, or there is none. */
export const countMailTry = (
  db: Kysely<Tables>,
  key: Key,
  nowMs: number,
): Promise<{ code_hash: string | null } | undefined> =>
  db
    .updateTable('mail_address')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('account_id', '=', key.account_id)
    .where('address_hash', '=', key.address_hash)
    .where('code_expires_at', '>', nowMs)
    .where('code_tries', '<', TRIES_PER_CODE)
    .returning('code_hash')
    .executeTakeFirst()

/** Confirms an address and activates what was waiting for it: channels and forwardings of the account. */
export async function openMailAddress(db: Kysely<Tables>, key: Key, nowMs: number): Promise<void> {
  await db
    .updateTable('mail_address')
    .set({ confirmed_at: nowMs, code_hash: null, code_expires_at: null })
    .where('account_id', '=', key.account_id)
    .where('address_hash', '=', key.address_hash)
    .execute()
  await db
    .updateTable('notification')
    .set({ status: 'active', last_error: null })
    .where('account_id', '=', key.account_id)
    .where('type', '=', 'email')
    .where('address_hash', '=', key.address_hash)
    .where('status', '=', 'pending')
    .execute()
  await db
    .updateTable('forwarding')
    .set({ unconfirmed: 0 })
    .where('account_id', '=', key.account_id)
    .where('target', '=', 'capaz')
    .where('address_key', '=', key.address_hash)
    .execute()
}

/** The channel of an account that mails to an address. */
export const selectMailChannel = (db: Kysely<Tables>, { account_id, address_hash }: Key) =>
  db
    .selectFrom('notification')
    .select(['id', 'status'])
    .where('account_id', '=', account_id)
    .where('type', '=', 'email')
    .where('address_hash', '=', address_hash)
    .executeTakeFirst()

/** Lets a channel mail to another address from now on, whatever failed at the one before. */
export async function moveMailChannel(
  db: Kysely<Tables>,
  id: number,
  to: { address: string; address_hash: string },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ ...to, status: 'active', last_error: null, failing_since: null })
    .where('id', '=', id)
    .execute()
}
