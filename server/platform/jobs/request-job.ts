import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { type JobBody, jobBegin, jobEnd } from '#domain/platform/job.ts'
import { Day } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { issueOf } from '../http/issue-of.ts'
import { parseBounded } from '../http/schemas/parse-bounded.ts'
import { type QueuedJob, queueOwnJob } from './queue-job.ts'

/** Throws if the account may not see a transmitter. */
export type RequireController = (
  db: Kysely<Tables>,
  account: SignedIn,
  controllerId: number,
  wish: 'read',
) => Promise<unknown>

/**
 * Starts a job for somebody. Throws 400 `invalid_body`, 403 if only administrators may start it, 404 `controller_not_found`, 429
 * if five of them are already waiting, and whatever the type's own plan throws.
 */
export async function requestJob(
  deps: Deps,
  account: SignedIn,
  { type, controllerId = null, from, to, ...rest }: JobBody,
  requireController: RequireController,
): Promise<QueuedJob> {
  const { db } = deps.database
  const kind = deps.jobs.kinds[type]
  if (kind?.startedBy !== 'beekeeper' && !account.admin) throw new AppError(403, 'forbidden')
  if (!kind) throw new AppError(400, 'job_unknown')
  const input = parseBounded(kind.input, rest)
  if (!input.success) {
    const issues = input.issues.map((issue) => issueOf(issue))
    const isWithoutScales = issues.some(({ path, code }) => path === 'scales' && code !== 'too_many')
    throw new AppError(400, isWithoutScales ? 'no_scales_selected' : 'invalid_body', { issues })
  }
  if (controllerId !== null) await requireController(db, account, controllerId, 'read')
  const period = { from: from ? jobBegin(from) : null, to: to ? jobEnd(to) : null }
  const days = { from: dayOf(from), to: dayOf(to) }
  const request = { input: input.output as never, controllerId, ...period, days }
  const plan = await kind.plan?.(deps, account, request)
  return queueOwnJob(deps, { ...request, ...plan, type, accountId: account.accountId })
}

const dayOf = (end: string | null | undefined): string | null => (v.is(Day, end) ? end : null)
