import * as v from 'valibot'
import { expect, test } from 'vitest'
import { lineUpTo, nameUpTo, textUpTo } from './text-up-to.ts'

test.each([
  ['  Linde \n', 'Linde'],
  ['am\r\nWaldrand', 'am\nWaldrand'],
  ['a\tb\nc', 'a\tb\nc'],
  ['nul\u0000l, bell\u0007, delete\u007f, next line\u0085', 'null, bell, delete, next line'],
  ['Їжак 🐝 \u200fעברית', 'Їжак 🐝 \u200fעברית'],
  ['first\u2028second\u2029third', 'first\nsecond\nthird'],
  ['back\u202ewards', 'back\u202ewards'],
])('a text keeps lines and tabs, and loses other control characters: %j', (typed, kept) => {
  expect(v.parse(textUpTo(40), typed)).toBe(kept)
})

test.each([
  ['Linde\r\nBcc: all@example.org', 'Linde Bcc: all@example.org'],
  ['\u0000Linde\u0000\u0000II\u0000', 'Linde II'],
  ['a\tb', 'a b'],
  ['Linde\u2028II', 'Linde II'],
])('a line has no break: %j', (typed, kept) => {
  expect(v.parse(lineUpTo(40), typed)).toBe(kept)
})

test.each([
  ['a zero-width space', '\u200B'],
  ['joiners, marks of direction and a soft hyphen', '\u200D\u200E \u00AD\u2060'],
  ['fillers', '\u3164 \u2800\uFE0F'],
])('text without anything visible counts as empty: %s', (_, typed) => {
  expect(v.safeParse(nameUpTo(40), typed).success).toBe(false)
  expect(v.parse(lineUpTo(40), typed)).toBe('')
  expect(v.parse(textUpTo(40), `${typed}\n`)).toBe('')
  expect(v.parse(nameUpTo(40), `a${typed}b`)).toBe(`a${typed}b`)
})

test('the limit applies to what is left', () => {
  expect(v.parse(lineUpTo(3), '\u0000abc\u0000')).toBe('abc')
  expect(v.safeParse(lineUpTo(3), 'abcd').success).toBe(false)
  expect(v.safeParse(nameUpTo(3), ' \u0000 ').success).toBe(false)
})
