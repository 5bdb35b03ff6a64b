import * as v from 'valibot'
import { DAY_MS } from '#domain/platform/durations.ts'
import { clearNotifications } from '../../alerts/notifications/planning/clear-notifications.ts'
import type { Deps } from '../../deps.ts'
import { thinDays } from '../../hives/timeline/thin-days.ts'
import { clearSignIns } from '../../people/accounts/sign-in/clear-sign-ins.ts'
import { forgetChanges } from '../../platform/audit/forget-changes.ts'
import { clearJobs } from '../../platform/jobs/clear-jobs.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { clearOldMails } from '../../platform/mails/mail-loop.ts'
import { clearOldOrders } from '../../shop/orders/clear-old-orders.ts'
import { tellDamagedValues } from './stored-values/tell-damaged-values.ts'
import { deleteTroublesBefore } from './troubles/trouble-queries.ts'

const CLEARING_SHARE = 0.1

/** What is deleted after its time, by the name it has in the result. Each returns the number of rows deleted. */
const clearings: Record<string, (deps: Deps) => Promise<number>> = {
  notifications: clearNotifications,
  mails: clearOldMails,
  orders: clearOldOrders,
  jobs: clearJobs,
  signIns: clearSignIns,
  troubles: ({ database, clock, config }) =>
    deleteTroublesBefore(database.db, clock.now() - config.retention.jobsDays * DAY_MS),
  changes: ({ database, clock, config }) =>
    forgetChanges(database.db, clock.now() - config.retention.auditDays * DAY_MS),
}

/** Deletes every night what was kept long enough, thins old readings if `RETENTION_RAW_DAYS` is set, and looks for damage in what stays. */
export const retentionJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  schedule: '27 3 * * *',
  needsTrustedClock: true,
  plan: async () => ({ dedupKey: 'retention' }),
  async run({ deps, signal, progress }) {
    const removed: Record<string, number> = {}
    const failed: unknown[] = []
    for (const [name, clear] of Object.entries(clearings)) {
      signal.throwIfAborted()
      progress((CLEARING_SHARE * Object.keys(removed).length) / Object.keys(clearings).length)
      try {
        removed[name] = await clear(deps)
      } catch (error) {
        deps.logger.error(
          { err: error, clearing: name },
          'old rows of one kind could not be deleted; the other kinds still are',
        )
        failed.push(error)
      }
    }
    const { rawDays } = deps.config.retention
    if (rawDays !== undefined) {
      const told = (done: number) => progress(CLEARING_SHARE + (1 - CLEARING_SHARE) * done)
      removed.thinnedDays = await thinDays(deps, rawDays, { told, signal })
    }
    try {
      await tellDamagedValues(deps, signal)
    } catch (error) {
      signal.throwIfAborted()
      deps.logger.error({ err: error }, 'stored values could not all be examined')
      failed.push(error)
    }
    // the job fails only after everything that was possible is done
    if (failed.length > 0) throw failed[0]
    return removed
  },
})
