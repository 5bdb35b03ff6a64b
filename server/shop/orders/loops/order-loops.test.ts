import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import type { Logger } from '../../../platform/runtime/logger.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { settleOrder } from '../settle-order.ts'
import { createFulfilmentLoop } from './fulfilment-loop.ts'
import { createOrderLoops } from './order-loops.ts'
import { createOrderMailLoop } from './order-mail-loop.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ SHOP: 'on' })
})
afterEach(() => app.close())

/** A fully paid order of two subscriptions. */
async function paid(): Promise<number> {
  const { id, total } = await sampleOrder(app, { mode: 'digital', nofControllers: 0, customPlates: [] })
  const changes = { paid: total }
  const row = await app.db
    .updateTable('order')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await app.db.transaction().execute((within) => settleOrder(within, app.deps, row))
  return id
}
const fulfilment = (id: number) =>
  app.db.selectFrom('order_fulfilment').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
const mails = (id: number) => app.db.selectFrom('order_mail').selectAll().where('order_id', '=', id).execute()
const history = (id: number) => app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).execute()
const told = () => {
  const error = vi.fn()
  return { error, logger: { ...app.deps.logger, error } as unknown as Logger }
}

describe('the background work on orders', () => {
  it('fulfils paid orders and writes their mails, until it is stopped', async () => {
    const id = await paid()
    const loops = createOrderLoops(app.deps)
    loops.wake()
    await loops.idle()
    expect(await fulfilment(id)).toMatchObject({ state: 'done', attempts: 1, last_error: null })
    loops.wake()
    await loops.idle()
    expect(await mails(id)).toMatchObject([{ template: 'codes', state: 'queued' }])
    await loops.stop()
    const late = await paid()
    loops.wake()
    await loops.idle()
    expect(await fulfilment(late)).toMatchObject({ state: 'due', attempts: 0 })
  })
})

it('an order is fulfilled even if a clock that was years ahead put it off', async () => {
  const id = await paid()
  await app.db
    .updateTable('order_fulfilment')
    .set({ due_at: app.clock.now() + 10 * 365 * 86_400_000 })
    .execute()
  const loops = createOrderLoops(app.deps)
  loops.wake()
  await loops.idle()
  await loops.stop()
  expect(await fulfilment(id)).toMatchObject({ state: 'done' })
})

describe('an order that cannot be fulfilled', () => {
  it('is retried with growing pauses, twenty times, and says why', async () => {
    const id = await paid()
    const why = `${'no room '.repeat(40)}at all`
    const { error, logger } = told()
    const seal = () => {
      throw new Error(why)
    }
    const loop = createFulfilmentLoop({ ...app.deps, logger, secrets: { ...app.deps.secrets, seal } })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 22; attempt++) {
      loop.wake()
      await loop.idle()
      const row = await fulfilment(id)
      if (row.state !== 'due') break
      expect(row).toMatchObject({ attempts: attempt, last_error: why.slice(0, 160) })
      pauses.push((row.due_at - app.clock.now()) / 1000)
      app.clock.advance(row.due_at - app.clock.now())
      expect((await history(id)).map(({ action }) => action)).toEqual(['paidInFull'])
    }
    await loop.stop()
    expect(pauses.slice(0, 5)).toEqual([10, 20, 40, 80, 160])
    expect(pauses).toHaveLength(19)
    expect(pauses.slice(-8)).toEqual([20_480, ...Array(7).fill(6 * 3600)])
    expect(await fulfilment(id)).toMatchObject({ state: 'failed', attempts: 20 })
    expect((await history(id)).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'system paidInFull',
      'system fulfilmentFailed',
    ])
    expect(error).toHaveBeenCalledTimes(20)
    expect(error).toHaveBeenCalledWith({ err: expect.any(Error), orderId: id }, 'an order could not be fulfilled')
  })
})

describe('a mail about an order', () => {
  const written = async (deps: Partial<TestApp['deps']> = {}) => {
    const loop = createOrderMailLoop({ ...app.deps, ...deps })
    loop.wake()
    await loop.idle()
    await loop.stop()
  }

  it('is handed over, and the mail loop is woken', async () => {
    const { id } = await sampleOrder(app)
    await demandOrderMail(app.db, app.deps, id, { template: 'invoice' })
    const wakeMails = vi.fn()
    await written({ wakeMails })
    expect(await mails(id)).toMatchObject([{ state: 'queued' }])
    expect(wakeMails).toHaveBeenCalledTimes(1)
  })

  it('that cannot be written is logged', async () => {
    const { id } = await sampleOrder(app, {}, { price: 'moon' })
    await demandOrderMail(app.db, app.deps, id, { template: 'invoice' })
    const { error, logger } = told()
    await written({ logger })
    const what = { err: expect.any(Error), orderId: id, template: 'invoice' }
    expect(error).toHaveBeenCalledWith(what, 'a mail could not be written')
  })

  it('marks the order once it is sent, in the name of the administrator who requested it, and leaves its time of change', async () => {
    const { accountId } = await app.signIn('admin@example.org', { admin: true })
    const { id, updatedAt } = await sampleOrder(app)
    await demandOrderMail(app.db, app.deps, id, { template: 'invoice', accountId })
    app.clock.advance(60_000)
    await app.sendMails()
    const row = await app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ invoice_sent: 1, updated_at: updatedAt })
    const events = (await history(id)).map(({ actor, account_id, action, before, after }) => ({
      ...{ actor, account_id, action },
      before: before && JSON.parse(before),
      after: after && JSON.parse(after),
    }))
    const who = { actor: 'administrator', account_id: accountId }
    expect(events).toEqual([
      { ...who, action: 'mailSent', before: null, after: { template: 'invoice', to: 'anna@example.org' } },
      { ...who, action: 'flagged', before: { invoiceSent: false }, after: { invoiceSent: true } },
    ])
  })

  it('from the system marks it without a history entry of its own', async () => {
    const { id } = await sampleOrder(app)
    await demandOrderMail(app.db, app.deps, id, { template: 'confirmation' })
    await app.sendMails()
    expect((await history(id)).map(({ actor, action }) => `${actor} ${action}`)).toEqual(['system mailSent'])
  })
})
