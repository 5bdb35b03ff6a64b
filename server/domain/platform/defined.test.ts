import { expect, test } from 'vitest'
import { defined, mapDefined } from './defined.ts'

test('what is not said is not there; null and what is empty are said', () => {
  const fields = { name: '', gone: null, count: 0, isOpen: false, note: undefined as string | undefined }
  expect(defined(fields)).toStrictEqual({ name: '', gone: null, count: 0, isOpen: false })
})

test('nothing is made of nothing, and something of null and 0', () => {
  const double = (value: number | null) => (value ?? 10) * 2
  expect([undefined, null, 0, 3].map((value) => mapDefined(value, double))).toEqual([undefined, 20, 0, 6])
})
