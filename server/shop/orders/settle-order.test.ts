import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { issueOrderKeys } from '../subscriptions/issue-order-keys.ts'
import { receiveByHand } from './administration/receive-by-hand.ts'
import { insertCheckout, selectCheckout } from './checkout-queries.ts'
import { selectFulfilment } from './fulfilment-queries.ts'
import { fulfilOrder } from './loops/fulfil-order.ts'
import { settleOrder } from './settle-order.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
})
afterAll(() => app.close())

const rowOf = (id: number) => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actions = async (id: number) =>
  (await app.db.selectFrom('order_history').select('action').where('order_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const settle = async (id: number) => {
  const row = await rowOf(id)
  return app.db.transaction().execute((within) => settleOrder(within, app.deps, row))
}
const digital = { mode: 'digital', nofControllers: 0, customPlates: [], nofSubscriptions: 1 } as const

describe('an order', () => {
  it.each([
    ['a Rappen too little', -1, false],
    ['what it costs', 0, true],
    ['a Rappen too much', 1, true],
  ])('is paid in full by %s', async (_, off, isPaid) => {
    const { id, total } = await sampleOrder(app)
    await app.db
      .updateTable('order')
      .set({ paid: total + off })
      .where('id', '=', id)
      .execute()
    const now = app.clock.now()
    expect(await settle(id)).toMatchObject({ received_at: isPaid ? now : null, withdrawn_at: null })
    expect((await selectFulfilment(app.db, id))?.state).toBe(isPaid ? 'due' : undefined)
    expect(await actions(id)).toEqual(isPaid ? ['paidInFull'] : [])
  })

  it('is paid in full once, however often it is settled', async () => {
    const { id, total } = await sampleOrder(app, {}, { paid: 0 })
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    const { received_at } = await settle(id)
    app.clock.advance(1000)
    expect(await settle(id)).toMatchObject({ received_at })
    expect(await actions(id)).toEqual(['paidInFull'])
  })

  it('no longer counts as paid after a refund, which is not recorded as paid in full', async () => {
    const { id, total } = await sampleOrder(app)
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    await settle(id)
    await app.db.updateTable('order').set({ paid: 1 }).where('id', '=', id).execute()
    expect(await settle(id)).toMatchObject({ received_at: null, withdrawn_at: null })
    expect(await actions(id)).toEqual(['paidInFull'])
  })

  it('that is cancelled and gave no codes does not mention codes, not even when it is reopened', async () => {
    const { id, total } = await sampleOrder(app, {}, { state: 'cancelled' })
    expect(await settle(id)).toMatchObject({ withdrawn_at: app.clock.now(), used_codes: 0 })
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    // paid, and still cancelled
    expect((await settle(id)).withdrawn_at).not.toBeNull()
    await app.db.updateTable('order').set({ state: 'open' }).where('id', '=', id).execute()
    expect(await settle(id)).toMatchObject({ withdrawn_at: null })
    expect(await actions(id)).toEqual(['paidInFull'])
  })

  it('says how many codes ended, and how many are valid again', async () => {
    const { id, total } = await sampleOrder(app, {}, { mode: 'digital' })
    const issue = { term: { years: 1, days: 0 }, count: 3, uses: 1, source: 'order', expiresAt: null, orderId: id }
    await issueOrderKeys(app.deps, issue)
    expect(await settle(id)).toMatchObject({ withdrawn_at: app.clock.now(), used_codes: 0 })
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    await settle(id)
    const noted = await app.db
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    expect(noted.map(({ action, after }) => [action, after])).toEqual([
      ['codesRevoked', '{"revoked":3,"used":0}'],
      ['codesRestored', '{"restored":3}'],
      ['paidInFull', null],
    ])
  })

  it('that was never paid and gave nothing has nothing to take back', async () => {
    const { id } = await sampleOrder(app)
    expect(await settle(id)).toMatchObject({ withdrawn_at: null, received_at: null })
    expect(await actions(id)).toEqual([])
  })

  it('that is cancelled gives nothing, paid or not', async () => {
    const { id, total } = await sampleOrder(app, {}, { state: 'cancelled' })
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    await settle(id)
    expect(await selectFulfilment(app.db, id)).toBeUndefined()
  })

  it('has its open pages looked at immediately when money came in', async () => {
    const later = app.clock.now() + 3600_000
    const ids = [(await sampleOrder(app)).id, (await sampleOrder(app)).id]
    for (const order_id of ids) {
      for (const state of ['open', 'failed'] as const) {
        const page = { provider: 'stripe', provider_id: `${order_id} ${state}`, url: '', method: 'card' } as const
        const price = { amount: 1, currency: 'chf', created_at: 0, expires_at: later, due_at: later }
        await insertCheckout(app.db, { order_id, state, ...page, ...price })
      }
    }
    await settle(ids[0]!)
    const due = async (id: number, state: string) => (await selectCheckout(app.db, 'stripe', `${id} ${state}`))?.due_at
    expect([await due(ids[0]!, 'open'), await due(ids[0]!, 'failed')]).toEqual([app.clock.now(), later])
    expect(await due(ids[1]!, 'open')).toBe(later)
  })
})

describe('fulfilling', () => {
  const paid = async (cart: object, fields: object = {}) => {
    const { id, total } = await sampleOrder(app, cart, fields)
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    await settle(id)
    return { id, due: (await selectFulfilment(app.db, id))! }
  }

  it('completes an order of subscriptions only, once', async () => {
    const { id, due } = await paid(digital, { mode: 'digital' })
    await Promise.all([fulfilOrder(app.deps, due), fulfilOrder(app.deps, due), fulfilOrder(app.deps, due)])
    expect(await rowOf(id)).toMatchObject({ state: 'completed', updated_at: app.clock.now() })
    expect(await actions(id)).toEqual(['paidInFull', 'fulfilled', 'completed'])
    const completed = await app.db
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', id)
      .where('action', '=', 'completed')
      .executeTakeFirstOrThrow()
    expect(completed).toMatchObject({ actor: 'system', before: '{"state":"open"}', after: '{"state":"completed"}' })
  })

  it('leaves one that an administrator completed before as it is', async () => {
    const { id, due } = await paid(digital, { mode: 'digital' })
    await app.db.updateTable('order').set({ state: 'completed' }).where('id', '=', id).execute()
    await fulfilOrder(app.deps, due)
    expect(await actions(id)).toEqual(['paidInFull', 'fulfilled'])
  })

  it('of goods only is not recorded and gives no code', async () => {
    const { id, due } = await paid({ nofSubscriptions: 0 })
    await fulfilOrder(app.deps, due)
    expect(await rowOf(id)).toMatchObject({ state: 'open' })
    expect(await actions(id)).toEqual(['paidInFull'])
    expect(await selectFulfilment(app.db, id)).toMatchObject({ state: 'done', done_at: app.clock.now(), attempts: 1 })
    expect(await app.db.selectFrom('order_mail').select('id').where('order_id', '=', id).execute()).toEqual([])
  })

  it('records what it gave, and gives as many codes as were bought, for their term', async () => {
    const { id, due } = await paid({ ...digital, nofSubscriptions: 3, subscriptionYears: 1 }, { mode: 'digital' })
    await fulfilOrder(app.deps, due)
    const { after } = await app.db
      .selectFrom('order_history')
      .select('after')
      .where('order_id', '=', id)
      .where('action', '=', 'fulfilled')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after!)).toEqual({ years: 1, codes: 3, extended: null })
    const codes = await app.db.selectFrom('order_code').selectAll().where('order_id', '=', id).execute()
    expect(codes.map(({ term_years }) => term_years)).toEqual([1, 1, 1])
    const keys = await app.db.selectFrom('order_key').selectAll().where('order_id', '=', id).execute()
    expect(keys).toMatchObject(Array(3).fill({ term_years: 1, term_days: 0, uses_left: 1, expires_at: null }))
    const mails = await app.db.selectFrom('order_mail').selectAll().where('order_id', '=', id).execute()
    expect(mails).toMatchObject([{ template: 'codes', state: 'due', account_id: null }])
  })

  it('extends the transmitter that was named, updates its screens, and gives codes for the others', async () => {
    const anna = await app.signIn('anna@example.org')
    const controller = await app.claim(anna)
    const told: unknown[] = []
    const { publish } = app.deps.events
    app.deps.events.publish = (event) => void told.push(event)
    const cart = { ...digital, nofSubscriptions: 2, subscriptionControllerId: controller.id }
    const { id, due } = await paid(cart, { mode: 'digital', account_id: anna.accountId })
    await fulfilOrder(app.deps, due)
    app.deps.events.publish = publish
    expect(told).toEqual([
      { type: 'controller', controllerId: controller.id, scaleIds: [] },
      { type: 'alarm', controllerId: controller.id, scaleIds: [] },
    ])
    const { after } = await app.db
      .selectFrom('order_history')
      .select('after')
      .where('order_id', '=', id)
      .where('action', '=', 'fulfilled')
      .executeTakeFirstOrThrow()
    const extended = { controllerId: controller.id, endsAt: expect.any(Number) }
    expect(JSON.parse(after!)).toEqual({ years: 2, codes: 1, extended })
    const keys = await app.db.selectFrom('order_key').selectAll().where('order_id', '=', id).orderBy('id').execute()
    expect(keys.map(({ uses_left, source }) => [uses_left, source.replace(/-.*/, '')])).toEqual([
      [0, 'order ABCD'],
      [1, 'order ABCD'],
    ])
  })

  it('updates no screen if no transmitter was named, and wakes the loop that mails the codes', async () => {
    const told: unknown[] = []
    const [{ publish }, { wakeOrders }] = [app.deps.events, app.deps]
    let wakes = 0
    app.deps.events.publish = (event) => void told.push(event)
    app.deps.wakeOrders = () => void wakes++
    const { due } = await paid(digital, { mode: 'digital' })
    await fulfilOrder(app.deps, due)
    app.deps.events.publish = publish
    app.deps.wakeOrders = wakeOrders
    expect([told, wakes]).toEqual([[], 1])
  })

  it('of goods only extends nothing, even if a transmitter is named', async () => {
    const berta = await app.signIn('berta@example.org')
    const controller = await app.claim(berta)
    const cart = { nofSubscriptions: 0, subscriptionControllerId: controller.id }
    const { id, due } = await paid(cart, { account_id: berta.accountId })
    await fulfilOrder(app.deps, due)
    expect(await app.db.selectFrom('order_key').select('id').where('order_id', '=', id).execute()).toEqual([])
  })

  it('gives nothing for an order that was cancelled in the meantime', async () => {
    const { id, due } = await paid(digital, { mode: 'digital' })
    await app.db.updateTable('order').set({ state: 'cancelled' }).where('id', '=', id).execute()
    await fulfilOrder(app.deps, due)
    expect(await selectFulfilment(app.db, id)).toBeUndefined()
    expect(await app.db.selectFrom('order_code').select('id').where('order_id', '=', id).execute()).toEqual([])
  })

  it('waits until everything is paid', async () => {
    const { id, due } = await paid(digital, { mode: 'digital' })
    await app.db
      .updateTable('order')
      .set((eb) => ({ paid: eb('paid', '-', 1) }))
      .where('id', '=', id)
      .execute()
    await fulfilOrder(app.deps, due)
    expect(await selectFulfilment(app.db, id)).toBeUndefined()
    expect(await actions(id)).toEqual(['paidInFull'])
  })
})

describe('a failed fulfilment', () => {
  const fail = (order_id: number) =>
    app.db
      .insertInto('order_fulfilment')
      .values({ order_id, state: 'failed', due_at: app.clock.now(), done_at: null, last_error: 'away' })
      .execute()

  it.each([
    ['cancelled', { state: 'cancelled' }],
    ['no longer paid', { paid: 1 }],
  ] as const)('of an order that is %s leaves nothing to attend to', async (_, changes) => {
    const { id, total } = await sampleOrder(app)
    await fail(id)
    await app.db
      .updateTable('order')
      .set({ paid: total, ...changes })
      .where('id', '=', id)
      .execute()
    await settle(id)
    expect(await selectFulfilment(app.db, id)).toBeUndefined()
  })

  it('is tried again while its order is paid', async () => {
    const { id, total } = await sampleOrder(app)
    await fail(id)
    await app.db.updateTable('order').set({ paid: total }).where('id', '=', id).execute()
    await settle(id)
    expect(await selectFulfilment(app.db, id)).toMatchObject({ state: 'due', attempts: 0 })
  })
})

describe('money that somebody saw come in', () => {
  it.each([0, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('cannot be %s Rappen', async (amount) => {
    const { id } = await sampleOrder(app)
    const row = await rowOf(id)
    const { accountId } = await app.signIn(`admin-${id}@example.org`, { admin: true })
    const by = { amount, method: 'prepayment', accountId }
    await expect(receiveByHand(app.db, app.deps, row, by)).rejects.toThrow('whole Rappen')
    expect(await actions(id)).toEqual([])
  })

  it('is in the history with who saw it, and counts', async () => {
    const { id } = await sampleOrder(app, {}, { paid: 300 })
    const { accountId } = await app.signIn(`chief-${id}@example.org`, { admin: true })
    const row = await rowOf(id)
    app.clock.advance(1000)
    const by = { amount: -200, method: 'prepayment', accountId }
    expect(await receiveByHand(app.db, app.deps, row, by)).toMatchObject({ paid: 100, updated_at: app.clock.now() })
    const payments = await app.db.selectFrom('order_payment').selectAll().where('order_id', '=', id).execute()
    const came = { amount: -200, currency: 'chf', method: 'prepayment', provider: 'hand', status: 'received' }
    expect(payments).toMatchObject([{ ...came, received_at: app.clock.now() }])
    const history = await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).execute()
    expect(history).toMatchObject([{ actor: 'administrator', account_id: accountId, action: 'paymentReceived' }])
    expect(JSON.parse(history[0]!.after!)).toEqual(came)
  })
})
