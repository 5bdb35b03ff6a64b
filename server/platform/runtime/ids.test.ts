import { expect, test } from 'vitest'
import { randomIds } from './ids.ts'

test('a token has 256 bits, and begins with a letter or a digit', () => {
  const tokens = Array.from({ length: 2000 }, () => randomIds.token())
  expect(tokens.filter((token) => !/^[A-Za-z0-9][A-Za-z0-9_-]{42}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(2000)
})
