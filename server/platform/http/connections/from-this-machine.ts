import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { remoteOf } from './remote-address.ts'

/** A proxy adds one of these: then the socket's remote address does not say who is asking. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether a program on this machine is asking, and not through a proxy. */
export function isFromThisMachine(c: Context): boolean {
  if (forwardingHeaders.some((name) => c.req.header(name) !== undefined)) return false
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test((incoming && remoteOf(incoming)) ?? '')
}
