import { expect, test } from 'vitest'
import { makeClaimCode, parseClaimCode } from './claim-code.ts'

const code = makeClaimCode([1, 31, 7, 19, 0, 25, 12])

test('a code has eight symbols in two groups, and can be typed in many ways', () => {
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  for (const typed of [code, code.toLowerCase(), code.replace('-', ' '), ` ${code.replace('-', '')} `]) {
    expect(parseClaimCode(typed)).toBe(code)
  }
})

test('one wrong symbol, or two swapped ones, are detected', () => {
  const symbols = [...code.replace('-', '')]
  for (const [at, symbol] of symbols.entries()) {
    for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      if (other !== symbol) expect(parseClaimCode(symbols.with(at, other).join(''))).toBeUndefined()
    }
    const next = symbols[at + 1]
    if (next && next !== symbol)
      expect(
        parseClaimCode(
          symbols
            .with(at, next)
            .with(at + 1, symbol)
            .join(''),
        ),
      ).toBeUndefined()
  }
  expect(parseClaimCode('')).toBeUndefined()
  expect(() => makeClaimCode([1, 2, 3])).toThrow(RangeError)
})
