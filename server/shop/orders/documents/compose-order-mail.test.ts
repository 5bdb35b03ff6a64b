import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { startMailServer } from '../../../../tests/support/services/mail-server.ts'
import { partOf, wordsOf } from '../../../../tests/support/services/read-mail.ts'
import { readPdf } from '../../../../tests/support/services/read-pdf.ts'
import { createMailer } from '../../../platform/adapters/mailer.ts'
import { createMailLoop } from '../../../platform/mails/mail-loop.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { defaultShopYaml } from '../../shop-config/default-shop-config.ts'
import { composeOrderMail } from './compose-order-mail.ts'

// PDFs are read back by external programs, which can be slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let loop: ReturnType<typeof createMailLoop>

const yaml = defaultShopYaml
  .replace(
    'commissioners: []',
    'commissioners:\n  - { name: Menuiserie Dupont, email: atelier@example.org, language: fr }',
  )
  .replace('platePickup: []', 'platePickup:\n  - { key: bern, name: Imkerei Muster, zip: "3000", city: Bern }')
  .replace('contact: shop@example.org', 'contact: shop@example.org\n  senderName: Waagen & Co')

beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
  await app.db
    .insertInto('shop_config')
    .values({ version: 1, yaml, comment: '', created_at: 1, created_by: null })
    .execute()
  server = await startMailServer()
  loop = createMailLoop({
    ...app.deps,
    mailer: createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' }),
  })
})
afterAll(async () => {
  await loop.stop()
  await server.close()
  await app.close()
})
beforeEach(() => void server.received.splice(0))

const send = async (id: number, template: OrderMailTemplate, commissionerIndex = 0) =>
  queueMail(app.deps, await composeOrderMail(app.deps, id, template, { commissionerIndex }))

/** The mail that arrived: headers, decoded text, and the attachment. */
async function arrived() {
  loop.wake()
  await loop.idle()
  expect(server.received).toHaveLength(1)
  const mail = server.received[0]!
  const { head: file, bytes: pdf } = partOf(mail, 'application/pdf')
  return { ...mail, text: wordsOf(mail), file, pdf }
}

test('the confirmation of a prepayment includes the bill to pay', async () => {
  const { id, key, total } = await sampleOrder(app)
  await send(id, 'confirmation')
  const mail = await arrived()
  expect(mail.to).toEqual(['anna@example.org'])
  expect(mail.raw).toMatch(/^From: "?Waagen & Co"? <hivewatch@example.org>/m)
  expect(mail.raw).toMatch(/^Reply-To: shop@example.org/m)
  expect(mail.text).toContain('Guten Tag Anna Müller')
  expect(mail.text).toContain(`https://hives.example.org/shop/completion?order=${key}`)
  expect(mail.file).toContain(`filename=Auftragsbestaetigung-${key}.pdf`)
  const paper = await readPdf(mail.pdf)
  expect(paper.text).toContain('Auftragsbestätigung')
  expect(paper.text).toContain('450 × 520 mm')
  const francs = (total / 100).toFixed(2)
  expect(paper.codes.map((code) => code.split('\n').slice(18, 20))).toEqual([[francs, 'CHF']])
})

test('the link leads to the shop where it was ordered', async () => {
  const { id, key } = await sampleOrder(app, { mode: 'digital' })
  const { text } = await composeOrderMail(app.deps, id, 'confirmation')
  expect(text).toContain(`https://hives.example.org/subscriptionShop/completion?order=${key}`)
})

test.each([
  ['offer', 'fr', 'offre-', 'Offre', 0],
  ['invoice', 'en', 'invoice-', 'Invoice', 1],
  ['advance', 'es', 'pago-por-adelantado-', 'Solicitud de pago por adelantado', 1],
] as const)('%s in %s', async (template, language, file, title, bills) => {
  const { id } = await sampleOrder(app, {}, { language, variant: 'biovet' })
  await send(id, template)
  const mail = await arrived()
  expect(mail.file).toContain(file)
  const paper = await readPdf(mail.pdf)
  expect(paper.text).toContain(title)
  expect(paper.text).toContain('BioVet')
  expect(paper.codes).toHaveLength(bills)
})

test('an order by card comes without a bill', async () => {
  const { id } = await sampleOrder(app, {}, { payment_method: 'card', language: 'en' })
  await send(id, 'confirmation')
  const mail = await arrived()
  expect(mail.text).not.toContain('QR-bill')
  expect((await readPdf(mail.pdf)).codes).toEqual([])
})

test.each([
  ['nothing of it', 0, true],
  ['half of it', 0.5, true],
  ['all of it', 1, false],
])('an order by card of which %s is paid says so only if something is missing', async (_, share, isMissing) => {
  const { id, total } = await sampleOrder(app, {}, { payment_method: 'card', language: 'en' })
  await app.db
    .updateTable('order')
    .set({ paid: total * share })
    .where('id', '=', id)
    .execute()
  const { text } = await composeOrderMail(app.deps, id, 'confirmation')
  expect(text.includes('you can pay at any time on the page of your order')).toBe(isMissing)
})

test('the codes come with instructions', async () => {
  const { id } = await sampleOrder(app, {}, { language: 'en' })
  await expect(send(id, 'codes')).rejects.toThrow('order_without_codes')
  const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH']
  const sealed = codes.map((code) => app.deps.secrets.seal(code, 'order_code'))
  const rows = sealed.map((code_sealed) => ({ order_id: id, code_sealed, term_years: 2, created_at: 1 }))
  await app.db.insertInto('order_code').values(rows).execute()
  await send(id, 'codes')
  const { text } = await arrived()
  expect(text).toContain('AAAA-BBBB-CCCC-DDDD (2 years)')
  expect(text).toContain('EEEE-FFFF-GGGG-HHHH (2 years)')
  expect(text).toContain('https://hives.example.org/settings/controllers')
})

test('a commissioner is told in their language what to make and where it goes, without prices', async () => {
  const { id } = await sampleOrder(
    app,
    { platePickup: 'bern', scales: { 'scale-swiss': 2 } },
    { remark: 'Bitte klingeln', comment: 'Zahlt nie' },
  )
  await send(id, 'release')
  const mail = await arrived()
  expect(mail.to).toEqual(['atelier@example.org'])
  for (const part of [
    'Bonjour Menuiserie Dupont',
    '1 × Émetteur',
    '2 × Balance pour ruche suisse, plateau 400 × 600\u00a0mm',
    '1 × Balance avec plateau sur mesure',
    '450 × 520\u00a0mm',
    'Anna Müller, Waldweg 12a, 3000 Bern, +41 79 000 00 00',
    'Imkerei Muster, 3000 Bern',
    'Bitte klingeln',
  ])
    expect(mail.text).toContain(part)
  expect(mail.text).not.toMatch(/CHF|abonnement|390|Zahlt nie/i)
  await expect(send(id, 'release', 1)).rejects.toThrow('commissioner_unknown')
})

test('there is no mail for an order that does not exist', async () => {
  await expect(send(4711, 'confirmation')).rejects.toThrow('order_not_found')
})
