import type { Kysely } from 'kysely'
import type { NoticeBody } from '#domain/operations/customer-notice.ts'
import { requireOneSms } from '../../alerts/notifications/require-one-sms.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type JobRow, queuePreparedJob } from '../../platform/jobs/queue-job.ts'
import type { Tables } from '../../store/tables.ts'
import { countReach } from './count-reach.ts'
import { insertNotice, selectSameNotice } from './customer-notice-queries.ts'
import { requireAudience } from './require-audience.ts'

/** An identical message within this time is a repeated request whose answer was lost. */
const SAME_WITHIN_MS = 10 * 60_000

type NotifyDeps = Pick<Deps, 'database' | 'clock' | 'events' | 'jobs' | 'mailer' | 'sms'>

/**
 * Starts the job that sends a message to customers; the same message again within a few minutes goes to nobody twice. Throws 400
 * `sms_too_long`, `sms_unavailable`, `mail_unavailable`, `no_recipients`, and like `requireAudience`.
 */
export async function notifyCustomers(deps: NotifyDeps, account: SignedIn, body: NoticeBody): Promise<JobRow> {
  const { subject, text, ...wanted } = body
  const audience = await requireAudience(deps, account, wanted)
  const { notificationTypes: types, regionIds, affiliationId } = audience
  if (types.includes('sms')) {
    if (!deps.sms.available) throw new AppError(400, 'sms_unavailable')
    requireOneSms(text)
  }
  if (types.includes('email') && !deps.mailer.available) throw new AppError(400, 'mail_unavailable')
  const { people } = await countReach(deps, account, audience)
  if (people === 0) throw new AppError(400, 'no_recipients')
  const now = deps.clock.now()
  const row = {
    account_id: account.accountId,
    affiliation_id: affiliationId,
    types: JSON.stringify(types),
    region_ids: JSON.stringify(regionIds),
    subject,
    text,
  }
  const { row: job } = await queuePreparedJob(deps, async (within) => {
    const noticeId = (await selectSameNotice(within, row, now - SAME_WITHIN_MS)) ?? (await storeNotice(within))
    return {
      type: 'NOTIFY_CUSTOMERS',
      accountId: account.accountId,
      input: { noticeId },
      description: subject,
      dedupKey: `notice:${noticeId}`,
    }
  })
  return job

  async function storeNotice(within: Kysely<Tables>): Promise<number> {
    const id = await insertNotice(within, { ...row, job_id: null, created_at: now })
    await recordChange(
      { database: { db: within }, clock: deps.clock },
      {
        actorId: account.accountId,
        action: 'notice.send',
        subjectType: 'notice',
        subjectId: String(id),
        before: null,
        after: { subject, types, regionIds, affiliationId, people },
      },
    )
    return id
  }
}
