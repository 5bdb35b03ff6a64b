import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { randomIds } from '../../platform/runtime/ids.ts'
import { issueOrderKeys } from './issue-order-keys.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const order = { term: { years: 2, days: 0 }, count: 1, uses: 1, source: 'order 4711', expiresAt: null }

it('makes as many different keys as were asked for', async () => {
  const keys = await issueOrderKeys({ ...app.deps, ids: randomIds }, { ...order, count: 1000 })
  expect(new Set(keys).size).toBe(1000)
  expect(keys.every((key) => parseOrderKey(key) === key)).toBe(true)
  const used = new Set(keys.flatMap((key) => [...key.replaceAll('-', '')]))
  expect(used.size).toBe(32)
})

it('keeps what a key gives and where it came from', async () => {
  await issueOrderKeys(app.deps, { ...order, uses: 3, expiresAt: 1_800_000_000_000 })
  expect(await app.db.selectFrom('order_key').selectAll().execute()).toMatchObject([
    { term_years: 2, term_days: 0, uses_left: 3, source: 'order 4711', expires_at: 1_800_000_000_000 },
  ])
})

it.each([
  [{ term: { years: 0, days: 0 } }],
  [{ term: { years: -1, days: 400 } }],
  [{ term: { years: 0.5, days: 0 } }],
  [{ count: 0 }],
  [{ count: 1001 }],
  [{ uses: 0 }],
  [{ uses: 1.5 }],
])('refuses %j', async (fault) => {
  await expect(issueOrderKeys(app.deps, { ...order, ...fault })).rejects.toThrow(RangeError)
  expect(await app.db.selectFrom('order_key').selectAll().execute()).toEqual([])
})
