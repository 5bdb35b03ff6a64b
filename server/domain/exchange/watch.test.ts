import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { WatchCode } from './watch.ts'

describe('a watch code', () => {
  it.each([
    ['K7QM', 'K7QM'],
    ['k7qm', 'K7QM'],
    [' K7 QM\n', 'K7QM'],
    ['K7-QM', 'K7QM'],
    ['oil0', '0110'],
  ])('%j is read as %s', (text, code) => {
    expect(v.parse(WatchCode, text)).toBe(code)
  })

  it.each(['', 'K7Q', 'K7QMX', '    ', '----'])('%j has not four characters', (text) => {
    expect(v.is(WatchCode, text)).toBe(false)
  })
})
