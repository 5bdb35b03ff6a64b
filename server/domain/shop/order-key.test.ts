import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOrderKey, makeOrderKey, ORDER_KEY_RANDOM_SYMBOLS, parseOrderKey } from './order-key.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const values = fc.array(fc.nat(31), { minLength: ORDER_KEY_RANDOM_SYMBOLS, maxLength: ORDER_KEY_RANDOM_SYMBOLS })
const key = values.map(makeOrderKey)
const place = fc.nat(ORDER_KEY_RANDOM_SYMBOLS)
const bare = (text: string) => text.replaceAll('-', '')

describe('an order key', () => {
  it('has four groups of four, without look-alikes', () => {
    fc.assert(
      fc.property(key, (text) => {
        expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
        expect(parseOrderKey(text)).toBe(text)
      }),
    )
  })

  it('detects every single wrong symbol', () => {
    fc.assert(
      fc.property(key, place, fc.nat(31), (text, at, value) => {
        const symbols = [...bare(text)]
        fc.pre(symbols[at] !== ALPHABET[value])
        symbols[at] = ALPHABET[value]!
        expect(parseOrderKey(symbols.join(''))).toBeUndefined()
      }),
    )
  })

  it('detects any two swapped symbols, adjacent or not', () => {
    fc.assert(
      fc.property(key, place, place, (text, one, other) => {
        const symbols = [...bare(text)]
        fc.pre(symbols[one] !== symbols[other])
        ;[symbols[one], symbols[other]] = [symbols[other]!, symbols[one]!]
        expect(parseOrderKey(symbols.join(''))).toBeUndefined()
      }),
    )
  })

  it('is read as people type it', () => {
    fc.assert(
      fc.property(key, fc.constantFrom('o', 'O', '0'), fc.constantFrom('i', 'I', 'l', 'L', '1'), (text, zero, one) => {
        const typed = text.replaceAll('0', zero).replaceAll('1', one)
        for (const form of [typed, typed.toLowerCase(), bare(typed), ` ${typed.replaceAll('-', ' ')}\n`]) {
          expect(parseOrderKey(form)).toBe(text)
        }
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['too few symbols', 'ABCD-EFGH-JKMN'],
    ['too many symbols', 'ABCD-EFGH-JKMN-PQRS-TVWX'],
    ['zeros alone', '0000-0000-0000-0000'],
    ['a symbol that is none', 'UUUU-UUUU-UUUU-UUUU'],
    ['another script', 'АВСD-ЕFGH-JKMN-PQRS'],
    ['a book', 'A'.repeat(100_000)],
  ])('is not %s', (_, typed) => {
    expect(parseOrderKey(typed)).toBeUndefined()
  })

  it('keeps its check digit: existing keys stay valid', () => {
    const zeros = Array.from({ length: ORDER_KEY_RANDOM_SYMBOLS }, () => 0)
    expect(makeOrderKey(zeros)).toBe('0000-0000-0000-000V')
    expect(makeOrderKey(zeros.map((_, at) => at))).toBe('0123-4567-89AB-CDEZ')
  })

  it.each([[[]], [Array.from({ length: 15 }, () => 32)], [Array.from({ length: 15 }, () => 0.5)]])(
    'is not made of %j',
    (given) => {
      expect(() => makeOrderKey(given)).toThrow(RangeError)
    },
  )
})

describe('what is typed so far', () => {
  it.each([
    ['', ''],
    ['abcd', 'ABCD'],
    ['abcde', 'ABCD-E'],
    ['abcd-efgh jkmn', 'ABCD-EFGH-JKMN'],
    ['oil0', '0110'],
    ['abcd?', 'abcd?'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatOrderKey(typed)).toBe(shown)
  })

  it('does not change when formatted again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), (typed) => {
        expect(formatOrderKey(formatOrderKey(typed))).toBe(formatOrderKey(typed))
      }),
    )
  })
})
