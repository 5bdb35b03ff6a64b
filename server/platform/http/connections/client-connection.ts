import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { remoteOf } from './remote-address.ts'

type Trust = { trustProxy: boolean; publicUrl?: string | undefined }

/**
 * Whether the browser uses https: always if `PUBLIC_URL` does, otherwise according to the trusted proxy. This server itself only
 * speaks http, so an https address means that there is a proxy in front of it, and it may be behind another one.
 */
export function isHttps(c: Context, { trustProxy, publicUrl }: Trust): boolean {
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto') : undefined
  return [publicUrl, forwarded || new URL(c.req.url).protocol].some((text) => text?.startsWith('https'))
}

/** The host, with its port, that the browser requested, as reported by a trusted proxy. */
export function requestHost(c: Context, { trustProxy }: Trust): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  const isHost = forwarded && URL.canParse(`http://${forwarded}`)
  return (isHost && forwarded) || c.req.header('host') || new URL(c.req.url).host
}

/**
 * The caller's address: the one seen by the trusted proxy (the last entry is its own), otherwise the socket's remote address. For IPv6 it is the
 * network (/64), since whoever has one has all of its addresses.
 */
export function clientAddress(c: Context, trust: Trust): string {
  return seenFrom(c.req.header('x-forwarded-for'), socketAddress(c), trust)
}

/** The same for a request outside of the framework. */
export const addressOf = (asked: Pick<IncomingMessage, 'headers' | 'socket'>, trust: Trust): string =>
  seenFrom(asked.headers['x-forwarded-for']?.toString(), remoteOf(asked), trust)

function seenFrom(forwardedFor: string | undefined, remote: string | undefined, { trustProxy }: Trust): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return networkOf(bare(forwarded) || remote || 'unknown')
}

/** Some proxies add the caller's port, which is another one for each connection, and put brackets around IPv6. */
const bare = (address: string | undefined): string | undefined =>
  address?.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/**
 * The address under which attempts are counted. Undefined if everybody seems to come from one address, that of a proxy not in the settings:
 * what one caller does must not lock out all others.
 */
export const countedAddress = (c: Context, trust: Trust): string | undefined =>
  isBehindUnknownProxy(c, trust) ? undefined : clientAddress(c, trust)

/** Whether a request came through a proxy on this machine or network although none is trusted (`TRUST_PROXY`). */
export function isBehindUnknownProxy(c: Context, { trustProxy, publicUrl }: Trust): boolean {
  if (trustProxy || !isPrivate(socketAddress(c))) return false
  return publicUrl?.startsWith('https:') || forwardingHeaders.some((name) => c.req.header(name) !== undefined)
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'via']

function socketAddress(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming && remoteOf(incoming)
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4')
}
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Whether an address belongs to this machine or its own network. */
function isPrivate(address: string | undefined): boolean {
  if (address === undefined) return false
  const [bare = ''] = plain(address).split('%')
  return privateNetworks.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}

/** The IPv4 address that a dual-stack socket reports as an IPv6 one. */
const plain = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

function networkOf(text: string): string {
  const [address = ''] = text.split('%')
  if (!isIPv6(address)) return text
  if (plain(address) !== address) return plain(address)
  // in the form of a URL: lowercase hex digits without leading zeros
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const begin = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - begin.length - end.length }, () => '0')
  return `${[...begin, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
