import { proxy } from 'valtio'
import { MINUTE_MS } from '#domain/platform/durations.ts'

/** Less is not seen in anything that is said of hives. */
const APART_MS = 5 * MINUTE_MS

/** How far the clock of this device is ahead of the server's, less than zero where it is behind; 0 where they agree, or nobody knows. */
export const deviceClock = proxy({ aheadMs: 0 })

/** Compares the two by the answer to what was asked at `askedAt` (epoch ms), however long that took. */
export function compareClocks({ headers }: Pick<Response, 'headers'>, askedAt: number): void {
  const answeredAt = Date.parse(headers.get('Date') ?? '')
  const now = Date.now()
  // a clock that was set meanwhile says nothing
  if (Number.isNaN(answeredAt) || now < askedAt) return
  const off = answeredAt < askedAt ? askedAt - answeredAt : Math.min(0, now - answeredAt)
  deviceClock.aheadMs = Math.abs(off) > APART_MS ? off : 0
}
