import { clearSettled } from '../db/due-rows.ts'
import type { Deps } from '../http/deps.ts'
import { nextTry } from '../notifications/retry-pause.ts'
import { createDueLoop, type DueLoop } from '../platform/due-loop.ts'
import { type Mail, MailRefused } from '../platform/mailer.ts'
import { type MailEnd, type MailRow, noteMailAttempt, selectDueMails, selectNextDueMail } from './mail-queries.ts'

const PARALLEL = 4
const REASON_LENGTH = 160
const DAY_MS = 24 * 3600_000

type Outcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed' | 'late'; reason: string }

/** Sends what `queueMail` put on its way. */
export function createMailLoop(deps: Pick<Deps, 'database' | 'clock' | 'logger' | 'mailer'>): DueLoop {
  const { database, clock, logger, mailer } = deps
  return createDueLoop<MailRow, Outcome>(deps, {
    name: 'mails',
    parallel: PARALLEL,
    selectDue: (nowMs, limit) => selectDueMails(database.db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueMail(database.db, afterMs),
    async attempt(row) {
      if (row.expires_at <= clock.now()) return { outcome: 'late', reason: 'came too late' }
      try {
        await mailer.send(toMail(row))
        return { outcome: 'sent' }
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH)
        logger.info({ mail: row.id, attempts: row.attempts, reason }, 'a mail was not sent')
        return { outcome: error instanceof MailRefused ? 'refused' : 'failed', reason }
      }
    },
    settle: (row, outcome) => noteMailAttempt(database.db, row.id, endOf(row, outcome, clock.now())),
  })
}

function endOf(row: MailRow, result: Outcome, now: number): MailEnd {
  switch (result.outcome) {
    case 'sent':
      return { state: 'sent', sentAt: now }
    case 'refused':
      return { state: 'failed', error: result.reason }
    case 'late':
      return { state: 'expired', error: result.reason }
    case 'failed': {
      const { created_at: createdAt, expires_at: until } = row
      const dueAt = nextTry({ createdAt, attempts: row.attempts + 1, until }, now)
      return dueAt === undefined || dueAt >= until
        ? { state: 'expired', error: result.reason }
        : { state: 'due', error: result.reason, dueAt }
    }
  }
}

function toMail({ recipient, subject, text, html, attachments, sender_name, sender_address, reply_to }: MailRow): Mail {
  const kept: { filename: string; contentType: string; content: string }[] = JSON.parse(attachments ?? '[]')
  return {
    to: recipient,
    subject,
    text: text ?? '',
    ...(html === null ? {} : { html }),
    ...(sender_name === null ? {} : { sender: { name: sender_name, address: sender_address ?? undefined } }),
    ...(reply_to === null ? {} : { replyTo: reply_to }),
    ...(kept.length === 0
      ? {}
      : { attachments: kept.map((one) => ({ ...one, content: Buffer.from(one.content, 'base64') })) }),
  }
}

/** Forgets what was sent or given up long ago; says how many. */
export async function clearOldMails({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  return clearSettled(db, 'mail', clock.now() - config.retention.mailsDays * DAY_MS)
}
