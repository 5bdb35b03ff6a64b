import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { checkShopYaml } from './check-shop-yaml.ts'
import { defaultShopYaml } from './default-shop-config.ts'
import { faultWords } from './fault-words.ts'

const TODAY = '2026-05-10'
const lines = defaultShopYaml.split('\n')
const lineWith = (text: string, after = 0) =>
  lines.findIndex((line, index) => index >= after && line.includes(text)) + 1

/** The default with some text replaced, which must exist. */
function changed(from: string, to: string): string {
  if (!defaultShopYaml.includes(from)) throw new Error(`the default lacks ${from}`)
  return defaultShopYaml.replace(from, to)
}

function faultsOf(yaml: string) {
  const checked = checkShopYaml(yaml, TODAY)
  if ('config' in checked) return []
  for (const locale of locales) {
    for (const fault of checked.faults) expect(faultWords(fault, locale)).not.toBe('')
  }
  return checked.faults.map(({ line, code, path, values }) => ({
    line,
    code,
    path: path.join('.'),
    ...(values ? { values } : {}),
  }))
}

describe('the configuration', () => {
  it('that ships is valid, and its prices are in Rappen', () => {
    const checked = checkShopYaml(defaultShopYaml, TODAY)
    if (!('config' in checked)) throw new Error(JSON.stringify(checked.faults))
    const { products, vat, shipping, creditor } = checked.config
    expect(products.controllers[0]).toMatchObject({ key: 'transmitter', price: 39_000, vat: 'standard', hidden: false })
    expect(products.accessories.map(({ price }) => price)).toEqual([4500, 8900, 2950])
    expect(products.accessories.map(({ picture }) => picture)).toEqual(['sensor', 'solar-panel', 'cable'])
    expect(vat.standard?.at(-1)).toEqual({ from: '2024-01-01', percent: 810 })
    expect(shipping).toEqual([{ country: 'ch', price: 1400, freeFrom: 100_000, vat: 'standard' }])
    expect(creditor.iban).toBe('CH9300762011623852957')
  })

  it.each([
    ['a price with three digits', '390.00', '390.005', 'price: 390.00', 'price_digits', 'products.controllers.0.price'],
    [
      'a price in quotation marks',
      '390.00',
      '"390.00"',
      'price: 390.00',
      'type_number',
      'products.controllers.0.price',
    ],
    ['a negative price', '390.00', '-1', 'price: 390.00', 'min_value', 'products.controllers.0.price'],
    ['no number for a price', '390.00', '.nan', 'price: 390.00', 'type_number', 'products.controllers.0.price'],
    ['a price without end', '390.00', '.inf', 'price: 390.00', 'max_value', 'products.controllers.0.price'],
    ['text for a switch', 'enabled: true', 'enabled: yes', 'enabled:', 'type_boolean', 'enabled'],
    [
      'a day that is none',
      'from: 2024-01-01, percent: 8.1',
      'from: 2023-02-29, percent: 8.1',
      '8.1',
      'day_format',
      'vat.standard.1.from',
    ],
    ['a rate with three digits', '8.1 }', '8.123 }', '8.1 }', 'percent_digits', 'vat.standard.1.percent'],
    [
      'rates from the same day',
      '2024-01-01, percent: 8.1',
      '2018-01-01, percent: 8.1',
      '8.1',
      'vat_overlap',
      'vat.standard.1.from',
    ],
    [
      'rates in the wrong order',
      '2024-01-01, percent: 2.6',
      '2017-01-01, percent: 2.6',
      '2.6',
      'vat_overlap',
      'vat.reduced.1.from',
    ],
    [
      'a first rate of tomorrow',
      'from: 2018-01-01, percent: 2.5 }\n    - { from: 2024-01-01',
      'from: 2026-05-11',
      '2.5',
      'vat_later',
      'vat.reduced.0.from',
    ],
    [
      'a category of VAT there is not',
      '      price: 390.00',
      '      price: 390.00\n      vat: full',
      'price: 390.00',
      'vat_unknown',
      'products.controllers.0.vat',
      1,
    ],
    [
      'a capital in a key',
      'key: transmitter',
      'key: Transmitter',
      'key: transmitter',
      'key_format',
      'products.controllers.0.key',
    ],
    [
      'a key of two products',
      'key: solar-panel',
      'key: scale-swiss',
      'key: solar-panel',
      'named_twice',
      'products.accessories.1.key',
    ],
    [
      'a picture there is not',
      'picture: sensor',
      'picture: bee',
      'picture: sensor',
      'option',
      'products.accessories.0.picture',
    ],
    [
      'a picture of a transmitter',
      '    - key: transmitter',
      '    - key: transmitter\n      picture: antenna',
      'key: transmitter',
      'unknown_key',
      'products.controllers.0.picture',
      1,
    ],
    ['two terms of a year', 'years: 2', 'years: 1', 'years: 2', 'years_twice', 'products.subscriptions.1.years'],
    [
      'both kinds of plates',
      '      plate: { widthMm: 400,',
      '      customPlate: { widthMm: { from: 100, to: 200 }, depthMm: { from: 100, to: 200 }, leadTimeWeeks: { from: 1, to: 2 } }\n      plate: { widthMm: 400,',
      'key: scale-swiss',
      'plate_kind',
      'products.scales.0',
    ],
    [
      'a range the wrong way round',
      'depthMm: { from: 300, to: 800 }',
      'depthMm: { from: 800, to: 300 }',
      'depthMm: { from',
      'range',
      'products.scales.2.customPlate.depthMm',
    ],
    [
      'neither kind of plate',
      '      plate: { widthMm: 500, depthMm: 500 }',
      '',
      'key: scale-dadant',
      'plate_kind',
      'products.scales.1',
    ],
    [
      'everything hidden',
      '      price: 390.00',
      '      price: 390.00\n      hidden: true',
      'controllers:',
      'nothing_offered',
      'products.controllers',
    ],
    [
      'a country there is not',
      'deliveryCountries: [ch]',
      'deliveryCountries: [ch, xx]',
      'deliveryCountries',
      'option',
      'deliveryCountries.1',
    ],
    [
      'delivery without its costs',
      'deliveryCountries: [ch]',
      'deliveryCountries: [ch, li]',
      'deliveryCountries',
      'shipping_missing',
      'deliveryCountries.1',
    ],
    [
      'delivery without a bill',
      'billingCountries: [ch, de',
      'billingCountries: [de',
      'deliveryCountries',
      'not_billed',
      'deliveryCountries.0',
    ],
    [
      'a way to pay there is not',
      'paymentMethods: [card',
      'paymentMethods: [cash',
      'paymentMethods',
      'option',
      'paymentMethods.0',
    ],
    [
      'half a day',
      'secondTransmitterDays: 30',
      'secondTransmitterDays: 1.5',
      'secondTransmitterDays',
      'integer',
      'quantityDiscount.secondTransmitterDays',
    ],
    [
      'a number for a postcode',
      'zip: "3000"\n  city',
      'zip: 3000\n  city',
      '  zip: "3000"',
      'type_text',
      'creditor.zip',
      0,
      'creditor:',
    ],
    ['a QR-IBAN', 'CH93 0076 2011 6238 5295 7', 'CH44 3199 9123 0008 8901 2', 'iban:', 'iban_qr', 'creditor.iban'],
    [
      'a name in another script',
      'name: HiveWatch\n  street',
      'name: Пасека\n  street',
      'name: HiveWatch',
      'bill_letters',
      'creditor.name',
      0,
      'creditor:',
    ],
    ['an IBAN with a wrong digit', '5295 7', '5295 8', 'iban:', 'iban', 'creditor.iban'],
    [
      'an e-mail address that is none',
      'contact: shop@example.org',
      'contact: shop',
      'contact:',
      'email',
      'mail.contact',
    ],
    [
      'a list that is none',
      'commissioners: []',
      'commissioners: nobody',
      'commissioners: []',
      'type_list',
      'commissioners',
    ],
    [
      'a block that is none',
      'mail:\n  contact: shop@example.org',
      'mail: shop@example.org',
      'mail:',
      'type_block',
      'mail',
      0,
      'iban:',
    ],
    [
      'an empty list',
      'paymentMethods: [card, twint, prepayment]',
      'paymentMethods: []',
      'paymentMethods',
      'non_empty',
      'paymentMethods',
    ],
  ] as const)('with %s is refused at its line', (_, from, to, at, code, path, below = 0, after?: string) => {
    expect(faultsOf(changed(from, to))).toMatchObject([
      { line: lineWith(at, after ? lineWith(after) : 0) + below, code, path },
    ])
  })

  it('may omit pictures, as in all versions saved before they existed', () => {
    const checked = checkShopYaml(defaultShopYaml.replaceAll(/^ +picture: .*\n/gm, ''), TODAY)
    if (!('config' in checked)) throw new Error(JSON.stringify(checked.faults))
    expect(checked.config.products.accessories.some((product) => 'picture' in product)).toBe(false)
  })

  it('says once what a misspelled key probably means', () => {
    expect(faultsOf(changed('pricesIncludeVat', 'priceIncludesVat'))).toEqual([
      {
        line: lineWith('pricesIncludeVat:'),
        code: 'unknown_key_meant',
        path: 'priceIncludesVat',
        values: { key: 'priceIncludesVat', meant: 'pricesIncludeVat' },
      },
    ])
    expect(faultsOf(changed('pricesIncludeVat: true', ''))).toEqual([
      { line: lineWith('enabled:'), code: 'missing', path: 'pricesIncludeVat', values: { key: 'pricesIncludeVat' } },
    ])
    expect(faultsOf(changed('freeFrom', 'freeform'))).toMatchObject([
      { values: { key: 'freeform', meant: 'freeFrom' } },
    ])
    expect(faultsOf(changed('fr: Émetteur', 'fr: Émetteur\n        it: Trasmettitore'))).toMatchObject([
      { code: 'unknown_key', values: { key: 'it', known: 'de, en, fr, es' } },
    ])
  })

  it('checks promo codes against the products and against themselves', () => {
    const promo = (...fields: string[]) =>
      faultsOf(changed('promoCodes: []', `promoCodes:\n  - code: SPRING\n    ${fields.join('\n    ')}`))
    const line = lineWith('promoCodes: []')
    expect(promo('percent: 10', 'validFrom: 2026-03-01', 'validUntil: 2026-03-01', 'products: [scale-swiss]')).toEqual(
      [],
    )
    expect(promo('amount: 20.50', 'minimum: 100')).toEqual([])
    expect(promo('percent: 10', 'products: [transmitter, scale-swis]')).toEqual([
      { line: line + 3, code: 'promo_product', path: 'promoCodes.0.products.1', values: { key: 'scale-swis' } },
    ])
    expect(promo('percent: 10', 'amount: 20')).toMatchObject([{ line: line + 1, code: 'promo_kind' }])
    expect(promo('minimum: 10')).toMatchObject([{ line: line + 1, code: 'promo_kind' }])
    expect(promo('percent: 101')).toMatchObject([{ line: line + 2, code: 'max_value', values: { bound: 100 } }])
    expect(promo('percent: 5', 'validFrom: 2026-03-02', 'validUntil: 2026-03-01')).toMatchObject([
      { line: line + 4, code: 'promo_days' },
    ])
    expect(promo('percent: 5', '', '').length).toBe(0)
    expect(promo('percent: 5\n  - code: spring\n    percent: 6')).toMatchObject([
      { line: line + 3, code: 'named_twice', values: { key: 'SPRING' } },
    ])
    expect(promo('percent: 5\n  - code: "1 2"\n    percent: 6')).toMatchObject([
      { line: line + 3, code: 'promo_code_format' },
    ])
  })

  it.each([
    ['a key twice', 'enabled: true\nenabled: false', 2, 'key_twice'],
    ['a tab', 'mail:\n\tcontact: x', 2, 'tab'],
    ['an open bracket', 'enabled: true\npaymentMethods: [card,\n', 3, 'indent'],
    ['an open quotation mark', 'mail:\n  contact: "x\n\n', 4, 'not_closed'],
    ['two documents', 'enabled: true\n---\nenabled: true', 2, 'several_documents'],
    ['two values on a line', 'enabled: true: false', 1, 'syntax'],
    ['a type of another language', 'enabled: !!js/function x', 1, 'syntax'],
    ['an alias', 'vat: &a [1]\nproducts: *a', 2, 'alias'],
    ['nothing', '', 1, 'type_block'],
    ['a sentence', 'hello', 1, 'type_block'],
  ])('that is no YAML for %s is refused at its line', (_, yaml, line, code) => {
    expect(faultsOf(yaml)).toContainEqual(expect.objectContaining({ line, code }))
  })

  it('is refused if it would fill the memory', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) {
      bomb.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`)}]`)
    }
    expect(faultsOf(bomb.join('\n'))[0]).toMatchObject({ code: 'alias', line: 2 })
    expect(faultsOf('['.repeat(20_000))[0]).toMatchObject({ code: 'syntax' })
    expect(faultsOf('__proto__: { polluted: true }').length).toBeGreaterThan(0)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('never breaks the check, whatever was typed into it', () => {
    const part = defaultShopYaml.slice(0, 1500)
    const place = fc.nat(part.length)
    const signs = [...'{}[]"\'&*!|>%@`#:,-? \n\t\r\0aé🐝', '---', '\uD800', '<<: *a', '%YAML 1.1\n---\n']
    const typed = fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((some) => some.join(''))
    fc.assert(
      fc.property(place, fc.nat(40), typed, (at, length, sign) => {
        const yaml = part.slice(0, at) + sign + part.slice(at + length)
        const checked = checkShopYaml(yaml, TODAY)
        if ('config' in checked) return
        const last = yaml.split('\n').length
        for (const { line } of checked.faults) expect(line >= 1 && line <= last).toBe(true)
        expect(checked.faults.length).toBeGreaterThan(0)
      }),
      { numRuns: 40 },
    )
  })
})
