import { expect, it } from 'vitest'
import { type NumberKind, numberKindOf, writeNumber } from './number-format.ts'

it.each<[string | number, NumberKind]>([
  [0, 'number'],
  [2, 'number'],
  [9, 'percent'],
  [14, 'day'],
  [20, 'clock'],
  [22, 'moment'],
  [46, 'clock'],
  [49, 'number'],
  ['General', 'number'],
  ['0.00E+00', 'number'],
  ['#,##0.00\\ "kg";[Red]\\-#,##0.00\\ "days"', 'number'],
  ['[Red]0.0_);\\(0.0\\)', 'number'],
  ['0.0%', 'percent'],
  ['dd/mm/yyyy', 'day'],
  ['[$-407]d. mmmm yyyy', 'day'],
  ['mmm', 'day'],
  ['yyyy\\-mm\\-dd\\ hh:mm:ss', 'moment'],
  ['[$-409]m/d/yy h:mm AM/PM;@', 'moment'],
  ['[h]:mm', 'clock'],
  ['mm:ss.0', 'clock'],
])('the format %s is of a %s', (format, kind) => {
  expect(numberKindOf(typeof format === 'number' ? format : 164, typeof format === 'number' ? undefined : format)).toBe(
    kind,
  )
})

it.each<[number, NumberKind, string]>([
  [43.199999999999996, 'number', '43.2'],
  [-5, 'number', '-5'],
  [0.61, 'percent', '61%'],
  [0.145, 'percent', '14.5%'],
  [46152, 'day', '2026-05-10'],
  [46152.4375, 'day', '2026-05-10 10:30:00'],
  [46152, 'moment', '2026-05-10 00:00:00'],
  [46152.999994, 'moment', '2026-05-10 23:59:59'],
  [46152.9999999, 'moment', '2026-05-11 00:00:00'],
  [0.5, 'clock', '12:00:00'],
  [46152.5, 'clock', '2026-05-10 12:00:00'],
  [1e12, 'moment', '1000000000000'],
])('%d as a %s is %s', (value, kind, text) => {
  expect(writeNumber(value, kind, false)).toBe(text)
})

it('days count from 1904 in workbooks of the first Macs', () => {
  expect(writeNumber(46152 - 1462, 'day', true)).toBe('2026-05-10')
})
