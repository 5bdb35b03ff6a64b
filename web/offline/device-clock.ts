import { proxy } from 'valtio'
import { compareClocks } from '#domain/platform/device-clock.ts'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import { tellWorker } from './service-worker.ts'

/** Smaller differences make no visible difference in anything shown about hives. */
const APART_MS = 5 * MINUTE_MS

/** How many ms this device's clock is ahead of the server's, negative if it is behind; 0 if they agree or it is unknown. */
export const deviceClock = proxy({ aheadMs: 0 })

/** Compares the two clocks using the answer to a request sent at `askedAt` (epoch ms), and tells the worker, which dates what waits for a network. */
export function followClock({ headers }: Pick<Response, 'headers'>, askedAt: number): void {
  const compared = compareClocks(headers.get('Date'), askedAt, Date.now())
  if (!compared) return
  const off = compared.device - compared.server
  deviceClock.aheadMs = Math.abs(off) > APART_MS ? off : 0
  tellWorker({ type: 'clocks', compared }).catch(() => undefined)
}
