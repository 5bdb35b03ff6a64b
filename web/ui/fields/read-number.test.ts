import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { readNumber, writeNumber } from './read-number.ts'

describe('a number that somebody typed', () => {
  it.each([
    ['18,4', 18.4],
    ['18.4', 18.4],
    [' 18,40 ', 18.4],
    ['0.500', 0.5],
    ['0,500', 0.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['5,', 5],
    ['184', 184],
    ['-3,5', -3.5],
    ['−3.5', -3.5],
    ['– 3,5', -3.5],
    ['+7', 7],
    ['-0', 0],
    ['1’234,5', 1234.5],
    ["1'234.5", 1234.5],
    ["12'345", 12_345],
    ['1 234,5', 1234.5],
    ['1 234,5', 1234.5],
    ['1 234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1.234.567', 1_234_567],
    ['1,234,567.25', 1_234_567.25],
    ["1'234'567", 1_234_567],
    ['46.94809', 46.94809],
  ])('%j is %d in every language', (typed, value) => {
    for (const locale of locales) expect(readNumber(typed, locale), locale).toBe(value)
  })

  it.each([
    ['1.234', { de: 1234, en: 1.234, fr: 1.234, es: 1234 }],
    ['1,234', { de: 1.234, en: 1234, fr: 1.234, es: 1.234 }],
    ['18.400', { de: 18_400, en: 18.4, fr: 18.4, es: 18_400 }],
  ])('%j depends on the language', (typed, values) => {
    for (const locale of locales) expect(readNumber(typed, locale), locale).toBe(values[locale])
  })

  it('is the value within the range if the one of the language is outside', () => {
    expect(readNumber('18.400', 'de', { min: 0, max: 1100 })).toBe(18.4)
    expect(readNumber('46.948', 'de', { min: -90, max: 90 })).toBe(46.948)
    expect(readNumber('1,050', 'en', { min: 9, max: 1100 })).toBe(1050)
    expect(readNumber('18,400', 'en', { min: 20, max: 30 })).toBe(18_400)
  })

  it.each([
    '',
    ' ',
    '-',
    '.',
    ',',
    "'",
    '1..2',
    '1,2,3',
    '1.23.456',
    '12.34,56.7',
    '1,234.567,8',
    '1 2',
    "1'23",
    '0.123.456',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '18 kg',
    'achtzehn',
    '--3',
    '3-',
    '1234567890123456',
    '9'.repeat(100_000),
  ])('%j is not a number', (typed) => {
    for (const locale of locales) expect(readNumber(typed, locale), locale).toBeUndefined()
  })
})

const values = fc
  .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 5 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`))

it.each(locales)('what %s writes can be read again, with and without thousands separators', (locale) => {
  fc.assert(
    fc.property(values, (value) => {
      const sign = Object.is(value, -0) ? 0 : value
      expect(readNumber(writeNumber(value, locale), locale)).toBe(sign)
      const grouped = new Intl.NumberFormat(locale, { useGrouping: true, maximumFractionDigits: 20 }).format(value)
      expect(readNumber(grouped, locale)).toBe(sign)
    }),
  )
})

it('whatever is typed is either a number or not, never anything in between', () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789.,-−+'’  eE") })
  fc.assert(
    fc.property(typed, fc.constantFrom(...locales), (text, locale) => {
      const value = readNumber(text, locale)
      expect(value === undefined || Number.isFinite(value)).toBe(true)
      if (value !== undefined) expect(readNumber(writeNumber(value, locale), locale)).toBe(value)
    }),
    { numRuns: 2000 },
  )
})
