import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { NoticeAudience, NoticeChannelType } from '#domain/operations/customer-notice.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import {
  countChannels,
  countDeliveries,
  insertNoticeDeliveries,
  type NoticeRow,
  reviveCancelled,
  selectNextChannels,
  selectNotice,
  updateNoticeJob,
} from './customer-notice-queries.ts'
import { requireAudience } from './require-audience.ts'

/** At most this many are under way at once, and per second, so that an alarm never waits behind them. */
const AT_ONCE = 40
const AT_LEAST_MS = 1000
const LOOK_AGAIN_MS = 100
/** Later, the records of who has received it may have been cleared, and the message is old news. */
const SENT_WITHIN_MS = 24 * 3600_000
/** Deliveries not begun by then are left to the delivery loop. */
const WAIT_AT_MOST_MS = 60_000

/**
 * Sends a message to customers in batches. Every delivery gets a row before it is sent, one per channel, so that the job resumes where it was
 * after a crash. If it is cancelled, the rest is sent only if the job is started again.
 */
export const notifyCustomersJob = defineJob({
  input: v.object({ noticeId: v.number() }),
  startedBy: 'beekeeper',
  plan() {
    // only via POST admin/notifyCustomers, which checks the message
    throw new AppError(403, 'forbidden')
  },
  async run({ input: { noticeId }, jobId, accountId, deps, progress, signal }) {
    const { db } = deps.database
    const notice = await selectNotice(db, noticeId)
    // the sender may have lost the right to write to these customers
    const account = accountId === null ? undefined : await viewerOf(deps, accountId)
    if (!notice || !account) throw new AppError(403, 'forbidden')
    const audience = await requireAudience(deps, account, audienceOf(notice))
    if (deps.clock.now() - Number(notice.created_at) > SENT_WITHIN_MS) throw new AppError(409, 'job_over')
    await updateNoticeJob(db, noticeId, jobId)
    await reviveCancelled(db, noticeId, deps.clock.now())
    const types = audience.notificationTypes
    const all = sum(await countChannels(db, audience, types))
    for (;;) {
      signal.throwIfAborted()
      const next = await selectNextChannels(db, audience, { noticeId, types, limit: AT_ONCE })
      if (next.length > 0) {
        await insertNoticeDeliveries(db, noticeId, next, deps.clock.now())
        deps.wakeDeliveries()
      }
      await untilTried(next.length)
      if (next.length < AT_ONCE) break
      await pause(AT_LEAST_MS, undefined, { signal })
    }
    const { planned } = await countDeliveries(db, noticeId, deps.clock.now())
    return { planned }

    async function untilTried(planned: number): Promise<void> {
      const looks = planned === 0 ? 1 : WAIT_AT_MOST_MS / LOOK_AGAIN_MS
      for (let look = 0; look < looks; look++) {
        const { planned: rows, untried } = await countDeliveries(db, noticeId, deps.clock.now())
        progress((rows - untried) / Math.max(1, all, rows))
        if (untried === 0) return
        await pause(LOOK_AGAIN_MS, undefined, { signal })
      }
    }
  },
})

const audienceOf = (notice: NoticeRow): NoticeAudience => ({
  notificationTypes: JSON.parse(notice.types) as NoticeChannelType[],
  regionIds: JSON.parse(notice.region_ids) as number[],
  affiliationId: notice.affiliation_id,
})

const sum = (counts: Map<unknown, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
