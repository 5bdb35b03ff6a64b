import { expect, it } from 'vitest'
import { createPlaceLimit, widening } from './place-limit.ts'
import { createRateLimit } from './rate-limit.ts'

it('allows a key its number of attempts within a window that starts with the first one', async () => {
  let now = 0
  const limit = createRateLimit(2, 60, { now: () => now })
  await limit.consume('a')
  now += 30_000
  await limit.consume('a')
  await expect(limit.consume('a')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 })
  await limit.consume('b')
  now += 29_999.5
  await expect(limit.consume('a')).rejects.toMatchObject({ retryAfterSeconds: 1 })
  now += 1
  await limit.consume('a')
})

it('takes tries back', async () => {
  const limit = createRateLimit(1, 60)
  await limit.giveBack('a')
  await limit.consume('a')
  await limit.giveBack('a')
  await limit.giveBack('a')
  await limit.consume('a')
  await expect(limit.consume('a')).rejects.toMatchObject({ code: 'too_many_requests' })
  await limit.forgive('a')
  await limit.consume('a')
})

it('keeps no more keys than it may: those that began first are forgotten', async () => {
  const limit = createRateLimit(1, 60, { keysMaximum: 3 })
  for (const key of ['a', 'b', 'c', 'd']) await limit.consume(key)
  await expect(limit.consume('b')).rejects.toMatchObject({ status: 429 })
  await limit.consume('a')
})

it.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2fe::/64', ['2001:db8:1:2fe::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:0:0::/64', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['unknown', ['unknown']],
])('%s belongs to networks', (place, networks) => {
  expect(widening(place)).toEqual(networks)
})

it('counts a wide network together, with a higher limit than a single place in it', async () => {
  const limit = createPlaceLimit(10, 60)
  for (let i = 0; i < 160; i++) await limit.consume(`2001:db8:1:${(i * 256).toString(16)}::/64`)
  await expect(limit.consume('2001:db8:1:ffff::/64')).rejects.toMatchObject({ status: 429 })
  await limit.consume('2001:db8:2:ffff::/64')
})

it('counts very many keys without iterating over those that are gone', async () => {
  const limit = createRateLimit(1, 60, { keysMaximum: 50_000 })
  for (let i = 0; i < 200_000; i++) await limit.consume(String(i))
  await expect(limit.consume('199999')).rejects.toMatchObject({ status: 429 })
  await limit.consume('0')
})

it('counts nothing without a place', async () => {
  const limit = createPlaceLimit(1, 60)
  for (let i = 0; i < 10; i++) await limit.consume(undefined)
  await limit.consume('203.0.113.7')
  await expect(limit.consume('203.0.113.7')).rejects.toMatchObject({ status: 429 })
})
