import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { digitalCart, order, orderAddress } from '../../../../tests/support/samples/order-cart.ts'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { type Answer, type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { readPdf } from '../../../../tests/support/services/read-pdf.ts'
import { defaultShopYaml } from '../../shop-config/default-shop-config.ts'

// PDFs are read back by external programs, which can be slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

let app: TestApp
let admin: Client
let anna: Client

const yaml = defaultShopYaml.replace(
  'commissioners: []',
  'commissioners:\n  - { name: Atelier, email: atelier@example.org, language: fr }',
)

beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on', ADMIN_MENU_EXCLUDED_EMAIL: 'excluded@example.org' })
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  await app.db
    .insertInto('shop_config')
    .values({ version: 1, yaml, comment: '', created_at: 1, created_by: null })
    .execute()
})
afterAll(() => app.close())

const read = async (id: number) => (await admin.get(`/shop/orders/${id}`)).body
const edit = async (id: number, changes: object): Promise<Answer> =>
  admin.post(`/shop/orders/${id}`, { updatedAt: (await read(id)).updatedAt, ...changes })
const actions = async (id: number) => (await read(id)).history.map(({ action }: { action: string }) => action)
const audited = (id: number) =>
  app.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_type', '=', 'order')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()

test('only administrators have access', async () => {
  const { id } = await sampleOrder(app)
  const excluded = await app.signIn('excluded@example.org', { admin: true })
  const manager = await app.signIn('manager@example.org', { role: 2 })
  const calls = (client: Client) =>
    Promise.all([
      client.get('/shop/orders'),
      client.get(`/shop/orders/${id}`),
      client.get(`/shop/orders/${id}/document/invoice`),
      client.post(`/shop/orders/${id}`, { updatedAt: '2026-05-10T10:00:00Z', comment: 'x' }),
      client.post(`/shop/orders/${id}/activatePrepay`, {}),
      client.post(`/shop/orders/${id}/releaseOrder`, {}),
    ])
  for (const client of [anna, manager, excluded]) {
    expect((await calls(client)).map(({ status }) => status)).toEqual(Array(6).fill(403))
  }
  expect((await calls(app.nobody)).map(({ status }) => status)).toEqual(Array(6).fill(401))
  expect(await read(id)).toMatchObject({ comment: '', paid: 0, history: [] })
})

test('an order is shown with everything known about it', async () => {
  const { id, key, total } = await sampleOrder(app, {}, { remark: 'Bitte klingeln', company: 'Imkerei Muster' })
  const detail = await read(id)
  expect(detail).toMatchObject({
    ...{
      id,
      key,
      ordered: total,
      total,
      due: total,
      paid: 0,
      discount: 0,
      currency: 'chf',
      state: 'open',
      payment: 'open',
    },
    customer: 'Imkerei Muster',
    address: { firstname: 'Anna', lastname: 'Müller', country: 'ch', phone: '+41 79 000 00 00' },
    ...{
      ...{ comment: '', remark: 'Bitte klingeln' },
      digital: false,
      nextStates: ['cancelled', 'completed'],
      commissioners: ['Atelier'],
    },
    ...{ payments: [], history: [], codes: 0, fulfilment: null, flags: [], needsAttention: false },
  })
  expect(detail.lines.map(({ label }: { label: string }) => label)).toContain('Sender')
  for (const unknown of [4711, 'x']) {
    expect((await admin.get(`/shop/orders/${unknown}`)).status).toBe(unknown === 'x' ? 400 : 404)
  }
})

test('each change is in the history and in the audit log, once, with the values before it', async () => {
  const { id, total } = await sampleOrder(app)
  const address = { ...(await read(id)).address, lastname: 'Meier', street: 'Honigweg 2' }
  const saved = await edit(id, { comment: 'Ruft an', discount: 1000, flags: { controllerShipped: true }, address })
  expect(saved).toMatchObject({
    status: 200,
    body: { message: 'Order saved.', customer: 'Anna Meier', due: total - 1000 },
  })
  expect(saved.body.flags).toEqual(['controllerShipped'])
  expect(saved.body.history).toMatchObject([
    {
      ...{ actor: 'administrator', email: 'admin@example.org', action: 'edited' },
      before: { lastname: 'Müller', street: 'Waldweg 12a', discount: 0, comment: '' },
      after: { lastname: 'Meier', street: 'Honigweg 2', discount: 1000, comment: 'Ruft an' },
    },
    { action: 'flagged', before: { controllerShipped: false }, after: { controllerShipped: true } },
  ])
  const [entry, ...others] = await audited(id)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'order.edit', actor_id: admin.accountId })
  expect(JSON.parse(entry!.after!)).toEqual({
    ...{ lastname: 'Meier', street: 'Honigweg 2', discount: 1000, comment: 'Ruft an', flags: ['controllerShipped'] },
  })
})

test('saving an order that somebody else has changed in the meantime is refused, and changes nothing', async () => {
  const { id } = await sampleOrder(app)
  const { updatedAt } = await read(id)
  expect((await edit(id, { comment: 'first' })).status).toBe(200)
  const late = await admin.post(`/shop/orders/${id}`, { updatedAt, comment: 'second' })
  expect(late).toMatchObject({ status: 409, body: { code: 'order_changed' } })
  expect(await read(id)).toMatchObject({ comment: 'first' })
  expect(await actions(id)).toEqual(['edited'])
})

test('an order is changed by who does not say how they saw it, except for a payment, which a retry would add twice', async () => {
  const { id } = await sampleOrder(app)
  const path = `/shop/orders/${id}`
  const changed = await admin.post(path, { comment: 'by a script', state: 'cancelled' })
  expect(changed).toMatchObject({ status: 200, body: { comment: 'by a script', state: 'cancelled' } })
  const paid = await admin.post(path, { payment: { amount: 10_000 } })
  expect(paid).toMatchObject({ status: 400, body: { code: 'invalid_body', issues: [{ path: 'updatedAt' }] } })
  expect(await read(id)).toMatchObject({ paid: 0 })
})

test('an order is completed or cancelled, and reopened', async () => {
  const { id } = await sampleOrder(app)
  const go = async (state: string) => (await edit(id, { state })).status
  expect([
    await go('cancelled'),
    await go('completed'),
    await go('open'),
    await go('completed'),
    await go('cancelled'),
  ]).toEqual([...[200, 409, 200, 200, 409]])
  expect(await actions(id)).toEqual(['cancelled', 'reopened', 'completed'])
  expect(await read(id)).toMatchObject({ state: 'completed', nextStates: ['open'] })
})

test('manual payments add up, and may be paid back', async () => {
  const { id, total } = await sampleOrder(app, {}, { payment_method: 'card' })
  await edit(id, { payment: { amount: 10_000 } })
  expect(await read(id)).toMatchObject({ payment: 'partlyPaid', paid: 10_000, due: total - 10_000, receivedAt: null })
  await edit(id, { payment: { amount: total, method: 'twint' } })
  expect(await read(id)).toMatchObject({ payment: 'overpaid', needsAttention: true, fulfilment: 'due' })
  await edit(id, { payment: { amount: -10_000 } })
  const settled = await read(id)
  expect(settled).toMatchObject({ payment: 'paid', paid: total, due: 0, needsAttention: false })
  expect(
    settled.payments.map(({ amount, method, provider }: Record<string, unknown>) => [amount, method, provider]),
  ).toEqual([
    [10_000, 'prepayment', 'hand'],
    [total, 'twint', 'hand'],
    [-10_000, 'prepayment', 'hand'],
  ])
})

test.each([
  { discount: -1 },
  { discount: 1_000_000 },
  { payment: { amount: 0 } },
  { payment: { amount: 1.5 } },
  { state: 'lost' },
  { address: { firstname: '' } },
  { updatedAt: 'yesterday' },
])('%j is no change', async (changes) => {
  const { id } = await sampleOrder(app)
  expect((await edit(id, changes)).status).toBe(400)
  expect(await actions(id)).toEqual([])
})

test('a discount of the full amount leaves a paid order', async () => {
  const { id, total } = await sampleOrder(app)
  await edit(id, { discount: total })
  expect(await read(id)).toMatchObject({ total: 0, due: 0, payment: 'paid', fulfilment: 'due' })
})

test.each([
  ['resendConfirmation', 'confirmationSent', 'anna@example.org', 'Ihre Bestellung'],
  ['sendOffer', 'offerSent', 'anna@example.org', 'Ihr Angebot'],
  ['sendInvoice', 'invoiceSent', 'anna@example.org', 'Rechnung zur Bestellung'],
  ['requestAdvance', 'advanceRequested', 'anna@example.org', 'bitte im Voraus'],
  ['releaseOrder', 'cleared', 'atelier@example.org', 'fabriquer'],
])('%s sends its mail once and marks %s', async (call, flag, to, subject) => {
  const { id } = await sampleOrder(app)
  await app.sendMails()
  app.mails.splice(0)
  const { status, body } = await admin.post(`/shop/orders/${id}/${call}`, {})
  await app.sendMails()
  expect({ status, flags: body.flags }).toEqual({ status: 200, flags: [] })
  expect(await read(id)).toMatchObject({ flags: [flag], mails: [], needsAttention: false })
  expect(app.mails.map((mail) => [mail.to, mail.subject])).toEqual([[to, expect.stringContaining(subject)]])
  expect(await actions(id)).toEqual(['mailSent', 'flagged'])
  expect(await audited(id)).toMatchObject([{ action: `order.${call}` }])
})

test('a comment belongs to the administrators: it does not touch the customer’s remark, and is on no paper', async () => {
  const address = { ...orderAddress, email: 'remark@example.org' }
  const cart = { ...digitalCart, address, comment: 'Bitte klingeln', paymentMethod: 'prepayment' }
  const { body } = await order(app.nobody, cart)
  const { id } = await app.db.selectFrom('order').select('id').where('key', '=', body.key).executeTakeFirstOrThrow()
  expect((await edit(id, { comment: 'Zahlt nie pünktlich' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ comment: 'Zahlt nie pünktlich', remark: 'Bitte klingeln' })
  for (const kind of ['confirmation', 'offer', 'invoice', 'advance']) {
    const path = `/api/shop/orders/${id}/document/${kind}`
    const answer = await app.app.request(path, { headers: { cookie: admin.cookie! } })
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(text).toContain('Bitte klingeln')
    expect(text).not.toContain('Zahlt nie')
  }
})

test('a mail that is sent again is recorded again', async () => {
  const { id } = await sampleOrder(app, {}, { confirmation_sent: 1 })
  await admin.post(`/shop/orders/${id}/resendConfirmation`, {})
  app.clock.advance(60_000)
  await admin.post(`/shop/orders/${id}/resendConfirmation`, {})
  expect((await audited(id)).map(({ after }) => JSON.parse(after!))).toEqual(Array(2).fill({ mail: 'confirmation' }))
  await app.sendMails()
  expect(await actions(id)).toEqual(['mailSent', 'mailSent'])
})

test('without a template it is marked alone', async () => {
  const { id } = await sampleOrder(app)
  app.mails.splice(0)
  expect((await admin.post(`/shop/orders/${id}/sendInvoice`, { sendTemplate: null })).body).toMatchObject({
    message: 'Marked as done. No mail was sent.',
    flags: ['invoiceSent'],
  })
  await app.sendMails()
  expect(app.mails).toEqual([])
  expect((await admin.post(`/shop/orders/${id}/sendInvoice`, { sendTemplate: 'spam' })).status).toBe(400)
  expect((await admin.post(`/shop/orders/${id}/burn`, {})).status).toBe(400)
  const other = await admin.post(`/shop/orders/${id}/resendConfirmation`, { sendTemplate: 'offer' })
  expect(other).toMatchObject({ status: 400, body: { issues: [{ path: 'sendTemplate' }] } })
})

test('an order’s codes are sent again, without marking the confirmation', async () => {
  const { id } = await sampleOrder(app, {}, { language: 'en' })
  const none = await admin.post(`/shop/orders/${id}/resendConfirmation`, { sendTemplate: 'codes' })
  expect(none).toMatchObject({ status: 409, body: { code: 'order_without_codes' } })
  const code_sealed = app.deps.secrets.seal('AAAA-BBBB-CCCC-DDDD', 'order_code')
  await app.db.insertInto('order_code').values({ order_id: id, code_sealed, term_years: 2, created_at: 1 }).execute()
  app.mails.splice(0)
  const { body } = await admin.post(`/shop/orders/${id}/resendConfirmation`, { sendTemplate: 'codes' })
  expect(body).toMatchObject({ message: 'The order keys are on their way.', codes: 1, flags: [] })
  await app.sendMails()
  expect(app.mails.map(({ text }) => text)).toEqual([expect.stringContaining('AAAA-BBBB-CCCC-DDDD (2 years)')])
  expect(JSON.stringify([await read(id), await audited(id)])).not.toContain('AAAA-BBBB')
})

test('a release needs something to make, and somebody to make it', async () => {
  const { id } = await sampleOrder(app)
  const wrong = await admin.post(`/shop/orders/${id}/releaseOrder?commissionerIndex=1`, {})
  expect(wrong).toMatchObject({ status: 404, body: { code: 'commissioner_unknown' } })
  const digital = await sampleOrder(app, { mode: 'digital' })
  const empty = await admin.post(`/shop/orders/${digital.id}/releaseOrder`, {})
  expect(empty).toMatchObject({ status: 409, body: { code: 'order_nothing_to_make' } })
  expect([...(await actions(id)), ...(await actions(digital.id))]).toEqual([])
})

test('a prepayment that arrived is counted once, and starts fulfilment', async () => {
  const { id, total } = await sampleOrder(app)
  await edit(id, { payment: { amount: 5000 } })
  const first = await admin.post(`/shop/orders/${id}/activatePrepay`, {})
  expect(first).toMatchObject({ status: 200, body: { paid: total, due: 0, fulfilment: 'due' } })
  const second = await admin.post(`/shop/orders/${id}/activatePrepay`, {})
  expect(second).toMatchObject({ status: 409, body: { code: 'order_paid_already' } })
  expect((await read(id)).payments.map(({ amount }: { amount: number }) => amount)).toEqual([5000, total - 5000])
})

test('a prepayment whose answer was lost gets it when it is repeated', async () => {
  const { id, total } = await sampleOrder(app)
  const ask = () => admin.post(`/shop/orders/${id}/activatePrepay`, { id: '5f0c1b9e-2f4e-4c1b-9d0a-7a1f6f0e2b11' })
  const first = await ask()
  expect(await ask()).toMatchObject({ status: 200, body: { message: first.body.message, paid: total, due: 0 } })
  expect((await admin.post(`/shop/orders/${id}/activatePrepay`, { id: 'one' })).status).toBe(400)
})

test('the papers can be viewed, and say what is still to be paid', async () => {
  const { id, key, total } = await sampleOrder(app, {}, { language: 'en' })
  await edit(id, { payment: { amount: 5000 }, discount: 1000 })
  for (const kind of ['confirmation', 'offer', 'invoice', 'advance']) {
    const answer = await app.app.request(`/api/shop/orders/${id}/document/${kind}`, {
      headers: { cookie: admin.cookie! },
    })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^inline; filename="[a-z-]+-${key}.pdf"$`))
    const { codes } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    const due = ((total - 6000) / 100).toFixed(2)
    expect(codes.map((code) => code.split('\n')[18])).toEqual(kind === 'offer' ? [] : [due])
  }
  expect((await admin.get(`/shop/orders/${id}/document/poem`)).status).toBe(400)
})
