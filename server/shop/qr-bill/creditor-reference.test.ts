import { expect, test } from 'vitest'
import { creditorReference, modulo97 } from './creditor-reference.ts'

test.each([
  // the example of ISO 11649
  ['539007547034', 'RF18539007547034'],
  // the example of the QR-bill's implementation guidelines
  ['5390-0754-7034', 'RF18539007547034'],
  ['ABCD-EFGH-JKMN-PQRS', 'RF14ABCDEFGHJKMNPQRS'],
])('%s becomes %s', (key, reference) => {
  expect(creditorReference(key)).toBe(reference)
  expect(modulo97(reference.slice(4) + reference.slice(0, 4))).toBe(1)
})

test.each(['', '----', 'A B', 'Ä', 'A'.repeat(22)])('%j does not fit a reference', (key) => {
  expect(() => creditorReference(key)).toThrow(RangeError)
})
