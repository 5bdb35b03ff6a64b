import fc from 'fast-check'
import { SwissQRBill } from 'swissqrbill/pdf'
import { expect, test } from 'vitest'
import { type BillCreditor, BillFault, toBill, toBillCreditor } from './qr-bill.ts'

const creditor: BillCreditor = {
  name: 'Bienenwaagen GmbH',
  street: 'Honigweg',
  number: '7',
  zip: '3011',
  city: 'Bern',
  country: 'ch',
  iban: 'CH9300762011623852957',
}
const debtor = {
  firstname: 'Anna',
  lastname: 'Müller',
  company: '',
  street: 'Waldweg 1',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
}
const bill = { orderKey: 'ABCD-EFGH-JKMN-PQRS', amount: 100, currency: 'CHF' as const, creditor, debtor, message: 'x' }

/** The characters that the standard allows in a code: Latin letters of three Unicode blocks, and a few more. */
const ALLOWED = /^[\u0020-\u007e\u00a0-\u017fȘșȚț€]*$/
const most = { name: 70, address: 70, buildingNumber: 16, zip: 16, city: 35, country: 2 }

test.each([
  ['Waldweg 12a', 'Waldweg', '12a'],
  ['Waldweg 12 a', 'Waldweg', '12 a'],
  ['Rue de l’Église 3-5', "Rue de l'Église", '3-5'],
  ['12 rue de la Gare', '12 rue de la Gare', undefined],
  ['Postfach 123456', 'Postfach 123456', undefined],
  ['Postfach 4711', 'Postfach 4711', undefined],
  ['Waldweg 12a, Postfach 4711', 'Waldweg 12a, Postfach 4711', undefined],
  ['Case postale 12', 'Case postale 12', undefined],
  ['P.O. Box 4711', 'P.O. Box 4711', undefined],
  ['Postfachweg 7', 'Postfachweg', '7'],
  ['Strasse 17. Juni 100', 'Strasse 17. Juni', '100'],
  ['Hof', 'Hof', undefined],
])('%s is the street %s with the number %s', (street, address, buildingNumber) => {
  expect(toBill({ ...bill, debtor: { ...debtor, street } }).debtor).toMatchObject({
    address,
    ...(buildingNumber ? { buildingNumber } : {}),
  })
  expect(toBill({ ...bill, debtor: { ...debtor, street } }).debtor?.buildingNumber).toBe(buildingNumber)
})

test('whatever a customer’s name and address, the bill conforms to the standard', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ maxLength: 120 }))
  const house = fc.tuple(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'0123456789 ab-/+\u00a0') }),
  )
  const anybody = fc.record({
    ...{ firstname: text, lastname: text, company: text, zip: text, city: text },
    street: fc.oneof(
      text,
      house.map(([street, number]) => `${street} ${number}`),
    ),
    country: fc.constantFrom('ch', 'de', '', 'xyz'),
  })
  fc.assert(
    fc.property(anybody, text, fc.integer({ min: 1, max: 10_000_000 }), (somebody, message, amount) => {
      const made = toBill({ ...bill, debtor: somebody, message, amount })
      expect(() => new SwissQRBill(made)).not.toThrow()
      expect(made.message).toMatch(ALLOWED)
      expect(made.message?.length).toBeLessThanOrEqual(140)
      for (const [field, longest] of Object.entries(most)) {
        const value = String(made.debtor?.[field as keyof typeof most] ?? '')
        expect(value).toMatch(ALLOWED)
        expect(value.length).toBeLessThanOrEqual(longest)
      }
    }),
  )
})

test.each([0, -5, 0.5, 100_000_000_000])('a bill for %s Rappen is refused', (amount) => {
  expect(() => toBill({ ...bill, amount })).toThrow(RangeError)
})

test.each([
  [{ iban: 'CH44 3199 9123 0008 8901 2' }, 'iban'],
  [{ iban: 'CH93 0076 2011 6238 5295 8' }, 'iban'],
  [{ iban: 'DE89370400440532013000' }, 'iban'],
  [{ name: '' }, 'name'],
  [{ name: 'A'.repeat(71) }, 'name'],
  [{ street: 'Ulica Пчёл' }, 'street'],
  [{ number: '1'.repeat(17) }, 'number'],
  [{ zip: '' }, 'zip'],
  [{ city: '' }, 'city'],
  [{ country: 'Schweiz' as 'ch' }, 'country'],
])('a creditor with %j is refused for its %s', (change, field) => {
  const refuse = () => toBillCreditor({ ...creditor, ...change })
  expect(refuse).toThrow(BillFault)
  expect(refuse).toThrow(`the creditor's ${field} fits no QR-bill`)
})

test('a creditor may be written with spaces and curly signs', () => {
  expect(toBillCreditor({ ...creditor, iban: 'ch93 0076 2011 6238 5295 7', name: ' Meier’s  Waagen ' })).toMatchObject({
    account: 'CH9300762011623852957',
    name: "Meier's Waagen",
  })
})
