import type { Context } from 'hono'
import { clockBehind } from '#domain/platform/device-clock.ts'
import { momentMs } from '#domain/platform/moment.ts'

/**
 * By how much the clock of the requesting device was behind ours when it made the change, in ms: negative if ahead; 0 if it was right or
 * nothing is known. Its headers are what its clock shows (`Device-Time`), what it showed when the change was made (`Device-Noted`), and
 * what our clock and its own showed when it last compared them before (`Device-Compared`).
 */
export function deviceBehind(c: Context, nowMs: number): number {
  const [sentAt] = momentsIn(c, 'Device-Time')
  const [madeAt] = momentsIn(c, 'Device-Noted')
  const [server, device] = momentsIn(c, 'Device-Compared')
  if (sentAt === undefined) return 0
  const compared = server === undefined || device === undefined ? {} : { compared: { server, device } }
  return clockBehind({ sentAt, ...(madeAt !== undefined && { madeAt }), ...compared }, nowMs)
}

const momentsIn = (c: Context, header: string) => (c.req.header(header) ?? '').split(' ').map(momentMs)
