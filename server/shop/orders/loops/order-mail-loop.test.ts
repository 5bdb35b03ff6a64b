import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { digitalCart, hardwareCart, order } from '../../../../tests/support/samples/order-cart.ts'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { readPdf } from '../../../../tests/support/services/read-pdf.ts'
import { MailRefused } from '../../../platform/adapters/mailer.ts'
import { messageIdOf } from '../../../platform/adapters/message-id.ts'
import { demandOrderMail } from '../demand-order-mail.ts'

// PDFs are read back by external programs, which can be slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

const NO_SUCH_USER = '550 5.1.1 no such user here'
const bill = { ...hardwareCart, paymentMethod: 'prepayment' }

let app: TestApp
let admin: Client
beforeEach(async () => {
  app = await createTestApp({ SHOP: 'on' })
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

/** Makes the mail server reject this address. */
function refuse(address: string) {
  const { send } = app.deps.mailer
  app.deps.mailer.send = (mail, options) =>
    mail.to === address ? Promise.reject(new MailRefused(NO_SUCH_USER)) : send(mail, options)
}
const placed = async (cart: object = bill): Promise<{ id: number; key: string }> => {
  const { status, body } = await order(app.nobody, cart)
  expect(status).toBe(201)
  return app.db.selectFrom('order').select(['id', 'key']).where('key', '=', body.key).executeTakeFirstOrThrow()
}
const read = async (id: number) => (await admin.get(`/shop/orders/${id}`)).body
const historyOf = async (id: number) => (await read(id)).history.map(({ action }: { action: string }) => action)
const status = async (key: string) => (await app.nobody.get(`/shop/order/${key}`)).body
const paper = async (key: string, kind: string) => app.app.request(`/api/shop/order/${key}/document/${kind}`)
const attentive = async () =>
  (await admin.get('/shop/orders?attention=true')).body.items.map(({ id }: { id: number }) => id)

describe('a recipient that is refused', () => {
  it('leaves no mark, says why, needs attention, and is sent again to a corrected address', async () => {
    refuse('anna@example.org')
    const { id, key } = await placed()
    await app.sendMails()
    const failed = await read(id)
    expect(failed).toMatchObject({ flags: [], needsAttention: true })
    expect(failed.mails).toMatchObject([
      { template: 'confirmation', to: 'anna@example.org', state: 'failed', fault: 'refused', answer: NO_SUCH_USER },
    ])
    expect(await historyOf(id)).toEqual(['placed', 'mailFailed'])
    expect(await attentive()).toEqual([id])
    expect(await status(key)).toMatchObject({ mail: 'failed', papers: ['confirmation'] })

    const again = await admin.post(`/shop/orders/${id}/resendConfirmation`, { email: 'anna@example.net' })
    expect(again).toMatchObject({ status: 200, body: { email: 'anna@example.net', needsAttention: false, flags: [] } })
    await app.sendMails()
    expect(await read(id)).toMatchObject({ flags: ['confirmationSent'], mails: [], needsAttention: false })
    expect(await historyOf(id)).toEqual(['placed', 'mailFailed', 'edited', 'mailSent', 'flagged'])
    expect(app.mails.map(({ to }) => to)).toEqual(['anna@example.net'])
    expect(await status(key)).toMatchObject({ mail: 'sent', papers: [] })
    expect((await paper(key, 'confirmation')).status).toBe(404)
  })

  it('leaves the list once somebody took care of it in another way, or marked it', async () => {
    refuse('anna@example.org')
    for (const how of ['attended', 'marked']) {
      const { id } = await placed()
      await app.sendMails()
      const { updatedAt, mails } = await read(id)
      const changes = how === 'attended' ? { attended: mails[0].id } : { flags: { confirmationSent: true } }
      expect(await attentive()).toEqual([id])
      const saved = await admin.post(`/shop/orders/${id}`, { updatedAt, ...changes })
      expect(saved).toMatchObject({ status: 200, body: { needsAttention: false, mails: [] } })
      expect(await attentive()).toEqual([])
    }
  })

  it('is no longer a problem if a later mail of the kind arrived first', async () => {
    const { id } = await sampleOrder(app)
    const demand = () =>
      app.db.transaction().execute((within) => demandOrderMail(within, app.deps, id, { template: 'invoice' }))
    await demand()
    await demand()
    app.deps.mailer.send = async ({ messageId }) => {
      // both go out at once, in any order
      const first = await app.db.selectFrom('mail').select(['id', 'created_at']).orderBy('id').executeTakeFirstOrThrow()
      if (messageId === messageIdOf(app.deps, 'mail', first.id, first.created_at)) throw new MailRefused(NO_SUCH_USER)
    }
    await app.sendMails()
    expect(await read(id)).toMatchObject({ flags: ['invoiceSent'], needsAttention: false })
  })
})

describe('without a mail server', () => {
  beforeEach(() => {
    app.deps.mailer.available = false
  })

  it('the customer has the bill on the page, and the administrator is told', async () => {
    const { id, key } = await placed()
    // even before any due mail was processed
    expect(await status(key)).toMatchObject({ mail: 'failed', papers: ['confirmation'] })
    await app.sendMails()
    expect(await status(key)).toMatchObject({ mail: 'failed', papers: ['confirmation'] })
    const answer = await paper(key.toLowerCase(), 'confirmation')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const { text, codes } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(text).toContain('Anna Müller')
    expect(codes).toHaveLength(1)
    expect(await read(id)).toMatchObject({ flags: [], needsAttention: true, mails: [{ fault: 'unavailable' }] })
    for (const kind of ['invoice', 'advance']) expect((await paper(key, kind)).status).toBe(404)
    for (const kind of ['offer', 'poem']) expect((await paper(key, kind)).status).toBe(400)
    expect((await paper('AAAA-AAAA-AAAA-AAAA', 'confirmation')).status).toBe(404)
  })

  it('a bill requested afterwards is there too', async () => {
    const { key } = await placed({ ...digitalCart, paymentMethod: 'twint' })
    const { body } = await app.nobody.post(`/shop/order/${key}/payment`, { paymentMethod: 'prepayment' })
    expect(body.message).toContain('here')
    expect((await status(key)).papers).toEqual(['confirmation', 'advance'])
  })

  it('codes that were paid for are available with the key of the order, until they are mailed', async () => {
    const { id, key } = await placed({ ...digitalCart, nofSubscriptions: 2, paymentMethod: 'prepayment' })
    expect((await status(key)).codes).toEqual([])
    expect((await admin.post(`/shop/orders/${id}/activatePrepay`, {})).status).toBe(200)
    await app.settleOrders()
    await app.sendMails()
    const { codes } = await status(key)
    expect(codes).toHaveLength(2)
    app.deps.mailer.available = true
    await admin.post(`/shop/orders/${id}/resendConfirmation`, { sendTemplate: 'codes' })
    await app.sendMails()
    for (const code of codes) expect(app.mails[0]?.text).toContain(code)
    expect((await status(key)).codes).toEqual([])
  })

  it('nobody is told that a mail was sent manually', async () => {
    const { id } = await sampleOrder(app)
    const refused = await admin.post(`/shop/orders/${id}/sendInvoice`, {})
    expect(refused).toMatchObject({ status: 503, body: { code: 'mail_unavailable' } })
    expect(await historyOf(id)).toEqual([])
    expect((await admin.post(`/shop/orders/${id}/sendInvoice`, { sendTemplate: null })).body.flags).toEqual([
      'invoiceSent',
    ])
  })
})

describe('an unreachable mail server', () => {
  it('delays the mail: the customer is told and has the papers, and it is sent as soon as possible', async () => {
    const { send } = app.deps.mailer
    app.deps.mailer.send = () => Promise.reject(new Error('connection lost'))
    const { id, key } = await placed()
    await app.sendMails()
    expect(await status(key)).toMatchObject({ mail: 'delayed', papers: ['confirmation'] })
    expect(await read(id)).toMatchObject({
      ...{ needsAttention: false, flags: [] },
      mails: [{ state: 'due', answer: 'connection lost' }],
    })
    app.deps.mailer.send = send
    app.clock.advance(3600_000)
    await app.sendMails()
    expect(await status(key)).toMatchObject({ mail: 'sent', papers: [] })
    expect(await historyOf(id)).toEqual(['placed', 'mailSent'])
  })

  it('for a week is reported in the end', async () => {
    app.deps.mailer.send = () => Promise.reject(new Error('connection lost'))
    const { id } = await placed()
    for (let day = 0; day < 9; day++) {
      await app.sendMails()
      app.clock.advance(24 * 3600_000)
    }
    admin = await app.signIn('later@example.org', { admin: true })
    expect(await read(id)).toMatchObject({ needsAttention: true, mails: [{ state: 'failed', fault: 'expired' }] })
  })
})

it('a mail that a clock years ahead put off is sent', async () => {
  const { id } = await placed()
  await app.db
    .updateTable('order_mail')
    .set({ due_at: app.clock.now() + 10 * 365 * 86_400_000 })
    .execute()
  await app.sendMails()
  expect(await historyOf(id)).toEqual(['placed', 'mailSent'])
})

it('a mail that was deleted before anybody looked does not count as sent', async () => {
  const { id } = await placed()
  await app.sendMails()
  await app.db.updateTable('order_mail').set({ state: 'queued', mail_id: 4711 }).execute()
  await app.sendMails()
  expect(await read(id)).toMatchObject({ needsAttention: true, mails: [{ fault: 'expired' }] })
})

it('a creditor for whom no bill can be made loses no order, and is reported', async () => {
  const yaml = (await import('../../shop-config/default-shop-config.ts')).defaultShopYaml
  const broken = yaml.replace(/iban: .*/, 'iban: CH4431999123000889012')
  await app.db
    .insertInto('shop_config')
    .values({ version: 1, yaml: broken, comment: '', created_at: 1, created_by: null })
    .execute()
  const { id } = await placed()
  await app.sendMails()
  expect(await read(id)).toMatchObject({ needsAttention: true, mails: [{ fault: 'paper' }] })
  expect(await admin.post(`/shop/orders/${id}/resendConfirmation`, {})).toMatchObject({
    ...{ status: 409, body: { code: 'bill_creditor_wrong' } },
  })
})

it('a mail requested in a transaction that fails is never sent', async () => {
  const { id } = await sampleOrder(app)
  const failing = app.db.transaction().execute(async (within) => {
    await demandOrderMail(within, app.deps, id, { template: 'confirmation' })
    throw new Error('not this time')
  })
  await expect(failing).rejects.toThrow('not this time')
  await app.sendMails()
  expect(app.mails).toEqual([])
})

it('taking care of one failed mail leaves the others', async () => {
  app.deps.mailer.available = false
  const { id } = await sampleOrder(app)
  await app.db.transaction().execute(async (within) => {
    for (const template of ['confirmation', 'invoice'] as const)
      await demandOrderMail(within, app.deps, id, { template })
  })
  await app.sendMails()
  const { updatedAt, mails } = await read(id)
  const { body } = await admin.post(`/shop/orders/${id}`, { updatedAt, attended: mails[0].id })
  expect(body).toMatchObject({ needsAttention: true, mails: [{ template: 'invoice' }] })
})
