import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const VISIT = '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21'
const MINUTE_MS = 60_000
const HEADINGS =
  'Time (Europe/Zurich),Time (UTC),Transmitter,Scale,Until,What,Detail,Amount (kg),Change of weight (kg),Note'

let app: TestApp
let anna: Client
let folder: string
let scales: number[]
let controllerId: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-history-'))
  app = await createTestApp({ DATA_DIR: folder })
  app.clock.set(Date.parse('2026-05-10T12:00:00Z'))
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna, 'Waldrand')).id
  scales = [await app.addScale(anna, controllerId, 1, { name: 'Linde' }), await app.addScale(anna, controllerId, 2)]
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const at = (minutes: number) => new Date(Date.parse('2026-05-10T10:00:00Z') + minutes * MINUTE_MS).toISOString()
const note = (label: string, minutes: number, fields: object = {}) =>
  anna.post('/intervention', { scaleId: scales[0], label, time: at(minutes), ...fields })
const jump = (minutes: number, grams: number) =>
  app.db
    .insertInto('jump')
    .values({ scale_id: scales[0]!, time: Date.parse(at(minutes)) / 1000, change_grams: grams })
    .execute()

/** Adds a visit in which honey was removed from Linde and feed given, with notes before and after it. */
async function addHistory(): Promise<void> {
  await anna.post('/visit', { id: VISIT, controllerId, startedAt: at(0), endedAt: at(30) })
  await jump(10, -12_400)
  await jump(20, 3_100)
  await note('feeding', 15, { amount: 3.1, description: '=1+1; "syrup"' })
  await note('queen', 16, { detail: 'marked' })
  await note('other', -120, { description: 'before' })
  await note('other', 90, { description: 'after' })
}

async function exported(fields: object = {}) {
  const { body } = await anna.post('/jobs', { type: 'EXPORT', scales, level: 'history', language: 'en', ...fields })
  await app.jobs.idle()
  const response = await app.app.request(`/api/exports/${body.id}`, { headers: { cookie: anna.cookie! } })
  return { id: body.id, bytes: Buffer.from(await response.arrayBuffer()) }
}

it('it is a table of interventions and visits in order of time, only of the period', async () => {
  await addHistory()
  const { bytes } = await exported({ from: at(-60), to: at(60) })
  expect(bytes.toString().split('\r\n')).toEqual([
    `\ufeff${HEADINGS}`,
    '2026-05-10 12:00:00,2026-05-10T10:00:00Z,Waldrand,Linde,2026-05-10 12:30:00,Visit,,,-9.3,',
    `2026-05-10 12:15:00,2026-05-10T10:15:00Z,Waldrand,Linde,,Feeding,,3.1,,"'=1+1; ""syrup"""`,
    '2026-05-10 12:16:00,2026-05-10T10:16:00Z,Waldrand,Linde,,Queen,marked,,,',
    '',
  ])
})

it('it is JSON with codes and each step, or a workbook with a sheet for each hive that has one', async () => {
  await addHistory()
  const json = JSON.parse((await exported({ format: 'json', from: at(-60), to: at(60) })).bytes.toString())
  expect(json[0]).toEqual({
    time: '2026-05-10T12:00:00+02:00',
    utc: '2026-05-10T10:00:00Z',
    until: '2026-05-10T12:30:00+02:00',
    ...{ scaleId: scales[0], transmitter: 'Waldrand', scale: 'Linde', kind: 'visit', detail: null, amount: null },
    ...{ changes: [-12.4, 3.1], note: '' },
  })
  expect(json.slice(1).map(({ kind, detail, amount }: Record<string, unknown>) => [kind, detail, amount])).toEqual([
    ['feeding', null, 3.1],
    ['queen', 'marked', null],
  ])
  const files = unzipSync((await exported({ format: 'xlsx' })).bytes)
  expect(Object.keys(files).filter((name) => name.includes('sheets/'))).toEqual(['xl/worksheets/sheet1.xml'])
  expect(strFromU8(files['xl/worksheets/sheet1.xml']!).match(/<row>/g)).toHaveLength(6)
})

it('it contains every visit of years, however many', async () => {
  const visits = Array.from({ length: 1203 }, (_, i) => ({
    id: `8d3e9a52-07c1-4a6e-9b1f-${String(i).padStart(12, '0')}`,
    controller_id: controllerId,
    started_at: Date.parse(at(0)) - i * 3600_000,
    ended_at: Date.parse(at(20)) - i * 3600_000,
    created_at: 0,
  }))
  for (let i = 0; i < visits.length; i += 300) {
    const some = visits.slice(i, i + 300)
    await app.db.insertInto('visit').values(some).execute()
    const steps = some.map(({ started_at }) => ({
      scale_id: scales[0]!,
      time: started_at / 1000 + 600,
      change_grams: 900,
    }))
    await app.db.insertInto('jump').values(steps).execute()
  }
  const { bytes } = await exported({ format: 'json' })
  expect(JSON.parse(bytes.toString())).toHaveLength(1203)
})

it('it says if there is nothing, and nothing about what is not theirs', async () => {
  const { id } = await exported()
  expect((await anna.get(`/jobs/${id}`)).body.problem).toBe('export_empty')
  const berta = await app.signIn('berta@example.org')
  const refused = await berta.post('/jobs', { type: 'EXPORT', scales, level: 'history' })
  expect(refused.status).toBe(404)
})
