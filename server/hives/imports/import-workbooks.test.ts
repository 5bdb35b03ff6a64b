import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ImportMapping } from '#domain/hives/import.ts'
import { guessLayout } from '#domain/platform/csv-layout.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let folder: string
let app: TestApp
let anna: Client

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function upload(body: ArrayBuffer) {
  const headers = { cookie: anna.cookie ?? '', 'content-type': 'application/octet-stream' }
  const response = await app.app.request('/api/imports?name=scales.xlsx', { method: 'POST', body, headers })
  return { status: response.status, body: await response.json() }
}

const files = () => readdirSync(path.join(folder, 'imports'))

it('an own export as a workbook comes back as it was, each scale to another', async () => {
  const controller = await app.claim(anna, 'Waldrand')
  const scales = [
    await app.addScale(anna, controller.id, 1, { name: 'Linde' }),
    await app.addScale(anna, controller.id, 2, { name: 'Völker; "7"' }),
  ]
  const receivers = [await app.addScale(anna, controller.id, 3), await app.addScale(anna, controller.id, 4)]
  const { imei, imsi, deviceKey } = controller
  const readings = Array.from({ length: 24 }, (_, i) => ({
    time: `2026-05-09T${String(i >> 1).padStart(2, '0')}:10:00Z`,
    channel: 1 + (i % 2),
    weight: 40 + i / 10,
    temperature: 34,
  }))
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  const asked = { type: 'EXPORT', format: 'xlsx', scales, language: 'de', timeZone: 'Europe/Zurich' }
  const { id: job } = (await anna.post('/jobs', asked)).body
  await app.jobs.idle()
  const exported = await app.app.request(`/api/exports/${job}`, { headers: { cookie: anna.cookie! } })

  const { status, body } = await upload(await exported.arrayBuffer())
  expect([status, body.name, body.encoding]).toEqual([201, 'scales.xlsx', 'utf-8'])
  expect(files()).toEqual([`${body.id}.csv`])
  const { quantities, headings: _, timeColumn, ...layout } = guessLayout(body.lines)
  const columns = quantities.flatMap((quantity, column) =>
    quantity ? [{ column, scaleId: receivers[0]!, quantity }] : [],
  )
  const table = {
    ...layout,
    timeColumn: timeColumn!,
    zone: 'Europe/Zurich',
    unit: 'kg',
    temperatureUnit: 'C',
    columns,
  } as const
  const rows = [
    { cells: ['Linde'], scaleId: receivers[0]! },
    { cells: ['Völker; "7"'], scaleId: receivers[1]! },
  ]
  const mapping: ImportMapping = { ...table, names: { columns: [3], rows } }
  await anna.post(`/imports/${body.id}/preview`, { mapping })
  await app.imports.idle()
  const checked = (await anna.get(`/imports/${body.id}`)).body
  expect(checked).toMatchObject({ status: 'checked', findings: { rows: 24, readings: 24, rejected: 0 } })
  await anna.post(`/imports/${body.id}/confirm`)
  await app.imports.idle()
  const span = `from=${Date.parse('2026-05-01') / 1000}&to=${Date.parse('2026-06-01') / 1000}&level=raw`
  const { series } = (await anna.get(`/timeline?scales=${[...scales, ...receivers].join()}&${span}`)).body
  const tiles = series.map(({ tiles: [tile] }: { tiles: object[] }) => ({ ...tile, revision: 0, scaleId: 0 }))
  expect(tiles.slice(2)).toEqual(tiles.slice(0, 2))
  expect(files()).toEqual([])
})

it('a zip file that is no workbook is refused, and leaves nothing behind', async () => {
  const { status, body } = await upload(zipSync({ 'photo.txt': new Uint8Array(10) }).buffer as ArrayBuffer)
  expect([status, body.code]).toEqual([400, 'import_not_text'])
  expect(files()).toEqual([])
})
