import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress, requestHost } from './client-connection.ts'

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

it('believes nobody but a proxy that is trusted', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'other.example.org' }
  expect(await seen({ trustProxy: false }, headers)).toEqual({ place: '192.0.2.1', host: 'bees.example.org' })
  expect(await seen({ trustProxy: true }, headers)).toEqual({ place: '203.0.113.9', host: 'other.example.org' })
})

it('takes no host that is none', async () => {
  expect(await seen({ trustProxy: true }, { 'x-forwarded-host': 'a b' })).toMatchObject({ host: 'bees.example.org' })
})
