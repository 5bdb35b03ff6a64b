import { expect, it } from 'vitest'
import { paperWords } from './paper-words.ts'

it.each([
  [5, '0.05'],
  [123_450, "1'234.50"],
  [-2_629_850, "-26'298.50"],
  [123_456_789, "1'234'567.89"],
])('writes %i Rappen as on bills in Switzerland', (rappen, written) => {
  expect(paperWords({ language: 'fr', customer: {} }).amount(rappen)).toBe(written)
})
