import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress, countedAddress, requestHost } from './client-connection.ts'

async function seen(config: { trustProxy: boolean }, headers: Record<string, string>, remoteAddress = '192.0.2.1') {
  const app = new Hono().get('/', (c) => c.json({ place: clientAddress(c, config), host: requestHost(c, config) }))
  const answer = await app.request('http://bees.example.org/', { headers }, { incoming: { socket: { remoteAddress } } })
  return (await answer.json()) as { place: string; host: string }
}

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is at %s', async (address, place) => {
  expect(await seen({ trustProxy: false }, {}, address)).toMatchObject({ place })
  expect(await seen({ trustProxy: true }, { 'x-forwarded-for': `203.0.113.9, ${address}` })).toMatchObject({ place })
})

it.each([
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:1234', '2001:db8:1:2::/64'],
])('a proxy that reports %s means %s', async (address, place) => {
  expect(await seen({ trustProxy: true }, { 'x-forwarded-for': `203.0.113.9, ${address}` })).toMatchObject({ place })
})

it('believes only a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'other.example.org' }
  expect(await seen({ trustProxy: false }, headers)).toEqual({ place: '192.0.2.1', host: 'bees.example.org' })
  expect(await seen({ trustProxy: true }, headers)).toEqual({ place: '203.0.113.9', host: 'other.example.org' })
})

it.each([
  [{ trustProxy: false }, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, undefined],
  [{ trustProxy: false }, '::ffff:10.0.0.2', { 'x-real-ip': '203.0.113.9' }, undefined],
  [{ trustProxy: false, publicUrl: 'https://bees.example.org' }, 'fd00::1', {}, undefined],
  [{ trustProxy: false, publicUrl: 'http://bees.example.org' }, 'fe80::1%eth0', {}, 'fe80:0:0:0::/64'],
  [{ trustProxy: false }, '192.168.1.7', {}, '192.168.1.7'],
  [{ trustProxy: false }, '203.0.113.8', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.8'],
  [
    { trustProxy: true, publicUrl: 'https://bees.example.org' },
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.9' },
    '203.0.113.9',
  ],
])('with %j, tries from %s with %j are counted at %s', async (config, remoteAddress, headers, place) => {
  const app = new Hono().get('/', (c) => c.json({ place: countedAddress(c, config) ?? null }))
  const answer = await app.request(
    '/',
    { headers: headers as Record<string, string> },
    { incoming: { socket: { remoteAddress } } },
  )
  expect(await answer.json()).toEqual({ place: place ?? null })
})

it('ignores an invalid host', async () => {
  expect(await seen({ trustProxy: true }, { 'x-forwarded-host': 'a b' })).toMatchObject({ host: 'bees.example.org' })
})
