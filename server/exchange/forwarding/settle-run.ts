import * as v from 'valibot'
import { FORWARDING_INTERVAL_SECONDS } from '#domain/exchange/forwarding.ts'
import type { Deps } from '../../deps.ts'
import { flag } from '../../platform/db/flag.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import type { Failure } from './forwarding-failure.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { deleteRun, type ForwardingRunRow, noteForwarding, selectSent, upsertSent } from './forwarding-run-queries.ts'
import { FAILING_AFTER, pauseAfter } from './retry-pause.ts'
import { addSent, daysOf } from './unsent-times.ts'

type SettleDeps = Pick<Deps, 'database' | 'clock'>

const Times = v.array(v.pipe(v.number(), v.integer()))

/** In epoch seconds; none if they are damaged, since a message always has some. */
export const timesOf = (run: ForwardingRunRow): number[] => storedJson(Times, run.times, [])

/** Records that a message was accepted: its readings are never sent again, and the next message may follow in an hour. */
export async function settleSent(
  { database, clock }: SettleDeps,
  { id }: ForwardingRow,
  run: ForwardingRunRow,
): Promise<void> {
  const now = clock.now()
  const times = timesOf(run)
  await database.db.transaction().execute(async (db) => {
    const isThere = await noteForwarding(db, id, {
      last_sent_at: now,
      due_at: now + FORWARDING_INTERVAL_SECONDS * 1000,
      revision: run.revision,
      failures: 0,
      failing: 0,
      last_error: null,
      last_error_detail: null,
    })
    if (!isThere) return
    const stored = await selectSent(db, id, run.scale_id, daysOf(times))
    for (const day of addSent(times, stored)) {
      await upsertSent(db, { forwarding_id: id, scale_id: run.scale_id, ...day })
    }
    await deleteRun(db, id)
  })
}

/**
 * Records why a message was not accepted, and when to try again. It is retried for as long as its owner wants it, and immediately if they have
 * changed it in the meantime.
 */
export async function settleFailure(
  { database: { db }, clock }: SettleDeps,
  forwarding: ForwardingRow,
  { outcome, error, detail = null, retryAfterMs }: Omit<Failure, 'detail'> & { detail?: string | null },
): Promise<void> {
  const failures = forwarding.failures + 1
  // a test may have found that out before
  const isFailing = outcome === 'refused' || failures >= FAILING_AFTER || forwarding.failing === 1
  const pause = outcome === 'refused' ? FORWARDING_INTERVAL_SECONDS * 1000 : pauseAfter(failures, retryAfterMs)
  const changes = {
    due_at: clock.now() + pause,
    failures,
    failing: flag(isFailing),
    last_error: error,
    last_error_detail: detail,
  } as const
  await noteForwarding(db, forwarding.id, changes, { dueAt: forwarding.due_at })
}

/** Nothing is new: waits until something comes in. */
export async function settleNothing({ database: { db } }: SettleDeps, id: number, reached: number): Promise<void> {
  await noteForwarding(db, id, { waiting: 1, revision: reached })
}
