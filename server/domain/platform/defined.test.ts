import { expect, test } from 'vitest'
import { defined, mapDefined } from './defined.ts'

test('undefined fields are dropped; null and empty values are kept', () => {
  const fields = { name: '', gone: null, count: 0, isOpen: false, note: undefined as string | undefined }
  expect(defined(fields)).toStrictEqual({ name: '', gone: null, count: 0, isOpen: false })
})

test('undefined stays undefined; null and 0 are mapped', () => {
  const double = (value: number | null) => (value ?? 10) * 2
  expect([undefined, null, 0, 3].map((value) => mapDefined(value, double))).toEqual([undefined, 20, 0, 6])
})
