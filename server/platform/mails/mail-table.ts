import type { Generated } from 'kysely'

/**
 * One outgoing mail. `attachments` is JSON (`[{ filename, contentType, content }]`, content in base64). Once it is
 * sent or given up, its content is erased: `text`, `html`, `attachments` and `unsubscribe` are null. With a `sender_name` it does not
 * come from the installation itself; without `sender_address` it has the installation's address. Times in epoch ms.
 */
export type MailTable = {
  id: Generated<number>
  recipient: string
  subject: string
  text: string | null
  html: string | null
  attachments: string | null
  sender_name: string | null
  sender_address: string | null
  reply_to: string | null
  /** URL at which a single request unsubscribes (RFC 8058); null if the mail is not a subscription. */
  unsubscribe: string | null
  state: 'due' | 'sent' | 'failed' | 'expired'
  attempts: Generated<number>
  due_at: number
  expires_at: number
  created_at: number
  sent_at: number | null
  last_error: string | null
}
