import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries } from '../platform/country.ts'
import { readPhoneNumber } from './phone-number.ts'

test.each([
  ['079 123 45 67', 'ch', '+41791234567'],
  ['079/123.45.67', 'ch', '+41791234567'],
  ['+41 (0)79 123 45 67', 'ch', '+41791234567'],
  ['0041 79 123 45 67', 'de', '+41791234567'],
  ['79 123 45 67', 'ch', '+41791234567'],
  ['079 123 45 67', 'xx', '+41791234567'],
  ['0171 2345678', 'de', '+491712345678'],
  ['06 12 34 56 78', 'fr', '+33612345678'],
  ['612 34 56 78', 'es', '+34612345678'],
  ['347 123 4567', 'it', '+393471234567'],
  ['661 234 567', 'li', '+423661234567'],
  ['+1 (415) 555-2671', 'ch', '+14155552671'],
])('%s of %s', (text, country, number) => {
  expect(readPhoneNumber(text, country)).toBe(number)
})

test.each([
  ['', 'ch'],
  ['anna@example.org', 'ch'],
  ['079 123 45 6', 'ch'],
  ['079 123 45 678', 'ch'],
  ['031 123 45 67', 'ch'],
  ['+41 31 123 45 67', 'de'],
  ['117', 'ch'],
  ['+0791234567', 'ch'],
  ['079 123 45 67 x', 'ch'],
  ['+41+791234567', 'ch'],
])('%j of %s cannot receive SMS', (text, country) => {
  expect(readPhoneNumber(text, country)).toBeUndefined()
})

test('the result is E.164 and does not change when parsed again', () => {
  const written = fc.stringMatching(/^(\+|00|0)?[1-9]\d{1,2}[ /-]?(\(0\))?[1-9]\d{5,10}$/)
  let read = 0
  fc.assert(
    fc.property(written, fc.constantFrom(...countries), (text, country) => {
      const number = readPhoneNumber(text, country)
      if (number === undefined) return
      read++
      expect(number).toMatch(/^\+[1-9]\d{7,14}$/)
      expect(readPhoneNumber(number, country)).toBe(number)
    }),
  )
  expect(read).toBeGreaterThan(10)
})
