import { describe, expect, it } from 'vitest'
import { guessLayout, guessSeparator } from './csv-layout.ts'
import { splitCsvRow } from './csv-row.ts'

describe('a row', () => {
  it.each([
    ['a;b ; c', ';', ['a', 'b', 'c']],
    ['"a;b";c', ';', ['a;b', 'c']],
    ['"say ""bee""",2', ',', ['say "bee"', '2']],
    ['12" tube;1', ';', ['12" tube', '1']],
    ['', ';', ['']],
    [';;', ';', ['', '', '']],
  ])('%j with %j', (line, separator, cells) => {
    expect(splitCsvRow(line, separator)).toEqual(cells)
  })
})

describe('the layout of', () => {
  it('a Swiss table', () => {
    const lines = [
      'Datum;Gewicht (kg);Temperatur;Feuchte',
      '10.05.2026 10:00;43,2;34,5;61',
      '10.05.2026 11:00;43,3;;60',
    ]
    expect(guessLayout(lines)).toEqual({
      separator: ';',
      hasHeader: true,
      decimal: ',',
      dateOrder: 'dmy',
      timeColumn: 0,
      clockColumn: null,
      quantities: [null, 'weight', 'temperature', 'humidity'],
    })
  })

  it('an American table with date and time in separate columns', () => {
    const lines = ['hive,date,time,weight', 'a,5/13/2026,1:05 PM,43.2', 'a,5/13/2026,2:05 PM,43.3']
    expect(guessLayout(lines)).toMatchObject({
      separator: ',',
      decimal: '.',
      dateOrder: 'mdy',
      timeColumn: 1,
      clockColumn: 2,
      quantities: [null, null, null, 'weight'],
    })
  })

  it('a table without a header and with one number', () => {
    const lines = ['1778407200\t43.2', '1778407500\t43.3', '']
    expect(guessLayout(lines)).toMatchObject({
      separator: '\t',
      hasHeader: false,
      dateOrder: 'epoch',
      timeColumn: 0,
      quantities: [null, 'weight'],
    })
  })

  it('a table without dates', () => {
    expect(guessLayout(['scale;weight', 'a;43.2', 'b;41.7']).timeColumn).toBeNull()
  })

  it('nothing', () => {
    expect(guessLayout([])).toMatchObject({ separator: ';', timeColumn: null, quantities: [] })
  })
})

it('a decimal comma does not make a table of commas', () => {
  expect(guessSeparator(['10.05.2026 10:00;43,2', '10.05.2026 11:00;43,3'])).toBe(';')
  expect(guessSeparator(['"10.05.2026 10:00","43,2"', '"10.05.2026 11:00","43,3"'])).toBe(',')
})
