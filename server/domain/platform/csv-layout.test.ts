import { describe, expect, it } from 'vitest'
import { guessLayout, guessSeparator, splitTable } from './csv-layout.ts'
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
      headings: ['Datum', 'Gewicht (kg)', 'Temperatur', 'Feuchte'],
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

  it('a table whose only numbers are no weights', () => {
    const lines = ['Datum;Feuchte', '10.05.2026 10:00;61', '10.05.2026 11:00;60']
    expect(guessLayout(lines).quantities).toEqual([null, 'humidity'])
  })

  it('a table that begins with a name, without a header', () => {
    const lines = ['Linde;10.05.2026 10:00;43,2', 'Linde;10.05.2026 11:00;43,3']
    expect(guessLayout(lines)).toMatchObject({ hasHeader: false, timeColumn: 1, quantities: [null, null, 'weight'] })
  })

  it('a table in which few dates tell day and month apart', () => {
    const lines = ['date,weight', '5/1/2026 8:00,43.2', '5/2/2026 8:00,43.3', '5/13/2026 8:00,43.1']
    expect(guessLayout(lines)).toMatchObject({ dateOrder: 'mdy', timeColumn: 0, clockColumn: null })
    expect(guessLayout(lines.map((line) => line.replace(/(\d+)\/(\d+)\//, '$2/$1/')))).toMatchObject({
      dateOrder: 'dmy',
    })
  })

  it('a table with empty lines and cells', () => {
    const lines = ['', 'Datum;Zeit;Gewicht;Temperatur', '10.05.2026;10:00;43,2;', ';;;', '10.05.2026;11:00;;30,5']
    expect(guessLayout(lines)).toMatchObject({ separator: ';', timeColumn: 0, clockColumn: 1, decimal: ',' })
  })

  it('a table without dates', () => {
    expect(guessLayout(['scale;weight', 'a;43.2', 'b;41.7']).timeColumn).toBeNull()
  })

  it('a table below titles, units, and comments', () => {
    const lines = [
      '# Wabe 3',
      'Stand Nord;;',
      'Zeit;W1;T1',
      ';kg;°C',
      '10.05.2026 10:00;43,2;34',
      '10.05.2026 11:00;43;34',
    ]
    const { head, body } = splitTable(lines, ';')
    expect([head.length, body.length]).toEqual([4, 2])
    expect(guessLayout(lines)).toMatchObject({ hasHeader: true, quantities: [null, 'weight', 'temperature'] })
  })

  it('a table whose columns have numbers as names', () => {
    expect(guessLayout(['Zeit;1;2', '10.05.2026 10:00;43,2;34,1'])).toMatchObject({ hasHeader: true })
  })

  it('a table of commas with quoted decimal commas', () => {
    const lines = ['Datum,Gewicht', '10.05.2026 10:00:00,"43,2"', '10.05.2026 11:00:00,"43,3"']
    expect(guessLayout(lines)).toMatchObject({ separator: ',', decimal: ',', quantities: [null, 'weight'] })
  })

  it('a table with narrow spaces in its numbers and units behind them', () => {
    const lines = [
      'Date;Poids;Humidité',
      '10/05/2026 à 10:00;43\u202f215,5 g;61 %',
      '10/05/2026 à 11:00;43\u202f215,5 g;61 %',
    ]
    expect(guessLayout(lines)).toMatchObject({
      decimal: ',',
      dateOrder: 'dmy',
      quantities: [null, 'weight', 'humidity'],
    })
  })

  it('a time of day with an h of its own column', () => {
    expect(guessLayout(['Date;Heure;Poids', '10/05/2026;07h05;43,2'])).toMatchObject({ timeColumn: 0, clockColumn: 1 })
  })

  it('a table with its span in every row: the column whose times differ counts', () => {
    const line = (hour: number) => `2026-05-01T00:00:00Z,2026-05-30T00:00:00Z,2026-05-10T1${hour}:00:00Z,43.${hour}`
    expect(guessLayout(['_start,_stop,_time,_value', line(0), line(1)]).timeColumn).toBe(2)
  })

  it('a table with clock time and epoch: the certain one counts', () => {
    const lines = ['Local,Unix,Weight', '5/10/2026 1:00:00 AM,1778400000,43', '5/10/2026 2:00:00 AM,1778403600,43']
    expect(guessLayout(lines)).toMatchObject({ dateOrder: 'epoch', timeColumn: 1, quantities: [null, null, 'weight'] })
  })

  it.each([
    ['mdy', ['5/1/2026 22:00', '5/1/2026 23:00', '5/2/2026 0:00']],
    ['dmy', ['1/5/2026 22:00', '1/5/2026 23:00', '2/5/2026 0:00']],
    ['mdy', ['5/1/2026 10:00:00 AM', '5/1/2026 11:00:00 AM']],
    ['dmy', ['1/5/2026 10:00:00 a. m.', '1/5/2026 11:00:00 a. m.']],
    ['dmy', ['01.05.2026', '01.06.2026', '01.07.2026']],
    ['dmy', ['12-Mar-2026', '13-Mar-2026']],
  ])('days and months that could be either: %s', (dateOrder, times) => {
    expect(guessLayout(['Time;Weight', ...times.map((time) => `${time};43`)])).toMatchObject({ dateOrder })
  })

  it.each([
    [
      ['Waage Nr', 'Datum', 'Gewicht'],
      [null, null, 'weight'],
    ],
    [
      ['Scale', 'Date', 'Weight'],
      [null, null, 'weight'],
    ],
    [
      ['Temp max', 'Date', 'Scale'],
      [null, null, 'weight'],
    ],
    [
      ['Lowest weight (kg)', 'Date', 'Last weight (kg)'],
      [null, null, 'weight'],
    ],
    [
      ['Humedad', 'Fecha', 'Temp °F'],
      ['humidity', null, 'temperature'],
    ],
  ])('columns named %j', (names, quantities) => {
    const row = (hour: number) => `12;2026-05-10 1${hour}:00;43.${hour}`
    expect(guessLayout([names.join(';'), row(0), row(1)])).toMatchObject({ quantities })
  })

  it.each([
    [['weight_g', 'temperature'], 'weight', '_value weight_g temperature'],
    [['rssi', 'temp'], 'temperature', '_value rssi temp'],
    [['rssi', 'battery'], null, '_value rssi battery'],
  ])('a column of values whose fields are %j', (fields, quantity, heading) => {
    const rows = fields.map((field, i) => `,,${i},2026-05-10T10:00:00Z,4${i}.5,${field}`)
    const { headings, quantities } = guessLayout([',result,table,_time,_value,_field', ...rows])
    expect([quantities[4], headings[4]]).toEqual([quantity, heading])
    expect(quantities.filter((one) => one !== null)).toHaveLength(quantity ? 1 : 0)
    expect(guessLayout(['_time,table,_value', '2026-05-10T10:00:00Z,1,4'])).toMatchObject({
      quantities: [null, null, 'weight'],
    })
  })

  it('nothing', () => {
    expect(guessLayout([])).toMatchObject({ separator: ';', timeColumn: null, quantities: [] })
  })
})

it('a decimal comma does not make a table of commas', () => {
  expect(guessSeparator(['10.05.2026 10:00;43,2', '10.05.2026 11:00;43,3'])).toBe(';')
  expect(guessSeparator(['"10.05.2026 10:00","43,2"', '"10.05.2026 11:00","43,3"'])).toBe(',')
})
