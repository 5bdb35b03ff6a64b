import { describe, expect, test } from 'vitest'
import {
  either,
  type Field,
  flag,
  like,
  listOf,
  number,
  oneOf,
  openSearchOf,
  rowId,
  searchOf,
  text,
  typedWords,
  whole,
} from './read-fields.ts'

const nothing = [undefined, null, {}, [1]]

describe.each<[string, Field<unknown>, unknown[], unknown[]]>([
  ['text', text, ['', 'bees'], [1, true]],
  ['a form', like(/^\d{4}$/, typedWords), ['2026'], ['26', 26, '2026 ']],
  ['flag', flag, [true, false], ['true', 0, 1]],
  ['number', number, [0, -1.5], ['1', Number.NaN]],
  ['whole', whole(2016, 2098), [2016, 2098], [2015, 2099, 2020.5, '2020', Number.POSITIVE_INFINITY]],
  ['any whole', whole(), [-1, 0], [0.5, Number.NaN]],
  ['row', rowId, [1], [0, -1, 1.5]],
  ['one of some', oneOf<string | number | boolean>('on', 3, false), ['on', 3, false], ['off', '3', true]],
  ['either', either(rowId, oneOf('none')), [7, 'none'], [0, 'all']],
])('%s', (_, field, fitting, others) => {
  test.each(fitting)('takes %j', (value) => expect(field(value)).toBe(value))
  test.each([...others, ...nothing])('drops %j', (value) => expect(field(value)).toBeUndefined())
})

test('text of digits only is still text', () => {
  expect([8004, '8004', 'keller', ...nothing].map(typedWords)).toEqual([
    '8004',
    '8004',
    'keller',
    ...nothing.map(() => undefined),
  ])
})

test('only the known words of a list are kept', () => {
  const field = listOf((word) => ['1', 'bees'].includes(word))
  expect(['1,wasps,bees', 1, 'wasps', '', null].map(field)).toEqual(['1,bees', '1', '', '', undefined])
})

test('only the declared parameters of an address are read, and invalid ones are hidden', () => {
  const fields = { hive: rowId, q: text, sort: text }
  const search = { hive: 'x', q: 'bees', other: 1 }
  expect(searchOf(fields)(search)).toStrictEqual({ hive: undefined, q: 'bees' })
  expect(openSearchOf(fields)(search)).toStrictEqual({ hive: undefined, q: 'bees', other: 1 })
  // properties that every object inherits are not in any address
  expect(searchOf({ constructor: text })({})).toStrictEqual({})
})
