import { describe, expect, it } from 'vitest'
import { type DateOrder, parseClock, parseDecimal, parseWrittenTime, splitUnit } from './csv-value.ts'

const seconds = (text: string) => Date.parse(text) / 1000

describe('a number', () => {
  it.each([
    ['43.215', '.', 43.215],
    ['43,215', ',', 43.215],
    ['-0,5', ',', -0.5],
    ['−0,5', ',', -0.5],
    ['+12', ',', 12],
    ["1'043.5", '.', 1043.5],
    ['1 043,5', ',', 1043.5],
    ['1.043,5', ',', 1043.5],
    ['1,043.5', '.', 1043.5],
    ['4.3e1', '.', 43],
    ['', '.', null],
    [' n/a ', ',', null],
    ['-', '.', null],
    ['−', '.', null],
    ['43,215,3', '.', undefined],
    ['43.215.3', '.', undefined],
    ['43 kg', '.', undefined],
    ['10:00', '.', undefined],
    ['.', '.', undefined],
    ['1e999', '.', undefined],
  ] as const)('%j with %j is %j', (text, mark, expected) => {
    expect(parseDecimal(text, mark)).toBe(expected)
  })

  it('with the other decimal mark is invalid, even if it looks like thousands', () => {
    for (const text of ['43,21', '43,215', '0,215']) expect(parseDecimal(text, '.'), text).toBeUndefined()
    for (const text of ['43.21', '43.215', '0.215']) expect(parseDecimal(text, ','), text).toBeUndefined()
    expect(parseDecimal('1.043.215', ',')).toBe(1_043_215)
  })
})

describe('a time', () => {
  it.each([
    ['2026-05-10T10:00:00Z', 'ymd', { epoch: seconds('2026-05-10T10:00:00Z') }],
    ['2026-05-10T10:00:00.250+02:00', 'ymd', { epoch: seconds('2026-05-10T08:00:00Z') }],
    ['2026-05-10 10:00:00 UTC', 'ymd', { epoch: seconds('2026-05-10T10:00:00Z') }],
    ['2026/5/1_08:05', 'ymd', { local: seconds('2026-05-01T08:05:00Z') }],
    ['2026-05-10', 'ymd', { local: seconds('2026-05-10T00:00:00Z') }],
    ['10.05.2026 10:00', 'dmy', { local: seconds('2026-05-10T10:00:00Z') }],
    ['10.5.26, 7:05', 'dmy', { local: seconds('2026-05-10T07:05:00Z') }],
    ['05/10/2026 12:30 AM', 'mdy', { local: seconds('2026-05-10T00:30:00Z') }],
    ['05/10/2026 1:30 p.m.', 'mdy', { local: seconds('2026-05-10T13:30:00Z') }],
    ['05/10/2026 12:30 PM', 'mdy', { local: seconds('2026-05-10T12:30:00Z') }],
    ['10.05.2026 24:00', 'dmy', { local: seconds('2026-05-11T00:00:00Z') }],
    ['10.05.2026 23:59:59', 'dmy', { local: seconds('2026-05-10T23:59:59Z') }],
    ['10.05.2026 12:00 +02:00', 'dmy', { epoch: seconds('2026-05-10T10:00:00Z') }],
    ['10.05.2026 08:30 -0130', 'dmy', { epoch: seconds('2026-05-10T10:00:00Z') }],
    ['10.05.2026 12:00+02', 'dmy', { epoch: seconds('2026-05-10T10:00:00Z') }],
    ['1778407200', 'epoch', { epoch: 1_778_407_200 }],
    ['1778407200.75', 'epoch', { epoch: 1_778_407_200 }],
    ['1778407200123', 'epoch', { epoch: 1_778_407_200 }],
    ['1778407200123456', 'epoch', { epoch: 1_778_407_200 }],
    ['1778407200999999999', 'epoch', { epoch: 1_778_407_200 }],
    ['10/05/2026 à 10:00', 'dmy', { local: seconds('2026-05-10T10:00:00Z') }],
    ['10.05.2026 um 10:00 Uhr', 'dmy', { local: seconds('2026-05-10T10:00:00Z') }],
    ['10/05/2026 1:30:00 p. m.', 'dmy', { local: seconds('2026-05-10T13:30:00Z') }],
    ['05/10/2026 1:30\u202fPM', 'mdy', { local: seconds('2026-05-10T13:30:00Z') }],
    ['999999999999', 'epoch', { epoch: 999_999_999 }],
  ] as [string, DateOrder, object][])('%j as %s', (text, order, expected) => {
    expect(parseWrittenTime(text, order)).toEqual(expected)
  })

  it.each([
    ['31.02.2026 10:00', 'dmy'],
    ['13/13/2026', 'mdy'],
    ['2026-05-10 25:00', 'ymd'],
    ['2026-05-10 10:61', 'ymd'],
    ['2026-05-10 10:00:60', 'ymd'],
    ['2026-05-10 24:01', 'ymd'],
    ['2026-05-10 24:00:01', 'ymd'],
    ['05/10/2026 13:00 PM', 'mdy'],
    ['05/10/2026 0:30 AM', 'mdy'],
    ['10:00', 'dmy'],
    ['17784072001', 'epoch'],
    ['1778407200 kg', 'epoch'],
    ['43.2', 'epoch'],
    ['1778407200123.5', 'epoch'],
    ['2026-05-10', 'dmy'],
    ['', 'ymd'],
  ] as [string, DateOrder][])('%j is none as %s', (text, order) => {
    expect(parseWrittenTime(text, order)).toBeUndefined()
  })
})

it('a time of day can be parsed on its own', () => {
  expect(parseClock('7:05')).toEqual({ seconds: 25_500, offset: undefined })
  expect(parseClock('07h05')).toEqual({ seconds: 25_500, offset: undefined })
  expect(parseClock('07:05:09-0130')).toEqual({ seconds: 25_509, offset: -5400 })
  expect(parseClock('43.215')).toBeUndefined()
})

it.each([
  ['43.2 kg', '43.2', 'kg'],
  ['43,2lbs', '43,2', 'lbs'],
  ['-3.5 °C', '-3.5', '°C'],
  ['61%', '61', '%'],
  ['43.2', '43.2', ''],
  ['kg', 'kg', ''],
  ['', '', ''],
])('a unit is split off: %j', (text, number, unit) => {
  expect(splitUnit(text)).toEqual({ number, unit })
})
