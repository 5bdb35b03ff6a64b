import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { guessLayout } from '#domain/platform/csv-layout.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createImportLoop } from './import-loop.ts'

let folder: string
let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let target: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna, 'Waldrand')
  target = await app.addScale(anna, controller.id, 8, { name: 'Target' })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const headers = () => ({ cookie: anna.cookie ?? '', 'content-type': 'text/csv' })

async function upload(body: string | ArrayBuffer) {
  const response = await app.app.request('/api/imports?name=scales.csv', { method: 'POST', body, headers: headers() })
  const { id, lines } = (await response.json()) as { id: number; lines: string[] }
  return { id, lines }
}

/** What the form suggests for a table of one scale. */
function suggested(lines: string[]): ImportMapping {
  const { quantities, headings: _, timeColumn, ...layout } = guessLayout(lines)
  const columns = quantities.flatMap((quantity, column) => (quantity ? [{ column, scaleId: target, quantity }] : []))
  return { ...layout, timeColumn: timeColumn!, zone: 'Europe/Zurich', unit: 'kg', temperatureUnit: 'C', columns }
}

async function check(id: number, mapping: ImportMapping): Promise<ImportFindings> {
  await anna.post(`/imports/${id}/preview`, { mapping })
  await app.imports.idle()
  const { body } = await anna.get(`/imports/${id}`)
  expect(body).toMatchObject({ status: 'checked', mapping })
  return body.findings
}

async function store(id: number) {
  await anna.post(`/imports/${id}/confirm`)
  await app.imports.idle()
  expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'imported' })
}

async function weights(scale = target): Promise<[number, number][]> {
  const span = `from=${Date.parse('2026-05-01') / 1000}&to=${Date.parse('2026-06-01') / 1000}`
  const { body } = await anna.get(`/timeline?scales=${scale}&${span}&level=raw`)
  const [tile] = body.series[0].tiles
  return tile?.time.map((time: number, i: number) => [time, tile.weight[i]]) ?? []
}

const send = (readings: object[], { imei, imsi, deviceKey } = controller) =>
  app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })

const evening = (channel: number, weight: number, second = 0) =>
  Array.from({ length: 12 }, (_, i) => ({
    time: `2026-05-09T20:${String(i * 5).padStart(2, '0')}:${String(second).padStart(2, '0')}Z`,
    channel,
    weight: weight + i / 10,
    temperature: 34,
  }))

async function exportedTable(scales: number[], language: string): Promise<ArrayBuffer> {
  const { body } = await anna.post('/jobs', { type: 'EXPORT', scales, language, timeZone: 'Europe/Zurich' })
  await app.jobs.idle()
  return (await app.app.request(`/api/exports/${body.id}`, { headers: { cookie: anna.cookie! } })).arrayBuffer()
}

describe.each(['en', 'de', 'fr', 'es'])('an export of several scales in %s', (language) => {
  it.each([
    ['of the same times', 0],
    ['of times of their own', 7],
  ])('%s: the rows of the one that is chosen are imported', async (_, second) => {
    const names = ['Hive 1', 'Volk; "3"', '=蜂 3']
    const scales = [
      await app.addScale(anna, controller.id, 1, { name: names[0] }),
      await app.addScale(anna, controller.id, 2, { name: names[1] }),
    ]
    const other = await app.claim(anna, 'Seeblick')
    scales.push(await app.addScale(anna, other.id, 1, { name: names[2] }))
    await send(evening(1, 40))
    await send(evening(2, 31, second))
    await send(evening(1, 22, second && 22), other)
    const { id, lines } = await upload(await exportedTable(scales, language))
    const mapping = suggested(lines)
    const { names: found } = await check(id, mapping)
    expect(found).toMatchObject({ column: 2, isComplete: true })
    expect(found?.values.map(({ value, rows }) => [value, rows]).sort()).toEqual([
      ["'=蜂 3", 12],
      ['Hive 1', 12],
      ['Volk; "3"', 12],
    ])
    expect((await anna.post(`/imports/${id}/confirm`)).body.code).toBe('import_rows_mixed')

    const chosen = await check(id, { ...mapping, only: [{ column: 2, value: 'Volk; "3"' }] })
    expect(chosen).toMatchObject({ rows: 36, readings: 12, duplicates: 0, rejected: 0 })
    expect(chosen.names).toBeUndefined()
    await store(id)
    expect((await anna.get('/imports')).body).toMatchObject([{ name: 'scales.csv', rowNames: ['Volk; "3"'] }])
    expect(await weights()).toEqual(await weights(scales[1]))
    expect(await weights()).toHaveLength(12)
  })
})

/** Uploads our own export of two transmitters that both have a scale of the same name. */
async function uploadSameNames() {
  const other = await app.claim(anna, 'Seeblick')
  const scales = [
    await app.addScale(anna, controller.id, 1, { name: 'Hive 1' }),
    await app.addScale(anna, controller.id, 2, { name: 'Hive 2' }),
    await app.addScale(anna, other.id, 1, { name: 'Hive 1' }),
  ]
  await send([...evening(1, 40), ...evening(2, 31)])
  await send(evening(1, 22), other)
  const { id, lines } = await upload(await exportedTable(scales, 'en'))
  return { other, scales, id, lines }
}

describe('scales of an export in one go', () => {
  const minutes = Array.from({ length: 20 }, (_, i) => `2026-05-09T20:${10 + i}:00Z`)
  const table = (...hives: string[]) =>
    ['Time;Weight;Hive', ...hives.flatMap((hive, at) => minutes.map((time) => `${time};${20 + at};${hive}`))].join('\n')

  it('each name leads to its scale, and one undo removes all', async () => {
    const other = await app.claim(anna, 'Seeblick')
    const scales = [await app.addScale(anna, controller.id, 1), await app.addScale(anna, other.id, 1)]
    const { id, lines } = await upload(table('Linde', 'Ahorn', 'Esche'))
    const mapping = suggested(lines)
    expect((await check(id, mapping)).names?.values).toHaveLength(3)
    const rows = [
      { cells: ['Linde'], scaleId: scales[0]! },
      { cells: ['Esche'], scaleId: scales[1]! },
      { cells: ['Ulme'], scaleId: target },
    ]
    const found = await check(id, { ...mapping, names: { columns: [2], rows } })
    expect(found.names).toBeUndefined()
    expect(found).toMatchObject({ rows: 60, readings: 40, duplicates: 0, rejected: 0 })
    expect(found.scales).toMatchObject([
      { scaleId: scales[0], readings: 20, weightMin: 20, weightMax: 20 },
      { scaleId: scales[1], readings: 20, weightMin: 22, weightMax: 22 },
      { scaleId: target, readings: 0 },
    ])
    await store(id)
    expect((await weights(scales[0])).map(([, weight]) => weight)).toEqual(Array(20).fill(20))
    expect((await weights(scales[1])).map(([, weight]) => weight)).toEqual(Array(20).fill(22))
    expect(await weights()).toEqual([])
    await anna.post(`/imports/${id}/undo`)
    await app.imports.idle()
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'undone', readings: 40 })
    expect([...(await weights(scales[0])), ...(await weights(scales[1]))]).toEqual([])
  })

  it('names that repeat at each transmitter are asked about along with it', async () => {
    const { other, scales, id, lines } = await uploadSameNames()
    const receivers = [target, await app.addScale(anna, other.id, 2), await app.addScale(anna, other.id, 3)] as const
    const mapping = suggested(lines)
    const byName = [
      { cells: ['Hive 1'], scaleId: receivers[0] },
      { cells: ['Hive 2'], scaleId: receivers[1] },
    ]
    const { names } = await check(id, { ...mapping, names: { columns: [2], rows: byName } })
    expect(names).toEqual({
      column: 1,
      values: [
        { value: 'Waldrand', rows: 12, of: ['Hive 1'] },
        { value: 'Seeblick', rows: 12, of: ['Hive 1'] },
        { value: 'Waldrand', rows: 12, of: ['Hive 2'] },
      ],
      isComplete: true,
    })
    expect((await anna.post(`/imports/${id}/confirm`)).body.code).toBe('import_rows_mixed')
    const rows = [
      { cells: ['Hive 1', 'Waldrand'], scaleId: receivers[0] },
      { cells: ['Hive 2', 'Waldrand'], scaleId: receivers[1] },
      { cells: ['Hive 1', 'Seeblick'], scaleId: receivers[2] },
    ]
    const found = await check(id, { ...mapping, names: { columns: [2, 1], rows } })
    expect(found).toMatchObject({ readings: 36, rejected: 0 })
    expect(found.names).toBeUndefined()
    await store(id)
    for (const [at, receiver] of receivers.entries()) expect(await weights(receiver)).toEqual(await weights(scales[at]))
  })

  it('continues where it was stopped, without losing a reading of any scale', async () => {
    const times = Array.from({ length: 4000 }, (_, i) => new Date(Date.UTC(2026, 3, 1, 0, i * 10)).toISOString())
    const text = ['Time;Weight;Hive', ...times.flatMap((time) => [`${time};20;Linde`, `${time};30;Ahorn`])].join('\n')
    const scale = await app.addScale(anna, controller.id, 1)
    const { id, lines } = await upload(text)
    const rows = [
      { cells: ['Linde'], scaleId: target },
      { cells: ['Ahorn'], scaleId: scale },
    ]
    expect(await check(id, { ...suggested(lines), names: { columns: [2], rows } })).toMatchObject({ readings: 8000 })
    await app.imports.stop()
    await anna.post(`/imports/${id}/confirm`)
    const stopping = createImportLoop(app.deps)
    const stopped = Promise.withResolvers<void>()
    const unsubscribe = app.deps.events.subscribe(() => {
      unsubscribe()
      stopped.resolve(stopping.stop())
    })
    stopping.wake()
    await stopped.promise
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'importing', readings: 5000 })
    const next = createImportLoop(app.deps)
    next.wake()
    await next.idle()
    await next.stop()
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'imported', readings: 8000, duplicates: 0 })
  })

  it.each<[string, { columns: number[]; cells: string[][]; isOfAnother?: boolean }]>([
    ['that receives rows of two names', { columns: [2], cells: [['Linde'], ['Ahorn']] }],
    ['that shares a name with another', { columns: [2], cells: [['Linde'], [' Linde ']], isOfAnother: true }],
    ['with a cell too few', { columns: [2, 3], cells: [['Linde']] }],
    ['by a column of weights', { columns: [1], cells: [['Linde']] }],
    ['without any name', { columns: [2], cells: [] }],
  ])('a scale %s is refused', async (_, { columns, cells, isOfAnother }) => {
    const second = isOfAnother ? await app.addScale(anna, controller.id, 1) : target
    const { id, lines } = await upload(table('Linde'))
    const rows = cells.map((cells, i) => ({ cells, scaleId: i > 0 ? second : target }))
    const mapping = { ...suggested(lines), names: { columns, rows } }
    expect(await anna.post(`/imports/${id}/preview`, { mapping })).toMatchObject({ status: 400 })
  })

  it('a scale of somebody else is refused', async () => {
    const ben = await app.signIn('ben@example.org')
    const place = await app.claim(ben, 'Bergli')
    const foreign = await app.addScale(ben, place.id, 1)
    const { id, lines } = await upload(table('Linde'))
    const names = { columns: [2], rows: [{ cells: ['Linde'], scaleId: foreign }] }
    const { status } = await anna.post(`/imports/${id}/preview`, { mapping: { ...suggested(lines), names } })
    expect(status).toBe(404)
  })
})

it('scales of the same name are told apart by their transmitters', async () => {
  const { scales, id, lines } = await uploadSameNames()
  const mapping = suggested(lines)
  expect((await check(id, mapping)).names?.column).toBe(2)
  const one = { column: 2, value: 'Hive 1' }
  const { names } = await check(id, { ...mapping, only: [one] })
  expect(names).toEqual({
    column: 1,
    values: [
      { value: 'Waldrand', rows: 12 },
      { value: 'Seeblick', rows: 12 },
    ],
    isComplete: true,
  })
  const chosen = await check(id, { ...mapping, only: [one, { column: 1, value: 'Seeblick' }] })
  expect(chosen).toMatchObject({ readings: 12, scales: [{ weightMin: 22, weightMax: 23.1 }] })
  await store(id)
  expect(await weights()).toEqual(await weights(scales[2]))
})

const influxRow = (table: number, minute: number, value: number, field: string, hive: string) =>
  `,,${table},2026-05-09T00:00:00Z,2026-05-10T00:00:00Z,2026-05-09T20:${10 + minute}:00Z,${value},${field},scale,${hive}`
const influxHead = [
  '#group,false,false,true,true,false,false,true,true,true',
  '#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string',
  '#default,mean,,,,,,,,',
  ',result,table,_start,_stop,_time,_value,_field,_measurement,hive',
]
const twenty = Array.from({ length: 20 }, (_, i) => i)

it('the annotated CSV of InfluxDB is read field by field', async () => {
  const text = [
    ...influxHead,
    ...twenty.map((i) => influxRow(0, i, 43.5, 'weight', 'h1')),
    ...twenty.map((i) => influxRow(1, i, 34.5, 'temperature', 'h1')),
    ...twenty.map((i) => influxRow(2, i, 31.5, 'weight', 'h2')),
  ].join('\r\n')
  const { id, lines } = await upload(text)
  const mapping = suggested(lines)
  expect(mapping.columns).toEqual([{ column: 6, scaleId: target, quantity: 'weight' }])
  expect(await check(id, mapping)).toMatchObject({ faults: [], names: { column: 9, values: [{ value: 'h1' }, {}] } })
  const hive = { column: 9, value: 'h1' }
  const { names } = await check(id, { ...mapping, only: [hive] })
  expect(names).toMatchObject({ column: 7, values: [{ value: 'weight' }, { value: 'temperature' }] })
  const only = [hive, { column: 7, value: 'weight' }]
  expect(await check(id, { ...mapping, only })).toMatchObject({ readings: 20, scales: [{ weightMax: 43.5 }] })
})

it('annotated CSV of InfluxDB in several tables with other columns is read as one', async () => {
  const moved = twenty.map((i) => `,,2,h2,scale,weight,2026-05-09T20:${10 + i}:00Z,31`)
  const text = [
    ...influxHead,
    ...twenty.map((i) => influxRow(0, i, 43.5, 'weight', 'h1')),
    '',
    '#group,false,false,true,true,true,false,false',
    '#datatype,string,long,string,string,string,dateTime:RFC3339,long',
    '#default,mean,,,,,,',
    ',result,table,hive,_measurement,_field,_time,_value',
    ...moved,
    '',
  ].join('\r\n')
  const { id, lines } = await upload(text)
  const mapping = suggested(lines)
  const columns = [{ column: 6, scaleId: target, quantity: 'weight' as const }]
  expect(mapping.columns).toEqual(columns)
  const second = await app.addScale(anna, controller.id, 1)
  const rows = [
    { cells: ['h1'], scaleId: target },
    { cells: ['h2'], scaleId: second },
  ]
  expect((await check(id, mapping)).names?.values).toEqual([
    { value: 'h1', rows: 20 },
    { value: 'h2', rows: 20 },
  ])
  const found = await check(id, { ...mapping, names: { columns: [9], rows } })
  expect(found).toMatchObject({ rows: 40, readings: 40, rejected: 0, faults: [] })
  await store(id)
  expect(new Set((await weights()).map(([, weight]) => weight))).toEqual(new Set([43.5]))
  expect(new Set((await weights(second)).map(([, weight]) => weight))).toEqual(new Set([31]))
})

it('the history of Home Assistant is read sensor by sensor, without the faults of others', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `2026-05-09T20:${10 + i}:0`)
  const text = [
    'entity_id,state,last_changed',
    ...rows.map((time, i) => `sensor.hive_1,${43 + i / 10},${time}1.123Z`),
    ...rows.map((time) => `binary_sensor.door,off,${time}3.123Z`),
    ...rows.map((time, i) => `sensor.hive_2,${31 + i / 10},${time}2.123Z`),
  ].join('\n')
  const { id, lines } = await upload(text)
  const mapping = { ...suggested(lines), columns: [{ column: 1, scaleId: target, quantity: 'weight' as const }] }
  const { names, rejected } = await check(id, mapping)
  expect(rejected).toBe(20)
  expect(names?.values.map(({ value }) => value)).toEqual(['sensor.hive_1', 'sensor.hive_2'])
  const chosen = await check(id, { ...mapping, only: [{ column: 0, value: 'sensor.hive_2' }] })
  expect(chosen).toMatchObject({ readings: 20, rejected: 0 })
})

it('rows that belong together in spite of their names are all imported', async () => {
  const rows = Array.from(
    { length: 20 },
    (_, i) => `2026-05-09T20:${10 + (i >> 1)}:00Z;${43 + i};${i % 2 ? 'ok' : 'error'}`,
  )
  const { id, lines } = await upload(`Time;Weight;State\n${rows.join('\n')}\n`)
  const mapping = suggested(lines)
  expect(await check(id, mapping)).toMatchObject({ names: { column: 2 } })
  const all = await check(id, { ...mapping, only: [{ column: 2, value: null }] })
  expect(all).toMatchObject({ readings: 10, duplicates: 10 })
  expect(all.names).toBeUndefined()
  await store(id)
  expect(await weights()).toHaveLength(10)
})

it.each([
  ['that holds the time', { column: 0, value: 'a' }],
  ['that holds weights', { column: 1, value: 'a' }],
  ['twice', { column: 2, value: 'b' }],
  ['below zero', { column: -1, value: 'a' }],
])('a name in a column %s is refused', async (_, one) => {
  const { id, lines } = await upload('Time;Weight;Hive\n2026-05-09T20:10:00Z;43;Linde\n')
  const mapping = { ...suggested(lines), only: [{ column: 2, value: 'a' }, one] }
  expect(await anna.post(`/imports/${id}/preview`, { mapping })).toMatchObject({ status: 400 })
})

it('titles and units above the names are no faults, but a reading there is', async () => {
  const text = 'Apiary;North;\nTime;Weight;Note\n;kg;\n;43;\n2026-05-09T20:10:00Z;43;\n2026-05-09T20:15:00Z;44;\n'
  const { id, lines } = await upload(text)
  const { faults, rows } = await check(id, suggested(lines))
  expect(faults).toEqual([{ line: 4, column: 0, value: '', code: 'time_missing' }])
  expect(rows).toBe(3)
})
