import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImportMapping, LISTED_NAMES } from '#domain/hives/import.ts'
import { createNameFinder } from './find-names.ts'
import { createReadingReader } from './read-reading.ts'

const START = Date.parse('2026-05-10T00:00:00Z') / 1000
const NOW = START + 86_400 * 365
const LAYOUT: ImportMapping = {
  separator: ';',
  hasHeader: true,
  decimal: '.',
  dateOrder: 'epoch',
  zone: 'UTC',
  timeColumn: 0,
  clockColumn: null,
  unit: 'kg',
  temperatureUnit: 'C',
  columns: [{ column: 1, scaleId: 7, quantity: 'weight' }],
}

/** What is found in rows of a time in minutes, a weight, and further cells. */
function find(heading: string[], rows: Iterable<[minute: number, weight: number | string, ...string[]]>, changes = {}) {
  const mapping = { ...LAYOUT, ...changes }
  const finder = createNameFinder(mapping)
  const read = createReadingReader(mapping, NOW, 0)
  for (const [minute, weight, ...others] of rows) {
    const cells = [String(START + Math.round(minute * 60)), String(weight), ...others]
    finder.add(cells, read(cells, 1).readings)
  }
  return finder.get([['Time', 'Weight', ...heading]])
}

const minutes = (count: number) => Array.from({ length: count }, (_, i) => i)
const hive = (minute: number, name: string): [number, number, string] => [minute, name === 'Linde' ? 43 : 31, name]
const noWords = [''] as string[]

describe('rows of two hives', () => {
  const [linde, ahorn] = [minutes(50).map((i) => hive(i, 'Linde')), minutes(40).map((i) => hive(i, 'Ahorn'))]
  const found = {
    column: 2,
    values: [
      { value: 'Linde', rows: 50 },
      { value: 'Ahorn', rows: 40 },
    ],
    isComplete: true,
  }

  it('of the same times, one hive after the other', () => {
    expect(find(noWords, [...linde, ...ahorn])).toEqual(found)
  })

  it('of the same times, in turn', () => {
    const inTurn = minutes(50).flatMap((i) => [linde[i]!, ...(i < 40 ? [ahorn[i]!] : [])])
    expect(find(noWords, inTurn)).toEqual(found)
  })

  it.each(['Volk', 'Scale', 'hive_id', 'entity_id', 'Capteur', 'Dispositivo', '_field'])(
    'of times of their own, below %s',
    (heading) => {
      const later = ahorn.map(([minute, ...row]) => [minute + 0.4, ...row] as (typeof ahorn)[0])
      expect(find([heading], [...linde, ...later])).toEqual(found)
      expect(find(noWords, [...linde, ...later])).toBeUndefined()
    },
  )

  it('that are numbers', () => {
    const numbered = minutes(90).map((i): [number, number, string] => [i >> 1, 40 + (i % 2), String(1 + (i % 2))])
    expect(find(noWords, numbered)).toMatchObject({ column: 2, values: [{ value: '1' }, { value: '2' }] })
    const later = numbered.map(([minute, ...row], i) => [minute + (i % 2) / 2, ...row] as (typeof numbered)[0])
    expect(find(['Waage'], later)).toMatchObject({ column: 2 })
  })
})

describe('one hive', () => {
  const state = (i: number) => (i % 7 === 0 ? 'error' : 'ok')

  it.each<[string, string[], Parameters<typeof find>[1]]>([
    ['whose column has one name', ['Hive'], minutes(50).map((i) => hive(i, 'Linde'))],
    ['with a state', ['Sensor status'], minutes(50).map((i) => [i, 40 + i / 10, state(i)])],
    ['with notes', ['Note'], minutes(50).map((i) => [i, 40, i % 9 === 0 ? `Note ${i}` : ''])],
    ['with a number for each row', ['Id'], minutes(50).map((i) => [i >> 1, 40 + i, String(i)])],
    ['whose sensor was replaced', ['Sensor'], minutes(50).map((i) => [i, 40, i < 30 ? 'old' : 'new'])],
    ['beside a scale in a column of its own', ['Waage 2'], minutes(50).map((i) => [i, 40, String(30 + (i % 3))])],
    ['beside decimals', ['Scale'], minutes(50).map((i) => [i, 40, String(30.5 + (i % 3))])],
    [
      'read twice a minute',
      ['RSSI'],
      minutes(90).map((i) => [i >> 1, 40 + (i % 2) / 10, String(-90 - ((i % 5) >> 1))]),
    ],
    ['listed twice', ['Part'], minutes(90).map((i) => [i % 45, 40 + (i % 45), i < 45 ? 'first' : 'second'])],
    [
      'whose readings come in parts',
      ['Sensor'],
      minutes(90).map((i) => [i >> 1, ...(i % 2 ? ['', 'b', '34'] : ['40', 'a', ''])] as [number, string, string]),
    ],
    ['nothing', ['Hive'], []],
  ])('%s', (_, heading, rows) => {
    const temperature = { column: 3, scaleId: 7, quantity: 'temperature' } as const
    expect(find(heading, rows, { columns: [...LAYOUT.columns, temperature] })).toBeUndefined()
  })

  it('with two contradictory rows by accident', () => {
    const rows = minutes(500).map((i): [number, number, string] => [i, 40 + i / 100, state(i)])
    expect(find(noWords, [...rows, [3, 20, 'error'], [4, 20, 'error']])).toBeUndefined()
  })
})

describe('several columns of names', () => {
  const fields = minutes(60).flatMap((i): [number, number, ...string[]][] => [
    [i, 43, '0', 'ok', 'weight', 'Linde'],
    [i, 34, '1', 'ok', 'temperature', 'Linde'],
    [i, 31, '2', 'ok', 'weight', 'Ahorn'],
    [i, 33, '3', 'ok', 'temperature', 'Ahorn'],
  ])
  const heading = ['table', 'state', '_field', 'hive']

  it('are asked about one after the other, that of the hive first', () => {
    expect(find(heading, fields)).toMatchObject({ column: 5 })
    const linde = { column: 5, value: 'Linde' }
    expect(find(heading, fields, { only: [linde] })).toMatchObject({
      column: 4,
      values: [
        { value: 'weight', rows: 60 },
        { value: 'temperature', rows: 60 },
      ],
    })
    expect(find(heading, fields, { only: [linde, { column: 4, value: 'weight' }] })).toBeUndefined()
  })

  it('are not asked about any more once all rows belong together', () => {
    expect(find(heading, fields, { only: [{ column: 5, value: null }] })).toBeUndefined()
    const all = { column: 4, value: null }
    expect(find(heading, fields, { only: [{ column: 5, value: 'Linde' }, all] })).toBeUndefined()
  })

  it('are taken on trust if the mapping asks for their names', () => {
    const rows = minutes(50).map((i): [number, number, ...string[]] => [i, 40, i % 2 ? 'Anna' : 'Ben', 'ok', String(i)])
    expect(find(['Who'], rows)).toBeUndefined()
    expect(find(['Who'], rows, { only: [{ column: 2 }] })).toMatchObject({ column: 2, values: [{ rows: 25 }, {}] })
    expect(find(['Who'], rows, { only: [{ column: 3 }] })).toBeUndefined()
    const wide = rows.map(
      ([minute, weight, ...cells]) => [minute, weight, ...Array(40).fill('x'), ...cells] as (typeof rows)[0],
    )
    expect(find([], wide, { only: [{ column: 42 }] })).toMatchObject({ column: 42 })
    expect(find(heading, fields, { only: [{ column: 4 }] })).toMatchObject({ column: 4 })
    expect(find(heading, fields, { only: [{ column: 4 }, { column: 5, value: null }] })).toMatchObject({ column: 4 })
  })

  it('without headings, words come before numbers', () => {
    expect(find([], fields)).toMatchObject({ column: 4 })
  })
})

describe('names', () => {
  it('that look the same are the same, others are not', () => {
    const names = ['Linde 1', ' Linde  1', 'Linde\u00a01', 'linde 1', 'Mu\u0308ller', 'Müller', '', '"', '蜂', 'נחל']
    const rows = minutes(30).flatMap((i) => names.map((name, at): [number, number, string] => [i, 40 + at, name]))
    expect(find(['Hive'], rows)?.values).toEqual([
      { value: 'Linde 1', rows: 90 },
      { value: 'Müller', rows: 60 },
      ...['linde 1', '', '"', '蜂', 'נחל'].map((value) => ({ value, rows: 30 })),
    ])
    expect(find(['Hive'], rows, { only: [{ column: 2, value: 'Linde\u00a0\u00a01 ' }] })).toBeUndefined()
  })

  it('that are too many are found, and the most frequent are listed', () => {
    function* rows(): Generator<[number, number, string]> {
      for (let i = 0; i < 10; i++) for (let at = 0; at < 20_000; at++) yield [i * 10, 40 + (at % 7), `Hive ${at}`]
      for (let i = 0; i < 10; i++) yield [i * 10 + 5, 40, 'Hive 500']
    }
    const found = find(noWords, rows())
    expect(found).toMatchObject({ column: 2, isComplete: false, values: { length: LISTED_NAMES } })
    expect(found?.values[0]).toEqual({ value: 'Hive 500', rows: 20 })
  })

  it('are no long texts, one of which changes nothing about the others', () => {
    const text = (length: number): [number, number, string] => [0, 40, 'x'.repeat(length)]
    const rows = minutes(90).map((i): [number, number, string] => [i >> 1, 40 + i, i % 2 ? 'Linde' : 'x'.repeat(201)])
    expect(find(['Hive'], rows)).toBeUndefined()
    const hives = minutes(90).map((i): [number, number, string] => [i >> 1, 40 + i, i % 2 ? 'Linde' : 'Ahorn'])
    expect(find(['Hive'], [text(200), ...hives])?.values).toHaveLength(3)
    expect(find(['Hive'], [text(201), ...hives])).toMatchObject({ values: { length: 2 }, isComplete: false })
  })
})

it('in a table of any length, two hives of the same times are told apart, and one of them is one', () => {
  const tables = fc.record({
    count: fc.integer({ min: 10, max: 12_000 }),
    step: fc.integer({ min: 1, max: 30 }),
    isInTurn: fc.boolean(),
  })
  fc.assert(
    fc.property(tables, ({ count, step, isInTurn }) => {
      const rows = minutes(2 * count).map((i) => {
        const [at, name] = isInTurn ? [i >> 1, i % 2] : [i % count, Math.floor(i / count)]
        return hive(at * step, name === 0 ? 'Linde' : 'Ahorn')
      })
      const within = NOW - START > count * step * 60
      const found = find(noWords, rows)
      if (within) expect(found?.values.map(({ rows }) => rows)).toEqual([count, count])
      expect(find(noWords, rows, { only: [{ column: 2, value: 'Linde' }] })).toBeUndefined()
    }),
    { numRuns: 20 },
  )
})

describe('where names lead to scales', () => {
  const hives = Array.from({ length: 150 }, (_, i) => `H${i}`)
  const names = { columns: [2], rows: hives.map((name, i) => ({ cells: [name], scaleId: i + 1 })) }
  const rowsOf = (hive: string, sensors: string[]) =>
    minutes(20).flatMap((i) =>
      sensors.map((sensor, at): [number, number, ...string[]] => [i, 40 + 9 * at, hive, sensor]),
    )

  it('rows of the same times are not mixed', () => {
    expect(
      find(
        ['Hive', ''],
        hives.flatMap((hive) => rowsOf(hive, [`S${hive}`])),
        { names },
      ),
    ).toBeUndefined()
    expect(
      find(
        ['Hive', 'Unit'],
        hives.flatMap((hive) => rowsOf(hive, ['kg'])),
        { names },
      ),
    ).toBeUndefined()
  })

  it('a single scale that gets rows of two sensors is found among many', () => {
    const rows = hives.flatMap((hive) => rowsOf(hive, hive === 'H77' ? ['new', 'old'] : ['new']))
    const found = find(['Hive', ''], rows, { names })
    expect(found).toMatchObject({ column: 3, isComplete: true })
    expect(found?.values).toHaveLength(151)
    expect(found?.values).toContainEqual({ value: 'old', rows: 20, of: ['H77'] })
  })
})
