import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportFindings, ImportMapping, ImportQuantity } from '#domain/hives/import.ts'
import { guessLayout } from '#domain/platform/csv-layout.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let folder: string
let app: TestApp
let anna: Client
let scales: number[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  const controller = await app.claim(anna, 'Waldrand')
  scales = [await app.addScale(anna, controller.id, 1), await app.addScale(anna, controller.id, 2)]
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function upload(body: string) {
  const headers = { cookie: anna.cookie ?? '', 'content-type': 'text/csv' }
  const response = await app.app.request('/api/imports?name=long.csv', { method: 'POST', body, headers })
  const { id, lines } = (await response.json()) as { id: number; lines: string[] }
  return { id, lines }
}

function suggested(lines: string[]): ImportMapping {
  const { quantities, headings: _, timeColumn, ...layout } = guessLayout(lines)
  const columns = quantities.flatMap((quantity, column) =>
    quantity ? [{ column, scaleId: scales[0]!, quantity }] : [],
  )
  return { ...layout, timeColumn: timeColumn!, zone: 'Europe/Zurich', unit: 'kg', temperatureUnit: 'C', columns }
}

async function check(id: number, mapping: ImportMapping): Promise<ImportFindings> {
  const { body } = await anna.post(`/imports/${id}/preview`, { mapping })
  expect(body).toMatchObject({ status: 'checking' })
  await app.imports.idle()
  return (await anna.get(`/imports/${id}`)).body.findings
}

async function store(id: number) {
  await anna.post(`/imports/${id}/confirm`)
  await app.imports.idle()
  return (await anna.get(`/imports/${id}`)).body
}

async function tileOf(scaleId: number) {
  const span = `from=${Date.parse('2026-05-01') / 1000}&to=${Date.parse('2026-06-01') / 1000}`
  const { body } = await anna.get(`/timeline?scales=${scaleId}&${span}&level=raw`)
  const [{ revision: _, ...tile } = { revision: 0 }] = body.series[0].tiles
  return tile
}

const minutes = Array.from({ length: 20 }, (_, i) => i)
const timeOf = (minute: number, second = '00') => `2026-05-09T20:${10 + minute}:${second}Z`
type Measured = [name: string, scale: number, quantity: ImportQuantity | undefined]
const leading = (columns: number[], ...names: Measured[]): ImportMapping['names'] => ({
  columns,
  rows: names.map(([name, scale, quantity]) => {
    return { cells: name.split(' '), scaleId: scales[scale]!, ...(quantity && { quantity }) }
  }),
})

const fields = [
  { field: 'weight_kg', value: (i: number) => 43 + i / 10 },
  { field: 'temp_c', value: (i: number) => 34 + i / 10 },
  { field: 'humidity', value: (i: number) => 60 + i },
  { field: 'battery', value: () => 3.9 },
]

/** What InfluxDB writes of two hives, field by field. */
const influx = (order: readonly { field: string; value: (i: number) => number }[] = fields) =>
  [
    ',result,table,_time,_value,_field,_measurement,hive',
    ...order.flatMap(({ field, value }, table) =>
      ['h1', 'h2'].flatMap((hive, at) =>
        minutes.map((i) => `,,${2 * table + at},${timeOf(i)},${value(i) + at},${field},hives,${hive}`),
      ),
    ),
  ].join('\n')

const allFields = () =>
  leading(
    [7, 5],
    ['h1 weight_kg', 0, 'weight'],
    ['h1 temp_c', 0, 'temperature'],
    ['h1 humidity', 0, 'humidity'],
    ['h2 weight_kg', 1, 'weight'],
    ['h2 temp_c', 1, 'temperature'],
    ['h2 humidity', 1, 'humidity'],
  )

describe('a table with a row for each quantity', () => {
  it.each([
    ['field by field', fields],
    ['in another order', fields.toReversed()],
  ])('brings all of them in one import, and one undo removes them: %s', async (_, order) => {
    const { id, lines } = await upload(influx(order))
    const mapping = suggested(lines)
    const hives = leading([7], ['h1', 0, undefined], ['h2', 1, undefined])
    const asked = await check(id, { ...mapping, names: hives })
    expect(asked.names?.column).toBe(5)
    expect(asked.names?.values).toHaveLength(8)
    const found = await check(id, { ...mapping, names: allFields() })
    expect(found).toMatchObject({ rows: 160, readings: 120, duplicates: 0, rejected: 0 })
    expect(found.names).toBeUndefined()
    expect(found.scales).toMatchObject([
      { scaleId: scales[0], readings: 60, weightMin: 43, weightMax: 44.9 },
      { scaleId: scales[1], readings: 60, weightMin: 44, weightMax: 45.9 },
    ])
    expect(await store(id)).toMatchObject({ status: 'imported', readings: 120, duplicates: 0 })
    for (const [at, scaleId] of scales.entries()) {
      const { time, ...columns } = await tileOf(scaleId)
      expect(time).toHaveLength(20)
      expect(columns.weight).toEqual(minutes.map((i) => expect.closeTo(43 + at + i / 10, 6)))
      expect(columns.temperature).toEqual(minutes.map((i) => expect.closeTo(34 + at + i / 10, 6)))
      expect(columns.humidity).toEqual(minutes.map((i) => expect.closeTo(60 + at + i, 6)))
    }
    await anna.post(`/imports/${id}/undo`)
    await app.imports.idle()
    for (const scaleId of scales) expect((await tileOf(scaleId)).time ?? []).toEqual([])
  })

  it('becomes the same as a table with a column for each', async () => {
    const wide = minutes.map(
      (i) =>
        `${timeOf(i)},${fields
          .slice(0, 3)
          .map(({ value }) => value(i))
          .join(',')}`,
    )
    const { id: first, lines } = await upload(['time,weight,temperature,humidity', ...wide].join('\n'))
    await check(first, suggested(lines))
    await store(first)
    const long = await upload(influx())
    const ofSecond = leading(
      [7, 5],
      ['h1 humidity', 1, 'humidity'],
      ['h1 temp_c', 1, 'temperature'],
      ['h1 weight_kg', 1, 'weight'],
    )
    await check(long.id, { ...suggested(long.lines), names: ofSecond })
    await store(long.id)
    expect(await tileOf(scales[1]!)).toEqual(await tileOf(scales[0]!))
  })

  it('a quantity missing at some times leaves the others, and the first of two values of a time counts', async () => {
    const text = [
      'time,sensor,value',
      ...minutes.map((i) => `${timeOf(i)},weight,${40 + i}`),
      ...minutes.filter((i) => i % 2).map((i) => `${timeOf(i)},temperature,${20 + i}`),
      ...minutes.map((i) => `${timeOf(i)},weight,99`),
      `${timeOf(0)},temperature,5000`,
      `${timeOf(0)},temperature,unavailable`,
    ].join('\n')
    const { id, lines } = await upload(text)
    const names = leading([1], ['weight', 0, 'weight'], ['temperature', 0, 'temperature'])
    const found = await check(id, { ...suggested(lines), names })
    expect(found).toMatchObject({ rows: 52, readings: 30, duplicates: 20, rejected: 2 })
    expect(found.faults.map(({ code, column }) => [code, column])).toEqual([
      ['temperature_out_of_range', 2],
      ['values_missing', null],
    ])
    expect(await store(id)).toMatchObject({ readings: 30, duplicates: 20 })
    const { weight, temperature } = await tileOf(scales[0]!)
    expect(weight).toEqual(minutes.map((i) => 40 + i))
    expect(temperature).toEqual(minutes.map((i) => (i % 2 ? 20 + i : null)))
  })

  it('quantities whose names lie in one column with those of the hives need one answer only', async () => {
    const text = [
      'entity_id,state,last_changed',
      ...minutes.flatMap((i) => [
        `sensor.hive_1_weight,${43 + i / 10},${timeOf(i, '01.123')}`,
        `sensor.hive_1_temperature,${34 + i / 10},${timeOf(i, '01.523')}`,
        `sensor.hive_2_weight,${31 + i / 10},${timeOf(i, '40.001')}`,
      ]),
    ].join('\n')
    const { id, lines } = await upload(text)
    const mapping = { ...suggested(lines), columns: [{ column: 1, scaleId: scales[0]!, quantity: 'weight' as const }] }
    expect((await check(id, mapping)).names?.values).toHaveLength(3)
    const names = leading(
      [0],
      ['sensor.hive_1_weight', 0, 'weight'],
      ['sensor.hive_1_temperature', 0, 'temperature'],
      ['sensor.hive_2_weight', 1, 'weight'],
    )
    expect((await check(id, { ...mapping, names })).names).toBeUndefined()
    await store(id)
    const { time, weight, temperature } = await tileOf(scales[0]!)
    expect([time.length, weight[19], temperature[19]]).toEqual([20, 44.9, 35.9])
    expect((await tileOf(scales[1]!)).temperature ?? []).not.toContainEqual(expect.any(Number))
  })

  it('is asked about by the words below a heading that says nothing', async () => {
    const rows = minutes.flatMap((i) => [`${timeOf(i)};Gewicht;43,5`, `${timeOf(i, '30')};Temperatur;34,5`])
    const { id, lines } = await upload(['Zeit;Was;Wert', ...rows].join('\n'))
    expect((await check(id, suggested(lines))).names).toMatchObject({ column: 1, values: [{}, {}] })
  })

  it.each<[string, Measured[], number]>([
    [
      'two names for one quantity of a scale',
      [
        ['a', 0, 'weight'],
        ['b', 0, 'weight'],
      ],
      400,
    ],
    [
      'a name of the quantity that the column has anyway',
      [
        ['a', 0, undefined],
        ['b', 0, 'weight'],
      ],
      400,
    ],
    ['a quantity that does not exist', [['a', 0, 'pressure' as ImportQuantity]], 400],
    [
      'one quantity of two scales',
      [
        ['a', 0, 'weight'],
        ['b', 1, 'weight'],
      ],
      200,
    ],
    [
      'two quantities of a scale',
      [
        ['a', 0, undefined],
        ['b', 0, 'humidity'],
      ],
      200,
    ],
  ])('%s: answered with the right status', async (_, names, status) => {
    const { id, lines } = await upload(`time,sensor,value\n${timeOf(0)},a,43\n${timeOf(1)},b,44\n`)
    const mapping = { ...suggested(lines), names: leading([1], ...names) }
    expect((await anna.post(`/imports/${id}/preview`, { mapping })).status).toBe(status)
  })

  it('with two columns of values, a name has no quantity', async () => {
    const { id, lines } = await upload(`time,sensor,weight,temperature\n${timeOf(0)},a,43,34\n`)
    const mapping = { ...suggested(lines), names: leading([1], ['a', 0, 'weight']) }
    expect((await anna.post(`/imports/${id}/preview`, { mapping })).status).toBe(400)
  })
})
