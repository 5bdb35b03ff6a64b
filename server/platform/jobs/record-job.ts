import type { Deps } from '../../deps.ts'
import { recordChange } from '../audit/record-change.ts'
import type { SignedIn } from '../http/env.ts'
import type { JobRow } from './job-queries.ts'

/** Records what an administrator did with a job, unless it is their own beekeeper's job. */
export async function recordJob(
  deps: Pick<Deps, 'database' | 'clock' | 'jobs'>,
  account: SignedIn,
  verb: 'begin' | 'cancel' | 'retry',
  row: JobRow,
): Promise<void> {
  const isAdministration = deps.jobs.kinds[row.type]?.startedBy === 'administrator'
  if (!isAdministration && row.account_id === account.accountId) return
  const { type, description, controller_id: controllerId } = row
  await recordChange(deps, {
    actorId: account.accountId,
    action: `job.${verb}`,
    subjectType: 'job',
    subjectId: String(row.id),
    before: null,
    after: { type, description, controllerId },
  })
}
