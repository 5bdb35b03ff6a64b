import { setTimeout } from 'node:timers/promises'
import type { Allowance } from '../hives/readings/key-budgets/key-budgets.ts'

/**
 * Returns what waits before more is sent than is allowed. Whoever sends first and waits when told to has been told: the transmitter's page says
 * so for a day.
 */
export function createPace(
  { atOnce, aSecond }: Allowance,
  ticks: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = setTimeout,
): (amount: number) => Promise<void> {
  const begun = ticks()
  let sent = 0
  return async (amount) => {
    sent += amount
    const early = begun + (1000 * (sent - atOnce)) / aSecond - ticks()
    if (early > 0) await wait(Math.ceil(early))
  }
}
