import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { ExportFormat } from '#domain/insight/export.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { exportFile, exportFolder } from './export-file.ts'
import type { ExportSeries, ExportStyle } from './export-rows.ts'
import { readExport } from './read-export.ts'
import type { ExportPart } from './read-export-part.ts'
import { sheetFile, sheetName } from './sheet-file.ts'
import { writeExport } from './write-export.ts'

const READINGS_A_DAY = 144
const DAYS = 400
const FROM = Date.parse('2025-01-01T00:00:00Z') / 1000
const TO = FROM + DAYS * DAY_SECONDS
const LARGEST_PART = 500_000

let app: TestApp
let anna: Client
let folder: string
let series: ExportSeries[]
let parts: number[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-export-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  const controller = await app.claim(anna)
  series = []
  for (const channel of [1, 2]) {
    const id = await app.addScale(anna, controller.id, channel)
    const names = { name: `Scale ${channel}`, transmitter: 'Waldrand' }
    series.push({ id, controllerId: controller.id, ...names, timeZone: 'Europe/Zurich' })
    await fill(id)
  }
  // the length of each part the reader thread returns
  parts = []
  const { read } = app.deps.database
  app.deps.database.read = (async (task: never, input: never) => {
    const answer = (await read(task, input)) as ExportPart
    if (task === 'exportPart' || task === 'sheetPart') parts.push(answer.bytes.length)
    return answer
  }) as typeof read
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function fill(scaleId: number, days = Array.from({ length: DAYS }, (_, day) => day)): Promise<void> {
  const step = DAY_SECONDS / READINGS_A_DAY
  const time = Int32Array.from({ length: READINGS_A_DAY }, (_, i) => i * step)
  const rows = days.map((day) => {
    const weight = time.map((_, i) => 40_000 + ((day * 7919 + i * 104_729) % 5000))
    const from = FROM + day * DAY_SECONDS
    const tile = { level: 'raw' as const, from, length: READINGS_A_DAY, time, columns: { weight } }
    return { scale_id: scaleId, level: levelNumber.raw, from, bytes: encodeTile(tile), revision: 1 }
  })
  for (let at = 0; at < rows.length; at += 100)
    await app.db
      .insertInto('tile')
      .values(rows.slice(at, at + 100))
      .execute()
}

const style = (format: ExportFormat): ExportStyle => ({
  format,
  level: 'raw',
  columns: ['transmitter', 'scale', 'weight'],
  language: 'en',
})
const heard = () => ({ progress: () => {}, signal: new AbortController().signal })
const source = (format: ExportFormat, to = TO) => ({
  series: series.map((one) => ({ ...one, from: FROM, to })),
  style: style(format),
})

it.each(['csv', 'json', 'xlsx'] as const)(
  'writes %s in pieces that stay small, however long the period',
  async (format) => {
    const { rows, bytes } = await writeExport(app.deps, { jobId: 1, format, source: source(format) }, heard())
    expect(rows).toBe(2 * DAYS * READINGS_A_DAY)
    expect(bytes).toBeGreaterThan(300_000)
    expect(parts.length).toBeGreaterThan(50)
    expect(Math.max(...parts)).toBeLessThan(LARGEST_PART)
  },
)

it('holds every reading once, in order', async () => {
  await writeExport(app.deps, { jobId: 1, format: 'csv', source: source('csv') }, heard())
  const times: Record<string, string[]> = { 'Scale 1': [], 'Scale 2': [] }
  const lines = createInterface({ input: createReadStream(exportFile(app.deps.config, 1, 'csv')) })
  for await (const line of lines) {
    const [time, , scale] = line.split(',')
    if (scale && times[scale]) times[scale].push(time!)
  }
  for (const ofScale of Object.values(times)) {
    expect(ofScale).toHaveLength(DAYS * READINGS_A_DAY)
    expect(ofScale[0]).toBe('2025-01-01 01:00:00')
    expect(ofScale.at(-1)).toBe('2026-02-05 00:50:00')
  }
})

it('reads nothing before it is needed', async () => {
  const reading = await readExport(app.deps, source('csv'), heard())
  const [first, second] = reading.series[0]!.parts
  expect(parts).toEqual([])
  await first!.file()
  await second!.file()
  expect(parts).toHaveLength(2)
})

it.each([
  ['raw', 2 * READINGS_A_DAY],
  ['day', 4],
] as const)('reads nothing of the years between two readings at level %s', async (level, rows) => {
  const { controllerId } = series[0]!
  const one = { ...series[0]!, id: await app.addScale(anna, controllerId, 3) }
  await fill(one.id, [0, 3650])
  const wanted = {
    series: [{ ...one, from: FROM, to: FROM + 3651 * DAY_SECONDS }],
    style: { ...style('csv'), level },
  }
  const written = await writeExport(app.deps, { jobId: 1, format: 'csv', source: wanted }, heard())
  expect(written).toMatchObject({ rows, missing: 0 })
  expect(parts).toHaveLength(2)
})

it('continues on another sheet if one is full', async () => {
  const reading = await readExport(app.deps, source('xlsx', FROM + 10 * DAY_SECONDS), heard())
  const pieces: Uint8Array[] = []
  const limits = { rows: 1001, bytes: 2 ** 20 }
  for await (const piece of sheetFile(reading, FROM * 1000, limits)) pieces.push(piece)
  const files = unzipSync(Buffer.concat(pieces))
  const rowsOf = (number: number) => strFromU8(files[`xl/worksheets/sheet${number}.xml`]!).match(/<row>.*?<\/row>/g)!
  // 1440 rows per scale, 1000 beside the heading on a sheet
  expect([1, 2, 3, 4].map((number) => rowsOf(number).length)).toEqual([1001, 441, 1001, 441])
  expect(files['xl/worksheets/sheet5.xml']).toBeUndefined()
  const times = [...rowsOf(1).slice(1), ...rowsOf(2).slice(1)].map((row) => Number(/<v>(.*?)<\/v>/.exec(row)![1]))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(times).size).toBe(1440)
})

it('starts no further sheet if a scale just fills one', async () => {
  const reading = await readExport(app.deps, source('xlsx', FROM + 50 * DAY_SECONDS), heard())
  const limits = { rows: 1 + 50 * READINGS_A_DAY, bytes: 2 ** 24 }
  const pieces = await Array.fromAsync(sheetFile(reading, FROM * 1000, limits))
  const names = Object.keys(unzipSync(Buffer.concat(pieces)))
  expect(names.filter((name) => name.includes('worksheets'))).toHaveLength(2)
})

it('is refused if a package could not hold it', async () => {
  const reading = await readExport(app.deps, source('xlsx'), heard())
  const all = Array.fromAsync(sheetFile(reading, FROM * 1000, { rows: 2 ** 20, bytes: 20_000 }))
  await expect(all).rejects.toMatchObject({ status: 400, code: 'export_too_large' })
})

it('gives sheets names that spreadsheets accept', () => {
  expect(sheetName('A/B: [x]*?', [])).toBe('A B   x')
  expect(sheetName("''", [])).toBe('Hive')
  expect(sheetName('x'.repeat(40), [])).toBe('x'.repeat(31))
  expect(sheetName('x'.repeat(40), ['X'.repeat(31)])).toBe(`${'x'.repeat(27)} (2)`)
  expect(sheetName(`${'x'.repeat(30)}'eau`, [])).toBe('x'.repeat(30))
  expect(sheetName('History', [])).toBe('History (2)')
})

it('stops at once when canceled, and leaves nothing behind', async () => {
  const { read } = app.deps.database
  const body = { type: 'EXPORT', scales: series.map(({ id }) => id), from: '2025-01-01', to: '2026-02-04' }
  let jobId = 0
  let cancelled = false
  app.deps.database.read = (async (task: never, input: never) => {
    if (parts.length === 3 && !cancelled) {
      cancelled = true
      await anna.post(`/jobs/${jobId}/cancel`)
    }
    return read(task, input)
  }) as typeof read
  const { wake } = app.deps.jobs
  app.deps.jobs.wake = () => undefined
  jobId = (await anna.post('/jobs', body)).body.id
  app.deps.jobs.wake = wake
  app.jobs.wake()
  await app.jobs.idle()
  expect((await anna.get(`/jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled', problem: null })
  expect(parts.length).toBeLessThan(8)
  expect(readdirSync(path.join(folder, 'exports'))).toEqual([])
  expect((await anna.get(`/exports/${jobId}`)).status).toBe(404)
})

it('begun again after the server was killed, a file takes the place of what was written of it, and of nothing else', async () => {
  const exports = exportFolder(app.deps.config)
  mkdirSync(exports)
  for (const name of ['1.csv.a.part', '1.xlsx.b.part', '12.csv.c.part'])
    writeFileSync(path.join(exports, name), 'begun')
  const day = source('csv', FROM + DAY_SECONDS)
  await writeExport(app.deps, { jobId: 1, format: 'csv', source: day }, heard())
  expect(readdirSync(exports).sort()).toEqual(['1.csv', '12.csv.c.part'])
})
