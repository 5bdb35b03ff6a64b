import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { selectOrderMails } from '../order-mail-queries.ts'
import { editOrder } from './administer-edit-order.ts'
import { listOrders } from './administer-list-orders.ts'
import { readOrderDetail } from './administer-order-detail.ts'

let app: TestApp
let admin: Client
let wakes = 0
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  app.deps.wakeOrders = () => void wakes++
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterAll(() => app.close())

const rowOf = (id: number) => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const historyOf = async (id: number) =>
  (await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
    ({ action, before, after }) => [action, before && JSON.parse(before), after && JSON.parse(after)],
  )
const auditOf = (id: number) =>
  app.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', String(id))
    .where('subject_type', '=', 'order')
    .execute()
type Changes = Omit<Parameters<typeof editOrder>[3], 'updatedAt'>
const edit = async (id: number, changes: Changes, updatedAt?: string) =>
  editOrder(app.deps, admin.accountId, id, {
    updatedAt: updatedAt ?? new Date((await rowOf(id)).updated_at).toISOString(),
    ...changes,
  } as Parameters<typeof editOrder>[3])

describe('editing an order', () => {
  it('changes what the administrator saw, and nothing that somebody else has changed in the meantime', async () => {
    const { id } = await sampleOrder(app)
    const seen = new Date((await rowOf(id)).updated_at).toISOString()
    await edit(id, { comment: 'first' })
    wakes = 0
    await expect(edit(id, { comment: 'second' }, seen)).rejects.toMatchObject({ status: 409, code: 'order_changed' })
    expect(await rowOf(id)).toMatchObject({ comment: 'first' })
    expect([(await auditOf(id)).length, wakes]).toEqual([1, 0])
  })

  it('raises its time of change each time, even if the clock stands still or goes back', async () => {
    const { id } = await sampleOrder(app)
    const times = [(await rowOf(id)).updated_at]
    for (const comment of ['a', 'b', 'c']) {
      if (comment === 'c') app.clock.advance(5000)
      await edit(id, { comment })
      times.push((await rowOf(id)).updated_at)
    }
    expect(times[1]).toBe(times[0]! + 1)
    expect(times[2]).toBe(times[1]! + 1)
    expect(times[3]).toBe(app.clock.now())
  })

  it('refuses an order that does not exist', async () => {
    const nowhere = edit(4711, { comment: 'x' }, '2026-05-10T10:00:00Z')
    await expect(nowhere).rejects.toMatchObject({ status: 404, code: 'order_not_found' })
  })

  it('records before and after in the audit log, and wakes the loops', async () => {
    const { id } = await sampleOrder(app)
    wakes = 0
    await edit(id, { comment: 'Ruft an', state: 'cancelled' })
    expect(wakes).toBe(1)
    const [entry, ...others] = await auditOf(id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ action: 'order.edit', actor_id: admin.accountId })
    expect(JSON.parse(entry!.before!)).toEqual({ comment: '', state: 'open' })
    expect(JSON.parse(entry!.after!)).toEqual({ comment: 'Ruft an', state: 'cancelled' })
  })
})

describe('the state', () => {
  it.each([
    ['open', 'completed', 'completed'],
    ['open', 'cancelled', 'cancelled'],
    ['completed', 'open', 'reopened'],
    ['cancelled', 'open', 'reopened'],
  ] as const)('goes from %s to %s', async (from, to, action) => {
    const { id } = await sampleOrder(app, {}, { state: from })
    await edit(id, { state: to })
    expect(await rowOf(id)).toMatchObject({ state: to })
    expect(await historyOf(id)).toEqual([[action, { state: from }, { state: to }]])
  })

  it.each([
    ['completed', 'cancelled'],
    ['cancelled', 'completed'],
  ] as const)('never goes from %s to %s', async (from, to) => {
    const { id } = await sampleOrder(app, {}, { state: from })
    await expect(edit(id, { state: to })).rejects.toMatchObject({ status: 409, code: 'order_state_wrong' })
    expect([(await rowOf(id)).state, await historyOf(id)]).toEqual([from, []])
  })

  it('that it already has is no change: an order is completed once', async () => {
    const { id } = await sampleOrder(app)
    await edit(id, { state: 'completed' })
    await edit(id, { state: 'completed' })
    expect((await historyOf(id)).map(([action]) => action)).toEqual(['completed'])
  })
})

describe('a discount', () => {
  it('is at most what the order costs', async () => {
    const { id, total } = await sampleOrder(app)
    await expect(edit(id, { discount: total + 1 })).rejects.toMatchObject({
      ...{ status: 400, code: 'invalid_body' },
      issues: [{ path: 'discount', code: 'too_large', values: { limit: total / 100 } }],
    })
    expect(await rowOf(id)).toMatchObject({ discount: 0 })
    await edit(id, { discount: total })
    expect(await rowOf(id)).toMatchObject({ discount: total, received_at: app.clock.now() })
  })

  it('stays if only something else is changed', async () => {
    const { id } = await sampleOrder(app)
    await edit(id, { discount: 100, comment: 'Stammkunde' })
    await edit(id, { flags: { cleared: true } })
    await edit(id, { discount: 0 })
    expect(await historyOf(id)).toEqual([
      ['edited', { discount: 0, comment: '' }, { discount: 100, comment: 'Stammkunde' }],
      ['flagged', { cleared: false }, { cleared: true }],
      ['edited', { discount: 100 }, { discount: 0 }],
    ])
    expect(await rowOf(id)).toMatchObject({ discount: 0, comment: 'Stammkunde', cleared: 1 })
  })
})

test('a manual payment counts along with other changes', async () => {
  const { id, total } = await sampleOrder(app)
  await edit(id, { discount: 100, payment: { amount: total - 100, method: 'prepayment' } })
  expect(await rowOf(id)).toMatchObject({ discount: 100, paid: total - 100, received_at: app.clock.now() })
  const noted = await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()
  expect(noted.map(({ action, account_id }) => [action, account_id])).toEqual([
    ['edited', admin.accountId],
    ['paymentReceived', admin.accountId],
    ['paidInFull', null],
  ])
})

test('no more is paid back than came in, and nothing else is changed in that case', async () => {
  const { id } = await sampleOrder(app)
  const back = (amount: number) => edit(id, { comment: 'zurück', payment: { amount, method: 'prepayment' } })
  const tooMuch = { status: 409, code: 'order_refund_too_large' }
  await expect(back(-18_000)).rejects.toMatchObject(tooMuch)
  expect(await rowOf(id)).toMatchObject({ paid: 0, comment: '' })
  await edit(id, { payment: { amount: 5000, method: 'prepayment' } })
  await expect(back(-5001)).rejects.toMatchObject(tooMuch)
  await back(-5000)
  expect(await rowOf(id)).toMatchObject({ paid: 0, comment: 'zurück' })
})

test('money may come in for an order that was refunded too much before', async () => {
  const { id } = await sampleOrder(app, {}, { paid: -300 })
  await edit(id, { payment: { amount: 200, method: 'prepayment' } })
  expect(await rowOf(id)).toMatchObject({ paid: -100 })
})

describe('a flag', () => {
  it('is set and taken back, and setting it again is no change', async () => {
    const { id } = await sampleOrder(app, {}, { offer_sent: 1 })
    await edit(id, { flags: { offerSent: true, cleared: false, controllerShipped: true } })
    await edit(id, { flags: { controllerShipped: false } })
    expect(await historyOf(id)).toEqual([
      ['flagged', { controllerShipped: false }, { controllerShipped: true }],
      ['flagged', { controllerShipped: true }, { controllerShipped: false }],
    ])
    expect(await rowOf(id)).toMatchObject({ offer_sent: 1, cleared: 0, controller_shipped: 0 })
  })

  it('settles only the failed mails of its kind, and only when it is set', async () => {
    const { id } = await sampleOrder(app, {}, { invoice_sent: 1 })
    for (const template of ['invoice', 'offer'] as const) {
      await demandOrderMail(app.db, app.deps, id, { template })
    }
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('order_id', '=', id).execute()
    const states = async () => (await selectOrderMails(app.db, id)).map(({ state }) => state)
    await edit(id, { flags: { invoiceSent: false } })
    expect(await states()).toEqual(['failed', 'failed'])
    await edit(id, { flags: { controllerShipped: true } })
    expect(await states()).toEqual(['failed', 'failed'])
    await edit(id, { flags: { invoiceSent: true } })
    expect(await states()).toEqual(['settled', 'failed'])
  })
})

describe('an order that needs attention', () => {
  it('is marked as seen once, and its history says so', async () => {
    const { id } = await sampleOrder(app, {}, { used_codes: 2 })
    await edit(id, { attended: 'usedCodes' })
    await edit(id, { attended: 'usedCodes' })
    expect(await rowOf(id)).toMatchObject({ used_codes: 0 })
    expect(await historyOf(id)).toEqual([['attended', null, null]])
  })

  it('for codes stays so when a mail is marked as seen, and vice versa', async () => {
    const { id } = await sampleOrder(app, {}, { used_codes: 2 })
    await demandOrderMail(app.db, app.deps, id, { template: 'invoice' })
    const [mail] = await selectOrderMails(app.db, id)
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('order_id', '=', id).execute()
    await edit(id, { attended: mail!.id })
    expect(await rowOf(id)).toMatchObject({ used_codes: 2 })
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('order_id', '=', id).execute()
    await edit(id, { attended: 'usedCodes' })
    expect(await rowOf(id)).toMatchObject({ used_codes: 0 })
    expect((await selectOrderMails(app.db, id)).map(({ state }) => state)).toEqual(['failed'])
  })

  it('for a payment in another currency needs none once somebody took care of it, until the next one comes', async () => {
    const { id } = await sampleOrder(app)
    const came = { order_id: id, provider: 'stripe', amount: 100, currency: 'eur', method: 'card' } as const
    const insert = (provider_id: string, status: 'otherCurrency' | 'pending' = 'otherCurrency') =>
      app.db
        .insertInto('order_payment')
        .values({ ...came, provider_id, status, received_at: app.clock.now() })
        .execute()
    const openNow = async () => {
      const { strangePaymentsOpen, needsAttention } = await readOrderDetail(app.deps, id)
      const listed = await listOrders(
        app.deps,
        { attention: true },
        { sort: 'orderedAt', direction: 'descending', limit: 100, cursor: undefined },
      )
      return [strangePaymentsOpen, needsAttention, listed.items.some((one) => one.id === id)]
    }
    await insert(`first of ${id}`)
    await insert(`promised for ${id}`, 'pending')
    const other = await sampleOrder(app)
    await edit(other.id, { attended: 'strangePayments' })
    expect(await historyOf(other.id)).toEqual([])
    expect(await openNow()).toEqual([true, true, true])
    await edit(id, { attended: 'strangePayments' })
    await edit(id, { attended: 'strangePayments' })
    expect(await openNow()).toEqual([false, false, false])
    expect(await historyOf(id)).toEqual([['attended', null, null]])
    await insert(`second of ${id}`)
    expect(await openNow()).toEqual([true, true, true])
  })

  it('can have one mail marked by its number, if that failed and belongs to this order', async () => {
    const [{ id }, other] = [await sampleOrder(app), await sampleOrder(app)]
    for (const order of [id, other.id]) await demandOrderMail(app.db, app.deps, order, { template: 'invoice' })
    const [mail] = await selectOrderMails(app.db, id)
    await edit(id, { attended: mail!.id })
    expect(await historyOf(id)).toEqual([])
    await app.db.updateTable('order_mail').set({ state: 'failed' }).execute()
    await edit(other.id, { attended: mail!.id })
    expect(await historyOf(other.id)).toEqual([])
    await edit(id, { attended: mail!.id })
    expect(await historyOf(id)).toEqual([['attended', null, null]])
    expect(await rowOf(id)).toMatchObject({ used_codes: 0 })
  })
})

test('an address is changed field by field, and only differences are recorded', async () => {
  const { id } = await sampleOrder(app)
  const { email, firstname, company, zip, city, phone } = await rowOf(id)
  const address = { email, firstname, lastname: 'Meier', company, street: 'Dorf 1', zip, city, country: 'ch', phone }
  await edit(id, { address: address as never })
  expect(await historyOf(id)).toEqual([
    ['edited', { lastname: 'Müller', street: 'Waldweg 12a' }, { lastname: 'Meier', street: 'Dorf 1' }],
  ])
  expect(await rowOf(id)).toMatchObject({ lastname: 'Meier', street: 'Dorf 1', firstname: 'Anna' })
})
