import { lookup } from 'node:dns'
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

/** Resolves a name for a connection, which is then made to the very address that was checked. Fails with `AddressNotAllowed`. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
    const refused = addresses.every(isPublicAddress) ? null : new AddressNotAllowed('address not allowed')
    callback(error ?? refused, found, family)
  })
}
