import { expect, it } from 'vitest'
import { massJumps } from './mass-jumps.ts'

it.each([
  [18.4, 184, true],
  [184, 18.4, true],
  [18.4, 1840, true],
  [18.4, 19.2, false],
  [18.4, 18.4, false],
  [5, 44, false],
  [0, 184, false],
  [18.4, 0, false],
])('from %d to %d kg is a jump: %s', (from, to, isJump) => {
  const jumps = massJumps({ emptyWeight: from, feedStock: 3 }, { emptyWeight: to, feedStock: 4 })
  expect(jumps).toEqual(isJump ? [{ name: 'emptyWeight', from, to }] : [])
})
