import { expect, test } from 'vitest'
import { lookOf } from './mark-look.ts'

test.each([
  [{ kind: 'alarm' }, '--alarm'],
  [{ kind: 'alarm', quiet: false }, '--alarm'],
  [{ kind: 'alarm', quiet: true }, '--line-strong'],
  [{ kind: 'intervention' }, '--ink-quiet'],
] as const)('the line of %o has the color of its flag', (mark, token) => {
  expect(lookOf(mark).token).toBe(token)
})
