import { proxy } from 'valtio'
import { MINUTE_MS } from '#domain/platform/durations.ts'

/** Smaller differences make no visible difference in anything shown about hives. */
const APART_MS = 5 * MINUTE_MS

/** How many ms this device's clock is ahead of the server's, negative if it is behind; 0 if they agree or it is unknown. */
export const deviceClock = proxy({ aheadMs: 0 })

/** Compares the two clocks using the answer to a request sent at `askedAt` (epoch ms), no matter how long it took. */
export function compareClocks({ headers }: Pick<Response, 'headers'>, askedAt: number): void {
  const answeredAt = Date.parse(headers.get('Date') ?? '')
  const now = Date.now()
  // a clock that was reset in the meantime proves nothing
  if (Number.isNaN(answeredAt) || now < askedAt) return
  const off = answeredAt < askedAt ? askedAt - answeredAt : Math.min(0, now - answeredAt)
  deviceClock.aheadMs = Math.abs(off) > APART_MS ? off : 0
}
