import { expect, it } from 'vitest'
import { createSignInBackOff, waitAfter } from './sign-in-back-off.ts'

it('waits longer with each wrong try, up to a quarter of an hour', () => {
  expect([0, 4, 5, 6, 7, 10, 14, 15, 40, 5000].map(waitAfter)).toEqual([
    0, 0, 1000, 2000, 4000, 32_000, 512_000, 900_000, 900_000, 900_000,
  ])
})

it('counts simultaneous attempts one by one', () => {
  const backOff = createSignInBackOff({ now: () => 1 })
  const begun = Array.from({ length: 20 }, () => backOff.begin('anna@example.org'))
  expect(begun.filter(({ refusedMs }) => refusedMs === 0)).toHaveLength(5)
  expect(begun.map(({ tell }) => tell).indexOf(true)).toBe(9)
  expect(begun.filter(({ tell }) => tell)).toHaveLength(1)
})

it('forgets an episode after a quiet day, and keeps no more accounts than it may', () => {
  let now = 0
  const backOff = createSignInBackOff({ now: () => now, accountsMaximum: 1000 })
  const tell = (email: string) => {
    backOff.begin(email)
    return backOff.wrong(email).tries
  }
  expect([1, 2, 3].map(() => tell('anna@example.org'))).toEqual([1, 2, 3])
  now += 24 * 3600_000 - 1
  expect(tell('anna@example.org')).toBe(4)
  now += 24 * 3600_000
  expect(tell('anna@example.org')).toBe(1)
  for (let i = 0; i < 5000; i++) tell(`a${i}@example.org`)
  expect(tell('anna@example.org')).toBe(1)
  expect(tell('a4999@example.org')).toBe(2)
})
