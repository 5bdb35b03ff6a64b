import type { Kysely } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import type { Mail } from '../adapters/mailer.ts'
import { insertMail } from './mail-queries.ts'

/** How long sending is attempted by default. */
const LIFE_MS = 24 * 3600_000

/**
 * Queues a mail: stores a row, which the mail loop sends, with growing pauses between attempts until `lifeMs` is over.
 * Returns the row's id. With `within`, the row belongs to that transaction, and the caller calls `deps.wakeMails()` once it
 * is committed.
 */
export async function queueMail(
  deps: Pick<Deps, 'database' | 'clock' | 'wakeMails'>,
  mail: Mail,
  { lifeMs = LIFE_MS, within }: { lifeMs?: number; within?: Kysely<Tables> } = {},
): Promise<number> {
  const id = await storeMail(within ?? deps.database.db, mail, { now: deps.clock.now(), lifeMs })
  if (!within) deps.wakeMails()
  return id
}

/** The row alone, for where there is nothing but a transaction, as in a task of the writer thread. The caller wakes the mail loop. */
export function storeMail(
  within: Kysely<Tables>,
  mail: Mail,
  { now, lifeMs = LIFE_MS }: { now: number; lifeMs?: number },
): Promise<number> {
  const attachments = mail.attachments?.map(({ content, ...named }) => ({
    ...named,
    content: Buffer.from(content).toString('base64'),
  }))
  return insertMail(within, {
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? null,
    attachments: attachments ? JSON.stringify(attachments) : null,
    sender_name: mail.sender?.name ?? null,
    sender_address: mail.sender?.address ?? null,
    reply_to: mail.replyTo ?? null,
    unsubscribe: mail.unsubscribe ?? null,
    state: 'due',
    due_at: now,
    expires_at: now + lifeMs,
    created_at: now,
    sent_at: null,
    last_error: null,
  })
}
