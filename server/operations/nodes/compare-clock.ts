import type { Logger } from '../../platform/runtime/logger.ts'

/** Clocks that a time service keeps right differ by far less. */
const APART_MS = 5000

/** Compares this machine's clock with the database's at each `during`, and logs when they begin to differ, and when they agree again. */
export function createClockComparison(logger: Logger, wall: () => number) {
  let aheadMs: number | null = null
  return {
    /** By how much this machine's clock is ahead (ms), negative if it is behind; null if they agree. */
    aheadMs: () => aheadMs,
    /** `ask` returns the database's time in epoch ms; however long that takes does not count as a difference. */
    async during(ask: () => Promise<number | undefined>): Promise<number | undefined> {
      const before = wall()
      const time = await ask()
      if (time === undefined) return undefined
      const ahead = Math.max(before - time, 0) + Math.min(wall() - time, 0)
      const isApart = Math.abs(ahead) > APART_MS
      if (isApart && aheadMs === null) {
        const words = `the clock of this node is ${ahead > 0 ? 'ahead of' : 'behind'} PostgreSQL's`
        logger.warn(
          { seconds: Math.round(Math.abs(ahead) / 1000) },
          `${words}: synchronize both with a time service (NTP)`,
        )
      } else if (!isApart && aheadMs !== null)
        logger.info('the clock of this node agrees with that of PostgreSQL again')
      aheadMs = isApart ? ahead : null
      return time
    },
  }
}
