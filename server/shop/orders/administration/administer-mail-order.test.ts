import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { defaultShopYaml } from '../../shop-config/default-shop-config.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { selectOrderMails } from '../order-mail-queries.ts'
import { mailOrder, orderMailings } from './administer-mail-order.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  admin = await app.signIn('admin@example.org', { admin: true })
  const commissioners = 'commissioners:\n  - { name: Atelier, email: atelier@example.org, language: fr }'
  const yaml = defaultShopYaml.replace('commissioners: []', commissioners)
  await app.db
    .insertInto('shop_config')
    .values({ version: 1, yaml, comment: '', created_at: 1, created_by: null })
    .execute()
})
afterAll(() => app.close())

type Asked = Partial<Parameters<typeof mailOrder>[2]> & { mailing: keyof typeof orderMailings }
const mail = (id: number, asked: Asked) =>
  mailOrder(app.deps, admin.accountId, { template: undefined, commissionerIndex: 0, email: undefined, id, ...asked })
const rowOf = (id: number) => app.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsOf = async (id: number) =>
  (await selectOrderMails(app.db, id)).map(({ template, state, account_id }) => ({ template, state, account_id }))
const historyOf = async (id: number) =>
  (await app.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
    ({ actor, action, before, after }) => [actor, action, before && JSON.parse(before), after && JSON.parse(after)],
  )

describe('a mail about an order', () => {
  it.each([
    ['resendConfirmation', undefined, 'confirmation', 'resendConfirmation'],
    ['sendOffer', undefined, 'offer', 'sendOffer'],
    ['sendInvoice', undefined, 'invoice', 'sendInvoice'],
    ['requestAdvance', undefined, 'advance', 'requestAdvance'],
    ['releaseOrder', undefined, 'release', 'releaseSent'],
    ['activatePrepay', 'confirmation', 'confirmation', 'activatePrepay'],
    ['activatePrepay', 'invoice', 'invoice', 'activatePrepay'],
  ] as const)('by %s with %s is %s', async (mailing, template, sent, done) => {
    const { id } = await sampleOrder(app)
    expect(await mail(id, { mailing, template })).toBe(done)
    expect(await mailsOf(id)).toEqual([{ template: sent, state: 'due', account_id: admin.accountId }])
  })

  it.each([
    ['resendConfirmation', 'offer'],
    ['sendOffer', 'invoice'],
    ['sendInvoice', 'confirmation'],
    ['requestAdvance', 'invoice'],
    ['releaseOrder', 'confirmation'],
    ['activatePrepay', 'offer'],
  ] as const)('by %s is never %s', async (mailing, template) => {
    const { id } = await sampleOrder(app)
    await expect(mail(id, { mailing, template })).rejects.toMatchObject({
      ...{ status: 400, code: 'invalid_body' },
      issues: [{ path: 'sendTemplate', code: 'wrong', detail: `not with ${mailing}` }],
    })
    expect([await mailsOf(id), (await rowOf(id)).paid]).toEqual([[], 0])
  })

  it.each([
    ['resendConfirmation', 'confirmation_sent', 'marked'],
    ['sendOffer', 'offer_sent', 'marked'],
    ['sendInvoice', 'invoice_sent', 'marked'],
    ['requestAdvance', 'advance_requested', 'marked'],
    ['releaseOrder', 'cleared', 'releaseOrder'],
  ] as const)('that is left out by %s only marks %s, once', async (mailing, column, done) => {
    const { id } = await sampleOrder(app)
    expect(await mail(id, { mailing, template: null })).toBe(done)
    app.clock.advance(1000)
    expect(await mail(id, { mailing, template: null })).toBe(done)
    expect(await rowOf(id)).toMatchObject({ [column]: 1 })
    expect(await mailsOf(id)).toEqual([])
    const flag = orderMailings[mailing].flag
    expect(await historyOf(id)).toEqual([['administrator', 'flagged', { [flag]: false }, { [flag]: true }]])
  })

  it('that failed is settled when somebody marks its kind', async () => {
    const { id } = await sampleOrder(app)
    for (const template of ['offer', 'invoice'] as const) await demandOrderMail(app.db, app.deps, id, { template })
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('order_id', '=', id).execute()
    await mail(id, { mailing: 'sendOffer', template: null })
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['settled', 'failed'])
  })

  it('goes to a corrected address, which is kept', async () => {
    const { id } = await sampleOrder(app)
    await mail(id, { mailing: 'sendInvoice', email: 'anna@example.net' })
    await mail(id, { mailing: 'sendInvoice', email: 'anna@example.net' })
    expect(await rowOf(id)).toMatchObject({ email: 'anna@example.net' })
    expect(await historyOf(id)).toEqual([
      ['administrator', 'edited', { email: 'anna@example.org' }, { email: 'anna@example.net' }],
    ])
  })

  it.each([
    ['sendInvoice', null, 'no mail'],
    ['releaseOrder', undefined, 'release'],
  ] as const)('by %s with %s corrects no address', async (mailing, template, what) => {
    const { id } = await sampleOrder(app)
    await expect(mail(id, { mailing, template, email: 'anna@example.net' })).rejects.toMatchObject({
      ...{ status: 400, code: 'invalid_body' },
      issues: [{ path: 'email', code: 'wrong', detail: `not with ${what}` }],
    })
    expect(await rowOf(id)).toMatchObject({ email: 'anna@example.org' })
  })

  it('is sent once if a browser asks twice; again to another address, after a failure or later on', async () => {
    const { id } = await sampleOrder(app)
    const sent = async (asked: Asked) => {
      await mail(id, asked)
      return (await mailsOf(id)).length
    }
    const { email } = await rowOf(id)
    expect(await sent({ mailing: 'sendInvoice' })).toBe(1)
    expect(await sent({ mailing: 'sendInvoice', email })).toBe(1)
    expect(await sent({ mailing: 'sendOffer' })).toBe(2)
    expect(await sent({ mailing: 'sendInvoice', email: 'new@example.org' })).toBe(3)
    expect(await sent({ mailing: 'sendInvoice', email: 'new@example.org' })).toBe(3)
    await app.db.updateTable('order_mail').set({ state: 'failed' }).where('order_id', '=', id).execute()
    expect(await sent({ mailing: 'sendInvoice' })).toBe(4)
    app.clock.advance(15_000)
    expect(await sent({ mailing: 'sendInvoice' })).toBe(5)
  })

  it('that is requested or marked twice is listed among the changes once', async () => {
    const { id } = await sampleOrder(app)
    const before = await app.db.selectFrom('audit').select('id').execute()
    const changes = async () =>
      (await app.db.selectFrom('audit').select('action').orderBy('id').execute()).slice(before.length)
    const ask = (mailing: string, body: object) => admin.post(`/shop/orders/${id}/${mailing}`, body)
    for (const _ of ['first', 'again']) expect((await ask('sendInvoice', {})).status).toBe(200)
    expect(await changes()).toEqual([{ action: 'order.sendInvoice' }])
    for (const _ of ['first', 'again']) expect((await ask('sendOffer', { sendTemplate: null })).status).toBe(200)
    expect(await changes()).toEqual([{ action: 'order.sendInvoice' }, { action: 'order.sendOffer' }])
    const { updated_at } = await rowOf(id)
    await mail(id, { mailing: 'sendInvoice' })
    expect(await rowOf(id)).toMatchObject({ updated_at })
  })

  it('needs a mail server; marking does not', async () => {
    const { id } = await sampleOrder(app)
    app.deps.mailer.available = false
    const unavailable = { status: 503, code: 'mail_unavailable' }
    await expect(mail(id, { mailing: 'sendInvoice' })).rejects.toMatchObject(unavailable)
    expect(await mail(id, { mailing: 'sendInvoice', template: null })).toBe('marked')
    app.deps.mailer.available = true
  })

  it('with codes needs codes', async () => {
    const { id } = await sampleOrder(app)
    const send = () => mail(id, { mailing: 'resendConfirmation', template: 'codes' })
    await expect(send()).rejects.toMatchObject({ status: 409, code: 'order_without_codes' })
    const code_sealed = app.deps.secrets.seal('AAAA-BBBB-CCCC-DDDD', 'order_code')
    await app.db.insertInto('order_code').values({ order_id: id, code_sealed, term_years: 2, created_at: 1 }).execute()
    expect(await send()).toBe('codesSent')
  })
})

describe('a release', () => {
  it('goes to the person who makes it', async () => {
    const { id } = await sampleOrder(app)
    const release = mail(id, { mailing: 'releaseOrder', commissionerIndex: 1 })
    await expect(release).rejects.toMatchObject({ status: 404, code: 'commissioner_unknown' })
    expect(await mailsOf(id)).toEqual([])
  })

  it.each([undefined, null])('needs something to make, with a mail (%s) or without', async (template) => {
    const { id } = await sampleOrder(app, { mode: 'digital' })
    const release = mail(id, { mailing: 'releaseOrder', template })
    await expect(release).rejects.toMatchObject({ status: 409, code: 'order_nothing_to_make' })
    expect(await rowOf(id)).toMatchObject({ cleared: 0 })
  })
})

describe('nobody is asked to', () => {
  it.each([
    ['make what was cancelled', 'releaseOrder', { state: 'cancelled' }, 'order_state_wrong'],
    ['pay for what was cancelled', 'requestAdvance', { state: 'cancelled' }, 'order_state_wrong'],
    ['pay in advance what is paid', 'requestAdvance', { discount: 10_000_000 }, 'order_paid_already'],
  ] as const)('%s', async (_, mailing, changes, code) => {
    const { id } = await sampleOrder(app, {}, changes)
    await expect(mail(id, { mailing })).rejects.toMatchObject({ status: 409, code })
    expect(await mailsOf(id)).toEqual([])
  })
})

describe('a prepayment that arrived', () => {
  it('counts as the amount due, by bank, and needs no mail', async () => {
    const { id, total } = await sampleOrder(app, {}, { paid: 300, discount: 200 })
    expect(await mail(id, { mailing: 'activatePrepay' })).toBe('activatePrepay')
    expect(await rowOf(id)).toMatchObject({ paid: total - 200, received_at: app.clock.now() })
    const payments = await app.db.selectFrom('order_payment').selectAll().where('order_id', '=', id).execute()
    expect(payments).toMatchObject([{ amount: total - 500, method: 'prepayment', provider: 'hand' }])
    expect(await mailsOf(id)).toEqual([])
  })

  it.each([
    ['a cancelled order', { state: 'cancelled' }, 'order_state_wrong'],
    ['one that is paid', { discount: 10_000_000 }, 'order_paid_already'],
    ['one that is paid twice', { paid: 10_000_000 }, 'order_paid_already'],
  ] as const)('cannot be for %s', async (_, changes, code) => {
    const { id } = await sampleOrder(app, {}, changes)
    await expect(mail(id, { mailing: 'activatePrepay' })).rejects.toMatchObject({ status: 409, code })
    expect(await historyOf(id)).toEqual([])
  })
})

describe('a prepayment that is repeated after a lost answer', () => {
  const requestId = '5f0c1b9e-2f4e-4c1b-9d0a-7a1f6f0e2b11'
  const activate = (id: number, more: object = {}) => mail(id, { mailing: 'activatePrepay', requestId, ...more })
  const paidTo = async (id: number) =>
    (await app.db.selectFrom('order_payment').select('amount').where('order_id', '=', id).execute()).map(
      ({ amount }) => amount,
    )
  const paidAlready = { status: 409, code: 'order_paid_already' }

  it('counts once, mails once, and is recorded once, however late it is', async () => {
    const { id, total } = await sampleOrder(app)
    for (const minutes of [0, 0, 90]) {
      app.clock.advance(minutes * 60_000)
      expect(await activate(id, { template: 'confirmation' })).toBe('activatePrepay')
    }
    expect([await paidTo(id), (await rowOf(id)).paid]).toEqual([[total], total])
    expect(await mailsOf(id)).toHaveLength(1)
    expect((await historyOf(id)).map(([, action]) => action)).toEqual(['paymentReceived', 'paidInFull'])
    const changes = await app.db.selectFrom('audit').select('id').where('subject_id', '=', String(id)).execute()
    expect(changes).toHaveLength(1)
  })

  it('counts once if it comes several times at once', async () => {
    const { id, total } = await sampleOrder(app)
    await Promise.all([1, 2, 3, 4].map(() => activate(id)))
    expect([await paidTo(id), (await rowOf(id)).paid]).toEqual([[total], total])
  })

  it('is another one of somebody else, with another id, or without one', async () => {
    const { id } = await sampleOrder(app)
    await activate(id)
    const berta = await app.signIn('berta-admin@example.org', { admin: true })
    const asked = {
      template: undefined,
      commissionerIndex: 0,
      email: undefined,
      id,
      mailing: 'activatePrepay',
    } as const
    await expect(mailOrder(app.deps, berta.accountId, { ...asked, requestId })).rejects.toMatchObject(paidAlready)
    const other = requestId.replace('11', '12')
    await expect(activate(id, { requestId: other })).rejects.toMatchObject(paidAlready)
    await expect(activate(id, { requestId: undefined })).rejects.toMatchObject(paidAlready)
  })

  it('is one of its own for each order', async () => {
    const [one, two] = [await sampleOrder(app), await sampleOrder(app)]
    await activate(one.id)
    await activate(two.id)
    expect([await paidTo(one.id), await paidTo(two.id)]).toEqual([[one.total], [two.total]])
  })
})
