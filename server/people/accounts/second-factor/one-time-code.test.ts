import { expect, it } from 'vitest'
import { addressOf, codeAt, stepAt, stepOf, toBase32 } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('gives the code of RFC 6238 at %i s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code)
})

it('takes the code of this half minute, of the one before and of the next, and no other', () => {
  const now = Date.parse('2026-05-10T10:00:10Z')
  const step = stepAt(now)
  const found = [-2, -1, 0, 1, 2].map((aside) => stepOf(secret, codeAt(secret, step + aside), now))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  for (const typed of ['', '12345', '0000000', '☺☺☺☺☺☺', '12345６']) expect(stepOf(secret, typed, now)).toBeUndefined()
})

it('is no match before time began', () => {
  expect(stepOf(secret, codeAt(secret, 1), 0)).toBe(1)
  expect(stepOf(secret, '000000', -60_000)).toBeUndefined()
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base 32 as RFC 4648 does', (text, expected) => {
  expect(toBase32(Buffer.from(text))).toBe(expected)
})

it('makes an address whose parts cannot run into each other', () => {
  const address = new URL(addressOf(secret, { issuer: 'Hive & Watch', email: 'a+b&secret=x@example.org' }))
  expect(address.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(address.searchParams.get('issuer')).toBe('Hive & Watch')
  expect(decodeURIComponent(address.pathname)).toBe('/Hive & Watch:a+b&secret=x@example.org')
})
