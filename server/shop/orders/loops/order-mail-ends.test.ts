import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import {
  dropDueMails,
  endOrderMail,
  putOffOrderMail,
  selectDueOrderMails,
  selectOrderMails,
  settleFailedMails,
  takeOrderMail,
} from '../order-mail-queries.ts'
import { createOrderMailLoop } from './order-mail-loop.ts'

let app: TestApp
let id: number
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
})
afterAll(() => app.close())
beforeEach(async () => {
  id = (await sampleOrder(app)).id
  await app.db.deleteFrom('order_mail').execute()
})

type Template = 'confirmation' | 'invoice' | 'codes' | 'release'
async function wanted(template: Template = 'invoice', state: 'due' | 'queued' | 'failed' | 'sent' = 'due', of = id) {
  await demandOrderMail(app.db, app.deps, of, { template })
  const mail = (await selectOrderMails(app.db, of)).at(-1)!
  await app.db.updateTable('order_mail').set({ state }).where('id', '=', mail.id).execute()
  return mail
}
const all = () => app.db.selectFrom('order_mail').selectAll().orderBy('id').execute()
const states = async () => (await all()).map(({ state }) => state)
const refused = { state: 'failed', fault: 'refused', answer: 'no such user' } as const

describe('a mail that cannot be written', () => {
  it('is retried with growing pauses, ten times, and then reported', async () => {
    // an unreadable bill
    await app.db.updateTable('order').set({ price: 'moon' }).where('id', '=', id).execute()
    await wanted()
    const loop = createOrderMailLoop(app.deps)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 12; attempt++) {
      loop.wake()
      await loop.idle()
      const [mail] = await all()
      if (mail?.state !== 'due') break
      expect(mail.attempts).toBe(attempt)
      pauses.push((mail.due_at - app.clock.now()) / 1000)
      app.clock.advance(mail.due_at - app.clock.now())
    }
    await loop.stop()
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560])
    expect(await all()).toMatchObject([{ state: 'failed', fault: 'failed', answer: null }])
  })

  it('for lack of codes is not tried again', async () => {
    await wanted('codes')
    const loop = createOrderMailLoop(app.deps)
    loop.wake()
    await loop.idle()
    await loop.stop()
    expect(await all()).toMatchObject([{ state: 'failed', fault: 'codes', attempts: 0 }])
    const history = await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).execute()
    expect(history).toMatchObject([{ actor: 'system', action: 'mailFailed' }])
    const what = { template: 'codes', to: 'anna@example.org', fault: 'codes', answer: null }
    expect(JSON.parse(history[0]!.after!)).toEqual(what)
  })
})

describe('a mail ends once', () => {
  it('sent, or failed with what the mail server said', async () => {
    const first = await wanted('invoice', 'queued')
    expect(await endOrderMail(app.db, first, { state: 'sent' })).toMatchObject({ state: 'sent', fault: null })
    expect(await endOrderMail(app.db, first, refused)).toBeUndefined()
    const second = await wanted('confirmation')
    expect(await endOrderMail(app.db, second, refused)).toMatchObject(refused)
    expect(await endOrderMail(app.db, second, { state: 'sent' })).toBeUndefined()
    expect(await states()).toEqual(['sent', 'failed'])
  })

  it.each([
    ['a later one of its kind is on its way', 'invoice', 'due', 'settled'],
    ['a later one of its kind arrived', 'invoice', 'sent', 'settled'],
    ['a later one of its kind failed too', 'invoice', 'failed', 'failed'],
    ['a later one is of another kind', 'confirmation', 'due', 'failed'],
  ] as const)('and where %s, it is so', async (_, template, state, end) => {
    const first = await wanted('invoice', 'queued')
    await wanted(template, state)
    expect(await endOrderMail(app.db, first, refused)).toMatchObject({ state: end })
  })

  it('failed, whatever happened to an earlier one, or one of another order', async () => {
    const other = (await sampleOrder(app)).id
    await wanted('invoice', 'sent')
    const last = await wanted('invoice', 'queued')
    await wanted('invoice', 'due', other)
    expect(await endOrderMail(app.db, last, refused)).toMatchObject({ state: 'failed' })
  })
})

it('a mail is handed over by whoever comes first', async () => {
  const { id: mail } = await wanted()
  expect(await takeOrderMail(app.db, mail, 'anna@example.org')).toMatchObject({ recipient: 'anna@example.org' })
  expect(await takeOrderMail(app.db, mail, 'berta@example.org')).toBeUndefined()
  expect(await all()).toMatchObject([{ state: 'queued', recipient: 'anna@example.org' }])
})

it('a postponed mail is due then, unless it is already on its way', async () => {
  const [due, queued] = [await wanted('invoice'), await wanted('confirmation', 'queued')]
  for (const mail of [due, queued]) await putOffOrderMail(app.db, mail.id, 5000)
  expect(await all()).toMatchObject([
    { due_at: 5000, attempts: 1 },
    { due_at: queued.due_at, attempts: 0 },
  ])
})

it('mails are looked at when due, or when handed over and no longer there', async () => {
  const now = app.clock.now()
  const due = await wanted('invoice')
  const later = await wanted('confirmation')
  await app.db
    .updateTable('order_mail')
    .set({ due_at: now + 1 })
    .where('id', '=', later.id)
    .execute()
  const lost = await wanted('release', 'queued')
  await wanted('codes', 'failed')
  const ids = async (at: number, limit = 9) => (await selectDueOrderMails(app.db, at, limit)).map(({ id }) => id)
  expect(await ids(now)).toEqual([due.id, lost.id])
  expect(await ids(now + 1)).toEqual([due.id, later.id, lost.id])
  expect(await ids(now + 1, 2)).toEqual([due.id, later.id])
})

describe('mails that nobody needs any more', () => {
  const both = async () => {
    const other = (await sampleOrder(app)).id
    for (const state of ['due', 'queued', 'failed', 'sent'] as const) await wanted('codes', state)
    await wanted('invoice', 'failed')
    await wanted('codes', 'failed', other)
    return other
  }

  it('are those not handed over yet, of one kind and one order', async () => {
    await both()
    // a new one of its kind settles those that failed before
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('state', '=', 'settled').execute()
    await dropDueMails(app.db, id, 'codes')
    expect(await states()).toEqual(['settled', 'queued', 'settled', 'sent', 'failed', 'failed'])
  })

  it('are those that failed, of one kind or one mail, and their number is returned', async () => {
    const other = await both()
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('state', '=', 'settled').execute()
    const rows = await all()
    expect(await settleFailedMails(app.db, id, { id: rows.at(-1)!.id })).toBe(0)
    expect(await settleFailedMails(app.db, id, { template: 'codes' })).toBe(1)
    expect(await states()).toEqual(['due', 'queued', 'settled', 'sent', 'failed', 'failed'])
    expect(await settleFailedMails(app.db, other, { id: rows.at(-1)!.id })).toBe(1)
    expect(await states()).toEqual(['due', 'queued', 'settled', 'sent', 'failed', 'settled'])
  })
})
