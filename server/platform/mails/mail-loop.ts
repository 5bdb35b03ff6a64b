import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { type Mail, MailRefused, MailServerSilent } from '../adapters/mailer.ts'
import { messageIdOf } from '../adapters/message-id.ts'
import { clearSettled } from '../db/due-rows.ts'
import type { Verdict } from '../loops/breaker.ts'
import { createDueLoop, type DueLoop } from '../loops/due-loop.ts'
import type { SendOptions } from '../loops/last-steps.ts'
import { nextTry } from '../loops/retry-pause.ts'
import {
  type DueMail,
  type MailEnd,
  type MailRow,
  type MailToSend,
  noteMailAttempt,
  selectDueMails,
  selectNextDueMail,
  selectStillDueMail,
} from './mail-queries.ts'

const PARALLEL = 4
const STOP_WITHIN_MS = 2000
const IN_DOUBT_FOR_MS = 1000
const AFTER_TROUBLE_MS = 5000
const REASON_LENGTH = 160

type Result = { outcome: 'sent' } | { outcome: 'refused' | 'late'; reason: string } | Failed
type Failed = { outcome: 'failed'; reason: string; isSilent: boolean }
/** Undefined: it is no longer due. */
type Outcome = { row: MailRow; result: Result } | undefined
type LoopDeps = Pick<Deps, 'database' | 'clock' | 'logger' | 'mailer' | 'breakers' | 'secrets' | 'config'>

/** Sends what `queueMail` queued, separately from alarms. `onSettled`: called when the outcome of a mail has been stored. */
export function createMailLoop(deps: LoopDeps, onSettled: () => void = () => undefined): DueLoop {
  const { clock, logger, breakers } = deps
  const { db } = deps.database
  const loop = createDueLoop<DueMail, Outcome>(deps, {
    name: 'mails',
    parallel: PARALLEL,
    stopWithinMs: STOP_WITHIN_MS,
    inDoubtForMs: IN_DOUBT_FOR_MS,
    sharing: {
      most: PARALLEL,
      holdersOf: ({ recipient }) => ({ owner: recipient }),
      destinationsOf: () => [{ breakers: breakers.email, place: 'gateway', witness: Symbol('a try') }],
      isUrgent: () => true,
      verdictOf: (sent) => verdictOf(sent?.result),
    },
    selectDue: (nowMs, limit) => selectDueMails(db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueMail(db, afterMs),
    async attempt({ id }, options) {
      try {
        const row = await selectStillDueMail(db, id)
        return row && { row, result: await send(deps, row, options) }
      } catch (error) {
        logger.error({ err: error, mail: id }, 'a mail could not be read')
        await pause(AFTER_TROUBLE_MS, undefined, { signal: options.signal, ref: false }).catch(() => undefined)
        return undefined
      }
    },
    settle: async (_, sent) => {
      if (!sent) return
      await noteMailAttempt(db, sent.row.id, endOf(sent.row, sent.result, clock.now()))
      onSettled()
    },
  })
  breakers.email.onChange(loop.wake)
  return loop
}

async function send(deps: LoopDeps, row: MailToSend, options: SendOptions): Promise<Result> {
  if (row.expires_at <= deps.clock.now()) return { outcome: 'late', reason: 'came too late' }
  // subscriptions do not go to an address that no longer belongs to an account
  if (row.unsubscribe !== null && !row.is_of_account) return { outcome: 'late', reason: 'no account has this address' }
  try {
    const messageId = messageIdOf(deps, 'mail', row.id, row.created_at)
    await deps.mailer.send({ ...toMail(row), messageId }, options)
    return { outcome: 'sent' }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH)
    deps.logger.info({ mail: row.id, attempts: row.attempts, reason }, 'a mail was not sent')
    if (error instanceof MailRefused) return { outcome: 'refused', reason }
    return { outcome: 'failed', reason, isSilent: error instanceof MailServerSilent }
  }
}

function verdictOf(result: Result | undefined): Verdict {
  if (!result || result.outcome === 'late') return 'unknown'
  return result.outcome === 'failed' && result.isSilent ? 'silent' : 'answered'
}

function endOf(row: MailRow, result: Result, now: number): MailEnd {
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

function toMail({
  recipient,
  subject,
  text,
  html,
  attachments,
  sender_name,
  sender_address,
  reply_to,
  unsubscribe,
}: MailRow): Mail {
  const kept: { filename: string; contentType: string; content: string }[] = JSON.parse(attachments ?? '[]')
  return {
    to: recipient,
    subject,
    text: text ?? '',
    ...(html === null ? {} : { html }),
    ...(sender_name === null ? {} : { sender: { name: sender_name, address: sender_address ?? undefined } }),
    ...(reply_to === null ? {} : { replyTo: reply_to }),
    ...(unsubscribe === null ? {} : { unsubscribe }),
    ...(kept.length === 0
      ? {}
      : { attachments: kept.map((one) => ({ ...one, content: Buffer.from(one.content, 'base64') })) }),
  }
}

/** Deletes mails that were sent or given up long ago; returns how many. */
export async function clearOldMails({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  return clearSettled(db, 'mail', clock.now() - config.retention.mailsDays * DAY_MS)
}
