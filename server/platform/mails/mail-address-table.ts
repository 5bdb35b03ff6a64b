import type { Generated } from 'kysely'

/**
 * An address that an account wants mail sent to; nothing but codes goes there before `confirmed_at`. `code_mail_id`: the mail with
 * the last code. Times in epoch ms.
 */
export type MailAddressTable = {
  account_id: number
  address_hash: string
  address: string
  code_hash: string | null
  code_expires_at: number | null
  code_tries: Generated<number>
  confirmed_at: number | null
  code_mail_id: number | null
}
