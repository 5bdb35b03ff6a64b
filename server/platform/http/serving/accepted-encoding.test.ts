import { expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br; q=0, *', 'gzip'],
  ['identity', undefined],
  ['*;q=0', undefined],
  ['br;q=nonsense', undefined],
  ['', undefined],
  [undefined, undefined],
])('for %s it picks %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
