import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { grantSubscription } from './grant-subscription.ts'
import { issueOrderKeys } from './issue-order-keys.ts'
import { redeemOrderKey } from './redeem-order-key.ts'

const DAY = 24 * 3600_000

let app: TestApp
let anna: Client
let controllerId: number
let endsAt: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  endsAt = app.clock.now() + 365 * DAY
})
afterEach(() => app.close())

async function issue(uses: number): Promise<string> {
  const issued = { term: { years: 0, days: 1 }, count: 1, uses, source: 'test', expiresAt: null }
  return (await issueOrderKeys(app.deps, issued))[0]!
}
const redeem = (key: string) =>
  app.db.transaction().execute((db) => redeemOrderKey(db, app.deps, { key, controllerId, accountId: anna.accountId }))
const endNow = async () =>
  (await app.db.selectFrom('controller').select('subscription_ends_at').executeTakeFirstOrThrow()).subscription_ends_at
const usesLeft = async () =>
  (await app.db.selectFrom('order_key').select('uses_left').executeTakeFirstOrThrow()).uses_left

it('is settled once for each use, even with fifty at the same time', async () => {
  const key = await issue(3)
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(key)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['order_key_used_up']))
  expect(await usesLeft()).toBe(0)
  expect(await endNow()).toBe(endsAt + 3 * DAY)
  const rows = await app.db.selectFrom('order_key_redemption').select(['ends_at', 'account_id']).execute()
  expect(rows).toEqual([1, 2, 3].map((days) => ({ ends_at: endsAt + days * DAY, account_id: anna.accountId })))
})

it('gives the use back if the caller rolls back its transaction', async () => {
  const key = await issue(1)
  const given = app.db.transaction().execute(async (db) => {
    await redeemOrderKey(db, app.deps, { key, controllerId, accountId: anna.accountId })
    throw new Error('something later failed')
  })
  await expect(given).rejects.toThrow('something later failed')
  expect([await usesLeft(), await endNow()]).toEqual([1, endsAt])
  expect(await app.db.selectFrom('order_key_redemption').select('id').execute()).toEqual([])
})

it.each([
  ['the year 9999', { years: 8000, days: 0 }],
  ['what a date can say', { years: 900_000, days: 0 }],
])('is refused, and keeps its use, if the subscription would end after %s', async (_, { years }) => {
  const key = await issue(1)
  await app.db.updateTable('order_key').set({ term_years: years }).execute()
  await expect(redeem(key)).rejects.toMatchObject({ status: 409, code: 'subscription_too_long' })
  expect([await usesLeft(), await endNow()]).toEqual([1, endsAt])
})

it('is of no use for a transmitter without an owner', async () => {
  await app.db.updateTable('controller').set({ owner_id: null }).execute()
  await expect(redeem(await issue(1))).rejects.toMatchObject({ status: 404, code: 'controller_not_found' })
  expect(await usesLeft()).toBe(1)
})

describe('what an order gives directly to a transmitter', () => {
  const grant = (accountId: number | null, id = controllerId) =>
    app.db.transaction().execute((within) =>
      grantSubscription(within, app.deps, {
        ...{ controllerId: id, accountId, term: { years: 1, days: 0 }, source: 'order', orderId: 1 },
      }),
    )
  /** The order that the keys belong to. */
  beforeEach(async () => {
    await app.db.deleteFrom('order').execute()
    await sampleOrder(app, {}, { id: 1 })
  })

  it('extends its subscription, and counts as a use of a key of the order', async () => {
    expect(await grant(anna.accountId)).toMatchObject({ controller_id: controllerId, term_years: 1 })
    expect(await app.db.selectFrom('order_key').selectAll().execute()).toMatchObject([{ uses_left: 0, order_id: 1 }])
    expect(await endNow()).toBeGreaterThan(endsAt)
  })

  it('is nothing if it belongs to somebody else or nobody, is unknown, or has no end; and no key is made', async () => {
    const berta = await app.signIn('berta@example.org')
    expect(await grant(berta.accountId)).toBeUndefined()
    expect(await grant(anna.accountId, 4711)).toBeUndefined()
    await app.db.updateTable('controller').set({ subscription_ends_at: null }).execute()
    expect(await grant(anna.accountId)).toBeUndefined()
    await app.db.updateTable('controller').set({ owner_id: null, subscription_ends_at: endsAt }).execute()
    expect(await grant(null)).toBeUndefined()
    expect(await app.db.selectFrom('order_key').select('id').execute()).toEqual([])
  })
})
