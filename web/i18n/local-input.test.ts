import { describe, expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-input.ts'

describe('a time in an input', () => {
  it('survives a round trip to the minute', () => {
    const date = new Date(2026, 4, 3, 7, 5)
    expect(toLocalInput(date)).toBe('2026-05-03T07:05')
    expect(fromLocalInput(toLocalInput(date))).toEqual(date)
  })

  it.each(['', 'null', '2026-05-03', '2026-13-40T99:99'])('%s is not a time', (text) => {
    expect(fromLocalInput(text)).toBeUndefined()
  })
})
