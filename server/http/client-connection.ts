import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

type Trust = { trustProxy: boolean }

/** Whether the browser speaks https with us, or with the proxy that we trust. */
export function isHttps(c: Context, { trustProxy }: Trust): boolean {
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto') : undefined
  return (forwarded ?? new URL(c.req.url).protocol).startsWith('https')
}

/** The host, with its port, that the browser asked for, as far as the proxy that we trust tells it. */
export function requestHost(c: Context, { trustProxy }: Trust): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  return forwarded || c.req.header('host') || new URL(c.req.url).host
}

/** The caller's address: what the trusted proxy saw (the last entry is its own), else the socket's other end. */
export function clientAddress(c: Context, { trustProxy }: Trust): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return forwarded || incoming?.socket.remoteAddress || 'unknown'
}
