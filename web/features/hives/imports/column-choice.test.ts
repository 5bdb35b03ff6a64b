import { describe, expect, it } from 'vitest'
import { chooseByLayout, chooseByMapping, columnsOf, mappingOf } from './column-choice.ts'

const lines = [
  'Datum;Zeit;links (kg);rechts (kg);Temperatur',
  '10.05.2026;10:00;43,2;41,7;34',
  '10.05.2026;10:05;43,3;41,8;',
]
const given = { scaleIds: [5, 7], zone: 'Europe/Zurich' }

it('guesses columns, assigning one scale after the other, and sends the guess', () => {
  const choice = chooseByLayout(lines, given)
  expect(choice.columns).toEqual([
    { use: 'time', scaleId: undefined },
    { use: 'clock', scaleId: undefined },
    { use: 'weight', scaleId: 5 },
    { use: 'weight', scaleId: 7 },
    { use: 'temperature', scaleId: 5 },
  ])
  expect(mappingOf(choice)).toEqual({
    mapping: {
      separator: ';',
      hasHeader: true,
      decimal: ',',
      dateOrder: 'dmy',
      zone: 'Europe/Zurich',
      unit: 'kg',
      temperatureUnit: 'C',
      timeColumn: 0,
      clockColumn: 1,
      columns: [
        { column: 2, scaleId: 5, quantity: 'weight' },
        { column: 3, scaleId: 7, quantity: 'weight' },
        { column: 4, scaleId: 5, quantity: 'temperature' },
      ],
    },
  })
})

it('takes units and the time zone from the headings', () => {
  const american = ['Date Time, GMT-05:00;Weight (lb);Weight (kg);Temp (°F)', '2026-05-10 10:00;95.1;43.1;95.2']
  const choice = chooseByLayout(american, given)
  expect(choice).toMatchObject({ zone: 'Etc/GMT+5', unit: 'lb', temperatureUnit: 'F' })
  expect(choice.columns.map(({ use }) => use)).toEqual(['time', 'weight', 'nothing', 'temperature'])
  const unknown = ['Date/Time;Weight', '2026-05-10 10:00;95.1']
  expect(chooseByLayout(unknown, given)).toMatchObject({ zone: 'Europe/Zurich', unit: 'kg', temperatureUnit: 'C' })
})

it('takes numbers for days of a spreadsheet if their heading is about time', () => {
  const table = (heading: string) => [`${heading};Gewicht (g)`, '46152,4;43215', '46152,5;43315']
  const choice = chooseByLayout(table('Zeit'), given)
  expect(choice).toMatchObject({ dateOrder: 'serial', columns: [{ use: 'time' }, { use: 'weight' }] })
  expect(chooseByLayout(table('Wert'), given).columns).not.toContainEqual(expect.objectContaining({ use: 'time' }))
  const dated = ['Datum;Zeit seit Start', '2026-05-10 10:00;46152', '2026-05-10 11:00;46153']
  expect(chooseByLayout(dated, given)).toMatchObject({ dateOrder: 'ymd' })
})

it('leaves out columns without a scale to assign', () => {
  const choice = chooseByLayout(lines, { ...given, scaleIds: [5] })
  expect(choice.columns.map(({ use }) => use)).toEqual(['time', 'clock', 'weight', 'nothing', 'temperature'])
})

it('is restored as it was sent', () => {
  const choice = chooseByLayout(lines, given)
  const sent = mappingOf(choice)
  expect('mapping' in sent && chooseByMapping(sent.mapping, 5)).toEqual(choice)
})

it('asks again whose rows to read when it is restored', () => {
  const sent = mappingOf(chooseByLayout(lines, { ...given, scaleIds: [5] }))
  if (!('mapping' in sent)) throw new Error('the guess was refused')
  const { columns, ...mapping } = sent.mapping
  const only = [
    { column: 3, value: 'Linde' },
    { column: 4, value: null },
  ]
  const choice = chooseByMapping({ ...mapping, columns: columns.slice(0, 1), only }, 5)
  expect(choice.columns.map(({ use }) => use)).toEqual(['time', 'clock', 'weight', 'name', 'nothing'])
  expect(mappingOf(choice)).toEqual({ mapping: { ...mapping, columns: columns.slice(0, 1), only: [{ column: 3 }] } })
})

describe('a choice', () => {
  const choice = chooseByLayout(lines, given)
  const withUses = (...uses: (typeof choice.columns)[number]['use'][]) =>
    mappingOf({ ...choice, columns: uses.map((use) => ({ use, scaleId: 5 })) })

  it.each([
    ['noTime', withUses('nothing', 'weight')],
    ['noValues', withUses('time', 'nothing')],
    ['twice', withUses('time', 'time', 'weight')],
    ['twice', withUses('time', 'weight', 'weight')],
  ])('is reported: %s', (fault, result) => {
    expect(result).toEqual({ fault })
  })
})

it('shows names and some values of each column', () => {
  expect(columnsOf(lines, { separator: ';', hasHeader: true }).at(4)).toEqual({ name: 'Temperatur', samples: ['34'] })
  expect(columnsOf(lines, { separator: '|', hasHeader: false })).toEqual([{ name: '', samples: lines }])
})

it('shows names that stand below a title', () => {
  const table = ['Stand Nord', 'Zeit;Gewicht', '10.05.2026 10:00;43,2', '10.05.2026 11:00;43,3']
  expect(columnsOf(table, { separator: ';', hasHeader: true })).toEqual([
    { name: 'Zeit', samples: ['10.05.2026 10:00', '10.05.2026 11:00'] },
    { name: 'Gewicht', samples: ['43,2', '43,3'] },
  ])
})
