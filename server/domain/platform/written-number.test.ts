import { expect, test } from 'vitest'
import { numberIn, writtenNumber } from './written-number.ts'

test.each<[unknown, number | undefined]>([
  [40.2, 40.2],
  ['40.2', 40.2],
  ['40,2 kg', 40.2],
  [' -3.5°C ', -3.5],
  ['61%', 61],
  ['1e3', 1000],
  ['.5', 0.5],
  ['', undefined],
  ['kg', undefined],
  ['1.2.3', undefined],
  ['2026-05-10', undefined],
  ['12:30', undefined],
  [`${'9'.repeat(60)}`, undefined],
  ['1e999', undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [null, undefined],
  [{}, undefined],
])('the number in %j is %s', (value, number) => {
  expect(numberIn(value)).toBe(number)
})

test.each([
  ['41.7 kg', 41.7, 'kg'],
  ['23,4 °C', 23.4, 'C'],
  ['23.4°F', 23.4, 'F'],
  ['87%', 87, '%'],
  ['-71 dBm', -71, 'dBm'],
  ['3910mV', 3910, 'mV'],
  ['5 °', 5, ''],
])('the unit in %j', (text, number, unit) => {
  expect(writtenNumber(text)).toEqual({ number, unit })
})

test('a long text costs nothing', () => {
  const began = performance.now()
  for (const text of ['1'.repeat(1_000_000), `1${' '.repeat(1_000_000)}x`, '°'.repeat(1_000_000)]) {
    expect(writtenNumber(text)).toBeUndefined()
  }
  expect(performance.now() - began).toBeLessThan(1000)
})
