import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A user entered an address on a private, local or reserved network. */
export class AddressNotAllowed extends Error {}

/** IANA's special-purpose registry for IPv4, multicast and reserved blocks; all of 192.0.0.0/24 is excluded. */
const reserved4 = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved4.addSubnet(net, prefix, 'ipv4')
}

/** Of IPv6 only 2000::/3 is allocated: mapped, NAT64, local and multicast addresses lie outside it. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
/** Special blocks within it: protocol assignments with Teredo, documentation, 6to4, which contains IPv4 addresses, and AS112 sinks. */
const reserved6 = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(net, prefix, 'ipv6')
}

/** Whether an IP address belongs to the public internet; false for anything that is not an IP address. */
export function isPublicAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return !reserved4.check(ip, 'ipv4')
    case 6:
      // an address with a zone is local to one link
      return !ip.includes('%') && global6.check(ip, 'ipv6') && !reserved6.check(ip, 'ipv6')
    default:
      return false
  }
}

/** Whether the host of a URL looks public; what a name points to is only known once it is resolved. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(host)
}

/** At most 6 s per name server, so that a silent one does not use up the time of the whole call. */
const PATIENCE = { timeout: 2000, tries: 2 }

/**
 * The addresses of a host, all of them public. Fails with `AddressNotAllowed`, or with the error of the name servers. They are asked
 * from here: the system's lookup has two threads, and a name whose servers stay silent occupies one for ten seconds, so a few of
 * them would hold up everybody's pushes. `servers`: others than those of the system.
 */
export async function resolvePublic(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!isPublicHost(host)) throw new AddressNotAllowed('address not allowed')
  if (isIP(host)) return [{ address: host, family: isIP(host) }]
  // a new one each time, since the name servers may have changed
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (four.status === 'rejected' && found.length === 0) throw four.reason
  if (!found.every(({ address }) => isPublicAddress(address))) throw new AddressNotAllowed('address not allowed')
  return found
}

/** Resolves a name for a connection, which is then made to the very address that was checked. Fails like `resolvePublic`. */
export const lookupPublic: LookupFunction = (hostname, { all }, callback) => {
  resolvePublic(hostname).then(
    (found) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
    (error: Error) => callback(error, ''),
  )
}
