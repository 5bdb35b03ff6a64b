import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { createFtp } from './ftp.ts'
import { AddressNotAllowed, isPublicAddress, lookupPublic, resolvePublic } from './public-address.ts'
import { createSafeFetch } from './safe-fetch.ts'

/** IANA's special-purpose registries, with the first and last address of each block, and IPv6 addresses that contain an IPv4 one. */
const special = {
  '0.0.0.0/8': ['0.0.0.0', '0.255.255.255'],
  '10.0.0.0/8': ['10.0.0.0', '10.255.255.255'],
  '100.64.0.0/10': ['100.64.0.0', '100.127.255.255'],
  '127.0.0.0/8': ['127.0.0.1', '127.255.255.255'],
  '169.254.0.0/16': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  '172.16.0.0/12': ['172.16.0.0', '172.31.255.255'],
  '192.0.0.0/24': ['192.0.0.0', '192.0.0.8', '192.0.0.9', '192.0.0.170', '192.0.0.255'],
  '192.0.2.0/24': ['192.0.2.0', '192.0.2.255'],
  '192.31.196.0/24': ['192.31.196.0', '192.31.196.255'],
  '192.52.193.0/24': ['192.52.193.0', '192.52.193.255'],
  '192.88.99.0/24': ['192.88.99.0', '192.88.99.255'],
  '192.168.0.0/16': ['192.168.0.0', '192.168.255.255'],
  '192.175.48.0/24': ['192.175.48.0', '192.175.48.255'],
  '198.18.0.0/15': ['198.18.0.0', '198.19.255.255'],
  '198.51.100.0/24': ['198.51.100.0', '198.51.100.255'],
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255'],
  '224.0.0.0/4': ['224.0.0.0', '239.255.255.255'],
  '240.0.0.0/4': ['240.0.0.0', '255.255.255.255'],
  '::/128, ::1/128': ['::', '::1'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:808:808'],
  '64:ff9b::/96 (NAT64)': ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8'],
  '64:ff9b:1::/48 (NAT64)': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:1::10.0.0.1'],
  '100::/64': ['100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::'],
  '2001::/23': ['2001::', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1ff:ffff::'],
  '2001:2::/48, 2001:3::/32, 2001:4:112::/48': ['2001:2::1', '2001:3::1', '2001:4:112::1'],
  '2001:10::/28, 2001:20::/28, 2001:30::/28': ['2001:10::1', '2001:20::1', '2001:30::1'],
  '2001:db8::/32': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2002::/16 (6to4)': ['2002::', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '2002:ffff::'],
  '2620:4f:8000::/48': ['2620:4f:8000::', '2620:4f:8000:ffff::'],
  '3fff::/20': ['3fff::', '3fff:fff:ffff::'],
  '5f00::/16': ['5f00::', '5f00:ffff::'],
  'fc00::/7': ['fc00::', 'fd00::1', 'fdff:ffff::'],
  'fe80::/10': ['fe80::', 'fe80::1%eth0', 'febf:ffff::'],
  'fec0::/10': ['fec0::1'],
  'ff00::/8': ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'no address': ['', 'example.org', '8.8.8', '2606:4700::1111%eth0'],
}

const beside = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255'],
  ...[
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '203.0.112.255',
    '203.0.114.0',
  ],
  ...['223.255.255.255', '2000::', '2001:200::', '2001:4860:4860::8888', '2001:db7:ffff::', '2001:db9::', '2003::'],
  ...['2606:4700::1111', '2620:4f:7fff:ffff::', '2a00:1450::1', '3ffe::1', '3fff:1000::'],
]

test.each(Object.entries(special))('%s is not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('addresses next to them are public', () => {
  expect(beside.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('web and FTP refuse the same, without a connection', async () => {
  const web = createSafeFetch({ allowPrivate: false, allowPlain: true })
  const ftp = createFtp({ allowPrivate: false })
  const login = { port: 21, secure: false, user: 'a', password: 'b', folder: '' }
  const addresses = Object.values(special)
    .flat()
    .filter((text) => /^[\d.]{7,}$|:/.test(text) && !text.includes('%'))
  expect(addresses.length).toBeGreaterThan(70)
  for (const address of addresses) {
    const host = address.includes(':') ? `[${address}]` : address
    await expect(web.get(`http://${host}/`, { headers: {} }), address).rejects.toThrow(AddressNotAllowed)
    const file = { name: 'a.csv', content: Buffer.alloc(0) }
    await expect(ftp.upload({ host, ...login }, file), address).rejects.toThrow(AddressNotAllowed)
  }
  web.close()
})

test('a name is judged by all of its addresses', async () => {
  const found = (hostname: string, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) =>
      lookupPublic(hostname, { all }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
    )
  await expect(found('localhost', true)).rejects.toThrow(AddressNotAllowed)
  await expect(found('localhost', false)).rejects.toThrow(AddressNotAllowed)
  await expect(found('8.8.8.8', false)).resolves.toBe('8.8.8.8')
  await expect(found('no-such-name.invalid', true)).rejects.toMatchObject({ syscall: 'queryA' })
})

describe('a name is asked for at the name servers', () => {
  /** A name server that answers as soon as it may; `records`: IPv4 addresses by name. */
  async function startNameServer(records: Record<string, string>, mayAnswer = async (_: string) => {}) {
    const socket = createSocket('udp4')
    socket.on('message', async (query, { port, address }) => {
      const end = query.indexOf(0, 12)
      const name = query.toString('latin1', 13, end).replaceAll(/[^\w-]/g, '.')
      await mayAnswer(name)
      const ip = query.readUInt16BE(end + 1) === 1 ? records[name] : undefined
      const header = [query.subarray(0, 2), [0x81, ip || records[name] ? 0x80 : 0x83, 0, 1, 0, ip ? 1 : 0, 0, 0, 0, 0]]
      const record = ip ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ip.split('.').map(Number)] : []
      socket.send(
        Buffer.concat([...header, query.subarray(12, end + 5), record].map((part) => Buffer.from(part))),
        port,
        address,
      )
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return { servers: [`127.0.0.1:${socket.address().port}`], close: () => socket.close() }
  }

  test('and refused if it leads into a private network', async () => {
    const names = await startNameServer({ 'ntfy.example.org': '8.8.8.8', 'inside.example.org': '169.254.169.254' })
    const public4 = [{ address: '8.8.8.8', family: 4 }]
    await expect(resolvePublic('ntfy.example.org', names.servers)).resolves.toEqual(public4)
    await expect(resolvePublic('inside.example.org', names.servers)).rejects.toThrow(AddressNotAllowed)
    await expect(resolvePublic('none.example.org', names.servers)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    names.close()
  })

  test('so that many names whose servers are silent hold up no other', async () => {
    const silence = Promise.withResolvers<void>()
    const records = { 'push.example.org': '8.8.8.8', 'mute.example.org': '8.8.4.4' }
    const names = await startNameServer(records, async (name) =>
      name.startsWith('mute') ? silence.promise : undefined,
    )
    const found: string[] = []
    const ask = async (name: string) => {
      await resolvePublic(name, names.servers)
      found.push(name)
    }
    const mute = Array.from({ length: 8 }, () => ask('mute.example.org'))
    await ask('push.example.org')
    silence.resolve()
    await Promise.all(mute)
    expect(found).toEqual(['push.example.org', ...Array(8).fill('mute.example.org')])
    names.close()
  })
})
