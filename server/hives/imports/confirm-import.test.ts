import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let folder: string
let app: TestApp
let anna: Client
let scaleIds: number[]
let id: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  const controller = await app.claim(anna)
  scaleIds = [await app.addScale(anna, controller.id, 1), await app.addScale(anna, controller.id, 2)]
  const body = 'Time;Weight;Net\n2026-05-09T20:10:00Z;43,2;21\n2026-05-09T20:20:00Z;43,3;22\n'
  const headers = { cookie: anna.cookie ?? '', 'content-type': 'text/csv', 'accept-language': 'en' }
  const uploaded = await app.app.request('/api/imports?name=scales.csv', { method: 'POST', body, headers })
  id = (await uploaded.json()).id
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const weightsIn = (column: number, scaleId = scaleIds[0]!) => ({
  separator: ';',
  hasHeader: true,
  decimal: ',',
  dateOrder: 'ymd',
  zone: 'Europe/Zurich',
  timeColumn: 0,
  clockColumn: null,
  columns: [{ column, scaleId, quantity: 'weight' }],
})

/** Checks the file, and returns the mapping as a screen then has it. */
async function check(mapping: object) {
  await anna.post(`/imports/${id}/preview`, { mapping })
  await app.imports.idle()
  return (await anna.get(`/imports/${id}`)).body.mapping
}

const confirm = (mapping?: object) => anna.post(`/imports/${id}/confirm`, mapping && { mapping })

async function weights(scaleId = scaleIds[0]!): Promise<number[]> {
  await app.imports.idle()
  const span = `from=${Date.parse('2026-05-01') / 1000}&to=${Date.parse('2026-06-01') / 1000}`
  const { body } = await anna.get(`/timeline?scales=${scaleId}&${span}&level=raw`)
  return body.series[0].tiles[0]?.weight ?? []
}

it('only the check that was seen is stored', async () => {
  const seen = await check(weightsIn(1))
  const newer = await check(weightsIn(2))
  const refused = await confirm(seen)
  expect([refused.status, refused.body.code]).toEqual([409, 'import_checked_anew'])
  expect(refused.body.message).toMatch(/changed in another tab or on another device/)
  expect(await weights()).toEqual([])
  expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'checked', mapping: newer })
  expect((await confirm(newer)).status).toBe(200)
  expect(await weights()).toEqual([21, 22])
})

it.each<[string, () => object]>([
  ['another scale', () => weightsIn(1, scaleIds[1])],
  ['another unit', () => ({ ...weightsIn(1), unit: 'g' })],
  ['another zone', () => ({ ...weightsIn(1), zone: 'UTC' })],
  ['only some rows', () => ({ ...weightsIn(1), only: [{ column: 2, value: '22' }] })],
])('a check for %s is another one, also while it is running', async (_, newer) => {
  const seen = await check(weightsIn(1))
  await app.imports.stop()
  await anna.post(`/imports/${id}/preview`, { mapping: newer() })
  expect((await confirm(seen)).body.code).toBe('import_checked_anew')
})

it('a check that was repeated, or is written in another order, is the same', async () => {
  const seen = await check(weightsIn(1))
  await check({ ...weightsIn(1), unit: 'kg', temperatureUnit: 'C' })
  const { columns, ...others } = seen
  expect((await confirm({ columns, ...others })).status).toBe(200)
  expect(await weights()).toEqual([43.2, 43.3])
})

it('whoever does not say which check it is confirms the last one', async () => {
  await check(weightsIn(1))
  await check(weightsIn(2))
  const empty = { cookie: anna.cookie ?? '', 'content-type': 'application/json' }
  expect((await app.app.request(`/api/imports/${id}/confirm`, { method: 'POST', headers: empty })).status).toBe(200)
  expect(await weights()).toEqual([21, 22])
})

it('once it is being stored, whatever was seen, it is too late', async () => {
  const seen = await check(weightsIn(1))
  const newer = await check(weightsIn(2))
  expect((await confirm(newer)).status).toBe(200)
  for (const mapping of [seen, newer]) expect((await confirm(mapping)).body.code).toBe('import_not_ready')
})
