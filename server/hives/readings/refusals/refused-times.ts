import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { countInUse } from '../listening/listening-queries.ts'
import { addRefused, countRefused, deleteRefused } from './refused-time-queries.ts'

const KEPT_MS = 14 * DAY_MS
/** Fewer than this are only shown with the transmitter, and not reported to administrators. */
const MANY = 3
const MANY_SHARE = 0.1
const NOTED_AT_MOST = 10_000

/** Counts readings refused for times in the future, by transmitter; written periodically. */
export type RefusedTimes = {
  /** `aheadSeconds`: by how much the newest one was ahead. */
  note(controllerId: number, count: number, aheadSeconds: number): void
}

export function createRefusedTimes(): RefusedTimes & { take(): Map<number, { count: number; aheadSeconds: number }> } {
  let noted = new Map<number, { count: number; aheadSeconds: number }>()
  return {
    note(controllerId, count, aheadSeconds) {
      const before = noted.get(controllerId)
      if (!before && noted.size >= NOTED_AT_MOST) return
      noted.set(controllerId, { count: (before?.count ?? 0) + count, aheadSeconds })
    },
    take() {
      const taken = noted
      noted = new Map()
      return taken
    },
  }
}

/** Returns the task that writes the counts, and alerts administrators if there are many: then the server's clock is suspect. */
export function createRefusedTimesWatch(
  { database: { db }, clock, loops, troubles }: Pick<Deps, 'database' | 'clock' | 'loops' | 'troubles'>,
  refused: ReturnType<typeof createRefusedTimes>,
): () => Promise<void> {
  return async () => {
    const now = clock.now()
    const entries = [...refused.take()]
    await loops('counting refused times').run(
      entries,
      ([controllerId]) => String(controllerId),
      ([controllerId, { count, aheadSeconds }]) => addRefused(db, { controllerId, count, aheadSeconds, now }),
    )
    const transmitters = await countRefused(db, now - DAY_MS)
    const isMany = transmitters >= Math.max(MANY, MANY_SHARE * (await countInUse(db)))
    if (isMany) await troubles.raise({ kind: 'times_refused', values: { count: transmitters } })
    else await troubles.clear('times_refused')
    await deleteRefused(db, now - KEPT_MS)
  }
}
