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
    ['unavailable', '.', null],
    ['unknown', ',', null],
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
    ['45321.5', 'serial', { local: seconds('2024-01-30T12:00:00Z') }],
    ['45321,5', 'serial', { local: seconds('2024-01-30T12:00:00Z') }],
    ['46152', 'serial', { local: seconds('2026-05-10T00:00:00Z') }],
    ['46152.4201388889', 'serial', { local: seconds('2026-05-10T10:05:00Z') }],
    ['46152.42013', 'serial', { local: seconds('2026-05-10T10:04:59Z') }],
    ['46152 10:05', 'serial', { local: seconds('2026-05-10T10:05:00Z') }],
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
    ['45321.5', 'epoch'],
    ['45321.5', 'dmy'],
    ['4532', 'serial'],
    ['453210', 'serial'],
    ['45321.5 kg', 'serial'],
    ['43.215', 'serial'],
    ['31-Feb-2026', 'dmy'],
    ['10-Mei-2026', 'dmy'],
    ['10 Marvel 2026', 'dmy'],
    ['Hive 10 2026', 'dmy'],
    ['Exported 10 May 2026', 'dmy'],
    ['10 May 2026 25:00', 'dmy'],
    ['May 2026', 'dmy'],
    ['10 May', 'dmy'],
  ] as [string, DateOrder][])('%j is none as %s', (text, order) => {
    expect(parseWrittenTime(text, order)).toBeUndefined()
  })
})

describe('a date with its month as a word is the same in any order', () => {
  it.each([
    ['10-May-2026', '2026-05-10T00:00:00Z'],
    ['10-May-26 10:05', '2026-05-10T10:05:00Z'],
    ['10May2026', '2026-05-10T00:00:00Z'],
    ['12-Mar-2025 10:05:09', '2025-03-12T10:05:09Z'],
    ['12. März 2025 10:05', '2025-03-12T10:05:00Z'],
    ['12. Ma\u0308rz 2025 um 10:05 Uhr', '2025-03-12T10:05:00Z'],
    ['Do, 13. Mär 2025', '2025-03-13T00:00:00Z'],
    ['Mi., 12. Mrz. 2025 10:05', '2025-03-12T10:05:00Z'],
    ['12 mars 2025 à 10h05', '2025-03-12T10:05:00Z'],
    ['1er août 2025 10:05', '2025-08-01T10:05:00Z'],
    ['12 févr. 2025, 10:05', '2025-02-12T10:05:00Z'],
    ['12 de marzo de 2025, 10:05', '2025-03-12T10:05:00Z'],
    ['12-sept-2025 10:05', '2025-09-12T10:05:00Z'],
    ['Mar 12, 2025 1:05 PM', '2025-03-12T13:05:00Z'],
    ['March 12th, 2025', '2025-03-12T00:00:00Z'],
    ['Wed Mar 12 2025 10:05:00', '2025-03-12T10:05:00Z'],
    ['2025-Dec-12 10:05', '2025-12-12T10:05:00Z'],
    ['12-DEZ-2025', '2025-12-12T00:00:00Z'],
    ['12. Jänner 2025', '2025-01-12T00:00:00Z'],
    ['12 oct. 2025', '2025-10-12T00:00:00Z'],
  ])('%s', (text, expected) => {
    for (const order of ['ymd', 'dmy', 'mdy'] as const) {
      expect(parseWrittenTime(text, order), order).toEqual({ local: seconds(expected) })
    }
  })

  it('and its zone', () => {
    const moment = { epoch: seconds('2025-03-12T10:05:00Z') }
    expect(parseWrittenTime('Wed, 12 Mar 2025 11:05:00 +0100', 'dmy')).toEqual(moment)
    expect(parseWrittenTime('Wed, 12 Mar 2025 10:05:00 GMT', 'ymd')).toEqual(moment)
  })

  it('as browsers and Node write it', () => {
    for (const locale of ['en', 'en-GB', 'de', 'de-AT', 'fr', 'es', 'es-MX']) {
      for (const month of ['short', 'long'] as const) {
        const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
        for (let at = 0; at < 12; at++) {
          const text = format.format(Date.UTC(2025, at, 12))
          expect(parseWrittenTime(text, 'ymd'), text).toEqual({ local: Date.UTC(2025, at, 12) / 1000 })
        }
      }
    }
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
