import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { issueOrderKeys } from './issue-order-keys.ts'

const BEGIN = '2027-05-10T10:00:00.000Z'
const NEXT = '2027-05-11T10:00:00.000Z'
const LAST = '2027-05-12T10:00:00.000Z'

let app: TestApp
let anna: Client
let id: number
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  id = (await app.claim(anna)).id
})
afterEach(() => app.close())

const issue = async (uses: number) =>
  (await issueOrderKeys(app.deps, { term: { years: 0, days: 1 }, count: 1, uses, source: 'test', expiresAt: null }))[0]!
const renew = (orderKey: string, endBefore?: string, client = anna) =>
  client.post(`/controller/${id}/renew`, { orderKey, ...(endBefore && { endBefore }) })
const endNow = async () => (await anna.get(`/controller/${id}`)).body.subscriptionEnd
const usesLeft = async () =>
  (await app.db.selectFrom('order_key').select('uses_left').executeTakeFirstOrThrow()).uses_left

it.each([1, 5])(
  'repeated after a lost answer, it gets the first answer and extends nothing (a key of %i uses)',
  async (uses) => {
    const key = await issue(uses)
    const first = await renew(key, BEGIN)
    expect(first).toMatchObject({ status: 200, body: { subscriptionEnd: NEXT } })
    const again = await renew(key, BEGIN)
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body })
    expect([await endNow(), await usesLeft()]).toEqual([NEXT, uses - 1])
  },
)

it('sent many times at once, it extends once', async () => {
  const key = await issue(5)
  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(key, BEGIN)))
  expect(answers.map(({ status, body }) => [status, body.redemption.id])).toEqual(answers.map(() => [200, 1]))
  expect([await endNow(), await usesLeft()]).toEqual([NEXT, 4])
})

it('from the new end on, the same key extends again', async () => {
  const key = await issue(5)
  await renew(key, BEGIN)
  expect((await renew(key, NEXT)).body.subscriptionEnd).toBe(LAST)
  expect((await renew(key, '2027-05-11T12:00:00+02:00')).body.redemption.endBefore).toBe(NEXT)
  expect([await endNow(), await usesLeft()]).toEqual([LAST, 3])
})

it('a wrong end is not said to be a wrong key', async () => {
  const key = await issue(2)
  expect(await renew(key, 'tomorrow')).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
  expect(await usesLeft()).toBe(2)
})

it('without an end, each request extends, as before', async () => {
  const key = await issue(2)
  await renew(key)
  await renew(key)
  expect(await endNow()).toBe(LAST)
})

const ask = (orderKey: string) =>
  anna.post(`/controller/${id}/renew`, { orderKey, endBefore: NEXT, askIfRenewed: true })

it('asks before the same key extends again within a day, for somebody who did not get the first answer', async () => {
  const key = await issue(5)
  await renew(key, BEGIN)
  const message = 'You already renewed the subscription of this transmitter with this order key less than an hour ago.'
  expect(await ask(key)).toMatchObject({ status: 409, body: { code: 'order_key_just_used', message } })
  expect([await endNow(), await usesLeft()]).toEqual([NEXT, 4])
  app.clock.advance(24 * 3600_000)
  expect(await ask(key)).toMatchObject({ status: 200, body: { subscriptionEnd: LAST } })
})

it('a key that this has used up says when', async () => {
  const key = await issue(1)
  await renew(key, BEGIN)
  app.clock.advance(2 * 3600_000)
  const message = 'You already renewed the subscription of this transmitter with this order key 2 hours ago.'
  expect(await ask(key)).toMatchObject({ status: 409, body: { code: 'order_key_used_up', message } })
  app.clock.advance(24 * 3600_000)
  expect((await ask(key)).body.message).toBe('This order key has been used up or has expired.')
})

it('another key, or for somebody else, is not asked about', async () => {
  const key = await issue(5)
  const admin = await app.signIn('admin@example.org', { admin: true })
  await renew(key, BEGIN, admin)
  expect(await ask(key)).toMatchObject({ status: 200, body: { subscriptionEnd: LAST } })
  expect((await ask(await issue(1))).status).toBe(200)
})

it('extends again if the first renewal is no longer in effect', async () => {
  const key = await issue(5)
  await renew(key, BEGIN)
  const admin = await app.signIn('admin@example.org', { admin: true })
  await admin.post(`/admin/controller/${id}`, { subscriptionEnd: BEGIN })
  expect((await renew(key, BEGIN)).body.redemption.id).toBe(2)
  expect([await endNow(), await usesLeft()]).toEqual([NEXT, 3])
})

it('is not taken for a repetition of what somebody else did, or of the time of another owner', async () => {
  const key = await issue(5)
  const admin = await app.signIn('admin@example.org', { admin: true })
  await renew(key, BEGIN, admin)
  expect((await renew(key, BEGIN)).body.redemption).toMatchObject({ id: 2, endBefore: NEXT })
  await admin.post(`/admin/controller/${id}`, { ownerEmail: 'admin@example.org' })
  expect((await renew(key, BEGIN, admin)).body.redemption.id).toBe(3)
})

it('a renewal by an administrator that is repeated is listed among the changes once', async () => {
  const key = await issue(5)
  const admin = await app.signIn('admin@example.org', { admin: true })
  await renew(key, BEGIN, admin)
  await renew(key, BEGIN, admin)
  const changes = await app.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'controller.renewSubscription')
    .execute()
  expect(changes).toHaveLength(1)
})

it('refuses an end that is not a time', async () => {
  expect((await renew(await issue(1), 'tomorrow')).status).toBe(400)
  expect(await usesLeft()).toBe(1)
})
