import type { Context } from 'hono'
import { clockBehind } from '#domain/platform/device-clock.ts'
import { MINUTE_MS } from '#domain/platform/durations.ts'
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

/** A change that is sent sooner was made now: clocks differ by as much. */
const WAITED_MS = 2 * MINUTE_MS

/** When the change of a request was made, in epoch ms by our clock: earlier than now only if it waited on a device for minutes. */
export function madeAt(c: Context, nowMs: number): number {
  const [noted] = momentsIn(c, 'Device-Noted')
  const made = noted === undefined ? nowMs : noted + deviceBehind(c, nowMs)
  return nowMs - made > WAITED_MS ? made : nowMs
}

const momentsIn = (c: Context, header: string) => (c.req.header(header) ?? '').split(' ').map(momentMs)
