import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectCodeMails } from './mail-address-queries.ts'

/** `refused`: for good, or too late by now; else the mail server is tried again. `reason`: what it said. */
export type CodeMailFault = { refused: boolean; reason: string }

/** Why codes did not reach the addresses of an account that wait for them, by the hash of the address. */
export async function readCodeMailFaults(db: Kysely<Tables>, accountId: number): Promise<Map<string, CodeMailFault>> {
  const mails = await selectCodeMails(db, accountId)
  return new Map(
    mails.flatMap(({ address_hash, state, last_error }) =>
      last_error === null ? [] : [[address_hash, { refused: state !== 'due', reason: last_error }] as const],
    ),
  )
}
