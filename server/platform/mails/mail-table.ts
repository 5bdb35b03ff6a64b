import type { Generated } from 'kysely'

/**
 * One mail on its way out. `attachments` is JSON (`[{ filename, contentType, content }]`, content in base64). Once it is
 * sent or given up, its words are erased: `text`, `html`, `attachments` and `unsubscribe` are null. Where there is a `sender_name`, it is not
 * from the installation itself; without `sender_address` it has the installation's. Times in epoch ms.
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
  /** Where one request ends such mails (RFC 8058); null where there is no end to them. */
  unsubscribe: string | null
  state: 'due' | 'sent' | 'failed' | 'expired'
  attempts: Generated<number>
  due_at: number
  expires_at: number
  created_at: number
  sent_at: number | null
  last_error: string | null
}
