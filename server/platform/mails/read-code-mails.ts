import type { Kysely } from 'kysely'
import type { CodeMailReply } from '#domain/people/email-change.ts'
import type { Tables } from '../../store/tables.ts'
import { hashToken } from '../runtime/ids.ts'
import { selectCodeMail, selectCodeMails } from './mail-address-queries.ts'

/** `refused`: permanently, or it is too late by now; otherwise sending is attempted again. `reason`: the mail server's answer. */
export type CodeMailFault = { refused: boolean; reason: string }

/** Why codes did not reach an account's unconfirmed addresses, by the hash of the address. */
export async function readCodeMailFaults(db: Kysely<Tables>, accountId: number): Promise<Map<string, CodeMailFault>> {
  const mails = await selectCodeMails(db, accountId)
  return new Map(
    mails.flatMap(({ address_hash, state, last_error }) =>
      last_error === null ? [] : [[address_hash, { refused: state !== 'due', reason: last_error }] as const],
    ),
  )
}

/** The state of the mail with the last code that an account had sent to an address. */
export async function readCodeMail(db: Kysely<Tables>, accountId: number, address: string): Promise<CodeMailReply> {
  const mail = await selectCodeMail(db, { account_id: accountId, address_hash: hashToken(address) })
  if (!mail) return { state: 'none', reason: null }
  const state = mail.state === 'due' || mail.state === 'sent' ? mail.state : 'refused'
  return { state, reason: mail.last_error }
}
