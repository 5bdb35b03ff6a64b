import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
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
  const isHost = forwarded && URL.canParse(`http://${forwarded}`)
  return (isHost && forwarded) || c.req.header('host') || new URL(c.req.url).host
}

/**
 * Where a caller is: what the trusted proxy saw (the last entry is its own), else the socket's other end. Of IPv6 it is the
 * network (/64): everybody who has one has all of its addresses.
 */
export function clientAddress(c: Context, trust: Trust): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return seenFrom(c.req.header('x-forwarded-for'), incoming?.socket.remoteAddress, trust)
}

/** The same for a request that no framework has seen. */
export const addressOf = ({ headers, socket }: IncomingMessage, trust: Trust): string =>
  seenFrom(headers['x-forwarded-for']?.toString(), socket.remoteAddress, trust)

function seenFrom(forwardedFor: string | undefined, remote: string | undefined, { trustProxy }: Trust): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return networkOf(forwarded || remote || 'unknown')
}

function networkOf(text: string): string {
  const [address = ''] = text.split('%')
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? text
  // as a URL has it: in small hex digits without leading zeros
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const begin = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - begin.length - end.length }, () => '0')
  return `${[...begin, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
