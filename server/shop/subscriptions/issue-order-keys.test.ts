import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { randomIds } from '../../platform/runtime/ids.ts'
import { issueOrderKeys } from './issue-order-keys.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const order = { term: { years: 2, days: 0 }, count: 1, uses: 1, source: 'order 4711', expiresAt: null }

it('makes as many different keys as requested', async () => {
  const keys = await issueOrderKeys({ ...app.deps, ids: randomIds }, { ...order, count: 1000 })
  expect(new Set(keys).size).toBe(1000)
  expect(keys.every((key) => parseOrderKey(key) === key)).toBe(true)
  const used = new Set(keys.flatMap((key) => [...key.replaceAll('-', '')]))
  expect(used.size).toBe(32)
})

it('stores what a key gives and where it came from', async () => {
  await issueOrderKeys(app.deps, { ...order, uses: 3, expiresAt: 1_800_000_000_000 })
  expect(await app.db.selectFrom('order_key').selectAll().execute()).toMatchObject([
    { term_years: 2, term_days: 0, uses_left: 3, source: 'order 4711', expires_at: 1_800_000_000_000 },
  ])
})

it.each([
  [{ term: { years: 0, days: 0 } }, 'whole years or days'],
  [{ term: { years: -1, days: 400 } }, 'whole years or days'],
  [{ term: { years: 400, days: -1 } }, 'whole years or days'],
  [{ term: { years: 0.5, days: 0 } }, 'whole years or days'],
  [{ term: { years: 11, days: 0 } }, '10 years and 3660 days at most'],
  [{ term: { years: 0, days: 3661 } }, '10 years and 3660 days at most'],
  [{ count: 0 }, '1 to 1000 keys'],
  [{ count: 1001 }, '1 to 1000 keys'],
  [{ count: 1.5 }, '1 to 1000 keys'],
  [{ uses: 0 }, 'one use or more'],
  [{ uses: 1.5 }, 'one use or more'],
])('refuses %j', async (fault, words) => {
  const issued = issueOrderKeys(app.deps, { ...order, ...fault })
  await expect(issued).rejects.toThrow(RangeError)
  await expect(issued).rejects.toThrow(words)
  expect(await app.db.selectFrom('order_key').selectAll().execute()).toEqual([])
})
