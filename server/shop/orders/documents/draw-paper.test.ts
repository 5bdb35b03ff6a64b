import { describe, expect, test, vi } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { orderDocumentKinds } from '#domain/shop/order-document.ts'
import { readPdf } from '../../../../tests/support/services/read-pdf.ts'
import { drawPaper } from './draw-paper.ts'
import type { OrderPaper } from './order-paper.ts'

// PDFs are read back by external programs, which can be slow on a busy machine
vi.setConfig({ testTimeout: 30_000 })

const paper: OrderPaper = {
  key: 'ABCD-EFGH-JKMN-PQRS',
  language: 'de',
  seller: 'HiveWatch',
  orderedAt: Date.parse('2026-05-10T22:30:00Z'),
  currency: 'chf',
  customer: {
    firstname: 'Änni',
    lastname: 'Müller-Élégante',
    company: '',
    street: 'Waldweg 12a',
    zip: '3000',
    city: 'Bern',
    country: 'ch',
  },
  lines: [
    { label: 'Sender', count: 2, vatRate: 810, unitPrice: 249_00, amount: 498_00 },
    { label: 'Waage mit Platte nach Mass, 450 × 520 mm', count: 1, vatRate: 810, unitPrice: 1399_00, amount: 1399_00 },
  ],
  additions: [],
  discount: 10_00,
  total: 1887_00,
  vat: [{ rate: 810, net: 1745_60, amount: 141_40 }],
  payments: [{ receivedAt: Date.parse('2026-05-12T10:00:00Z'), amount: 100_00, method: 'prepayment' }],
  due: 1787_00,
  prepayment: true,
  remark: '',
  pickup: undefined,
  creditor: {
    name: 'Bienenwaagen GmbH',
    street: 'Honigweg',
    number: '7',
    zip: '3011',
    city: 'Bern',
    country: 'ch',
    iban: 'CH9300762011623852957',
    vatNumber: 'CHE-123.456.789 MWST',
  },
  contact: { email: 'shop@example.ch', phone: '+41 31 000 00 00' },
  paymentDays: 30,
  terms: 'https://example.ch/terms',
}

/** The lines of the code as the standard requires them (Implementation Guidelines QR-bill, 4.2.2). */
const codeOf = (fields: { debtor?: string[]; currency?: string; amount?: string; message?: string } = {}) => [
  ...['SPC', '0200', '1', 'CH9300762011623852957'],
  ...['S', 'Bienenwaagen GmbH', 'Honigweg', '7', '3011', 'Bern', 'CH'],
  ...['', '', '', '', '', '', ''],
  ...[fields.amount ?? '1787.00', fields.currency ?? 'CHF'],
  ...(fields.debtor ?? ['S', 'Änni Müller-Élégante', 'Waldweg', '12a', '3000', 'Bern', 'CH']),
  ...['SCOR', 'RF14ABCDEFGHJKMNPQRS', fields.message ?? 'Bestellung ABCD-EFGH-JKMN-PQRS', 'EPD'],
]
const read = async (kind: (typeof orderDocumentKinds)[number], changes: Partial<OrderPaper> = {}) => {
  const { codes, ...rest } = await readPdf(await drawPaper(kind, { ...paper, ...changes }))
  return { ...rest, codes: codes.map((code) => code.split('\n')) }
}

describe.each(locales)('in %s', (language) => {
  const words = {
    de: { title: 'Rechnung', order: 'Bestellung', part: 'Zahlteil', date: '11. Mai 2026' },
    en: { title: 'Invoice', order: 'Order', part: 'Payment part', date: '11 May 2026' },
    fr: { title: 'Facture', order: 'Commande', part: 'Section paiement', date: '11 mai 2026' },
    es: { title: 'Factura', order: 'Pedido', part: 'Payment part', date: '11 de mayo de 2026' },
  }[language]

  test('an invoice says what was ordered, what is paid and what is due, and can be paid', async () => {
    const { text, pages, codes } = await read('invoice', { language })
    expect(pages).toBe(1)
    const said = [words.title, words.part, `${words.order} ABCD-EFGH-JKMN-PQRS · ${words.date}`]
    for (const part of [
      ...said,
      'Müller-Élégante',
      '450 × 520 mm',
      "1'399.00",
      '-10.00',
      "1'887.00",
      '141.40',
      "1'787.00",
    ])
      expect(text).toContain(part)
    expect(codes).toEqual([codeOf({ message: `${words.order} ABCD-EFGH-JKMN-PQRS` })])
  })
})

test.each([
  ['confirmation', { prepayment: true }, 1],
  ['confirmation', { prepayment: false }, 0],
  ['offer', { prepayment: true }, 0],
  ['invoice', { prepayment: false }, 1],
  ['advance', { prepayment: false }, 1],
  ['invoice', { due: 0 }, 0],
  ['advance', { due: -5 }, 0],
  ['invoice', { currency: 'usd' }, 0],
] as const)('%s with %j has so many payment parts: %i', async (kind, changes, count) => {
  const { codes } = await read(kind, changes)
  expect(codes).toHaveLength(count)
})

test('a bill in euros says so', async () => {
  expect((await read('invoice', { currency: 'eur' })).codes).toEqual([codeOf({ currency: 'EUR' })])
})

const elsewhere = { firstname: 'Jo', lastname: 'Øst', company: '', street: '12 rue de l’Été', zip: 'F-75001' }
test.each([
  [
    'a company abroad is billed by its name, in letters that banks know',
    { ...elsewhere, company: 'Miel & Čerčil', city: 'Paris', country: 'fr' },
    ['S', 'Miel & Cercil', "12 rue de l'Été", '', 'F-75001', 'Paris', 'FR'],
  ],
  [
    'what is too long is cut',
    { ...elsewhere, company: 'A'.repeat(90), street: `${'B'.repeat(90)} 5`, city: 'C'.repeat(40), country: 'de' },
    ['S', 'A'.repeat(70), 'B'.repeat(70), '5', 'F-75001', 'C'.repeat(35), 'DE'],
  ],
  [
    'who is written in another script writes the name by hand',
    { ...elsewhere, lastname: 'Мёдов', city: 'Wien', country: 'at' },
    ['', '', '', '', '', '', ''],
  ],
])('%s', async (_, customer, debtor) => {
  expect((await read('invoice', { customer })).codes).toEqual([codeOf({ debtor })])
})

test('the title is below the longest address, and the table below the title', async () => {
  const long = (letter: string) => `${letter.repeat(9)} `.repeat(10).trim()
  const named = { firstname: long('f'), lastname: long('l'), company: long('c'), street: long('s'), city: long('t') }
  const { text, codes } = await read('invoice', { customer: { ...paper.customer, ...named, country: 'de' } })
  const places = ['ccccccccc', 'ttttttttt', 'Deutschland', 'Rechnung', 'Sender'].map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(codes).toHaveLength(1)
})

test('many lines continue over several pages, with the payment part at the end', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    label: `Artikel ${at + 1}`,
    count: 1,
    vatRate: 810,
    unitPrice: 5,
    amount: 5,
  }))
  const { text, pages, codes } = await read('invoice', { lines })
  expect(pages).toBe(3)
  expect(codes).toEqual([codeOf()])
  for (const words of ['Artikel 1\u0020', 'Artikel 60', 'Seite 1 von 3', 'Seite 3 von 3']) expect(text).toContain(words)
})

test('a screen reader finds a heading, tables with their headings, and no head or number of a further page', async () => {
  const line = { count: 2, vatRate: 810, unitPrice: 5_00, amount: 10_00 }
  const lines = Array.from({ length: 40 }, (_, at) => ({ ...line, label: `Artikel ${at + 1}` }))
  const { parts, pages, text } = await read('invoice', { lines })
  expect(pages).toBe(2)
  expect(text).toContain('Seite 2 von 2')
  const said = [...parts.matchAll(/^ *(?:(\w+)(?: \(\w+\))?|"(.*)")$/gm)].map(([, tag, words]) => tag ?? words?.trim())
  const from = (words: string, count: number) => said.slice(said.indexOf(words) - 1).slice(0, count)
  expect(said[0]).toBe('Document')
  expect(from('Rechnung', 2)).toEqual(['H1', 'Rechnung'])
  expect(said.filter((one) => one === 'Table')).toHaveLength(2)
  expect(from('Artikel 40', 4)).toEqual(['TD', 'Artikel 40', 'TD', '2'])
  expect(from('Total', 4)).toEqual(['TH', 'Total', 'TD', "1'887.00"])
  expect(said.filter((one) => one === 'Preis')).toHaveLength(1)
  expect(parts).not.toContain('Seite 2')
  expect(parts).toContain('Zahlteil')
})

test('with two VAT rates each line shows its own, and each rate its total', async () => {
  const lines = [
    { label: 'Sender', count: 1, vatRate: 810, unitPrice: 390_00, amount: 390_00 },
    { label: 'Handbuch', count: 2, vatRate: 260, unitPrice: 20_00, amount: 40_00 },
    { label: '30 Tage länger', count: null, vatRate: null, unitPrice: null, amount: null },
  ]
  const vat = [
    { rate: 810, net: 360_78, amount: 29_22 },
    { rate: 260, net: 38_99, amount: 1_01 },
  ]
  for (const kind of orderDocumentKinds) {
    const { text } = await read(kind, { lines, vat, discount: 0, total: 430_00 })
    expect(text).toMatch(/Sender\s+1\s+8\.1\s?%\s+390\.00\s+390\.00/)
    expect(text).toMatch(/Handbuch\s+2\s+2\.6\s?%\s+20\.00\s+40\.00/)
    expect(text).toMatch(/30 Tage länger\s*\n/)
    expect(text).toMatch(/MWST 8\.1\s?% auf 360\.78\s+29\.22/)
    expect(text).toMatch(/MWST 2\.6\s?% auf 38\.99\s+1\.01/)
  }
})

describe('names from all over Europe', () => {
  test.each([
    ['Мёдов Дмитро Їжак', 'Мёдов Дмитро Їжак'],
    ['Μέλισσα Ωμέγα', 'Μέλισσα Ωμέγα'],
    ['Milošević Đorđe Ćosić', 'Milošević Đorđe Ćosić'],
    ['Erdős Őze Łódź ğüş', 'Erdős Őze Łódź ğüş'],
    ['e\u0301te\u0301', 'été'],
    ['“Honig” – 5 €…', '“Honig” – 5 €…'],
  ])('%s is printed as it is', async (name, printed) => {
    const { text } = await read('invoice', { customer: { ...paper.customer, lastname: name }, remark: name })
    expect(text.split(printed).length - 1).toBeGreaterThanOrEqual(2)
    expect(text.replace('Fragen?', '')).not.toContain('?')
  })

  test.each(['蜂蜜', 'عسل', '🐝🍯', 'น้ำผึ้ง', '\ud83d', '\u0000\u0007', '\u202eabc', ''])(
    'characters missing from the font become a square, without a crash: %j',
    async (name) => {
      const { text } = await read('invoice', { customer: { ...paper.customer, company: name }, remark: `${name} Ende` })
      expect(text).toContain('Ende')
      expect(text.replace('Fragen?', '')).not.toContain('?')
      expect(text.includes('□')).toBe(/[^\p{Cc}\u202e\w]/u.test(name))
    },
  )

  test('the file stays small', async () => {
    const remark = 'Мёдов Μέλισσα Đorđević Erdős – “Honig”'
    expect((await drawPaper('invoice', { ...paper, remark })).length).toBeLessThan(100_000)
  })
})

test('the same order gives the same bytes', async () => {
  for (const kind of orderDocumentKinds) {
    expect(await drawPaper(kind, paper)).toEqual(await drawPaper(kind, structuredClone(paper)))
  }
})

test.each([
  ['iban', 'CH9300762011623852958'],
  ['iban', 'DE89370400440532013000'],
  ['iban', 'CH4431999123000889012'],
  ['name', 'Пчёлы AG'],
  ['city', 'C'.repeat(36)],
  ['country', 'ch1'],
] as const)('a creditor whose %s is %s gets no bill', async (field, value) => {
  const creditor = { ...paper.creditor, [field]: value }
  await expect(async () => drawPaper('invoice', { ...paper, creditor })).rejects.toThrow(
    `the creditor's ${field} fits no`,
  )
  await expect(drawPaper('offer', { ...paper, creditor })).resolves.toBeDefined()
})
