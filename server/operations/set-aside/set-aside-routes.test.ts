import { afterEach, beforeEach, expect, test } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const DAY = 86_400
/** A day that is not in memory. */
const damagedDay = Date.parse('2026-05-04T00:00:00Z') / 1000
const damagedMonth = Date.parse('2026-05-01T00:00:00Z') / 1000

let app: TestApp
let admin: Client
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna, 'Waldrand')
  scaleId = await app.addScale(anna, controller.id)
})
afterEach(() => app.close())

async function send(day = damagedDay, count = 2) {
  const { imei, imsi, deviceKey } = controller
  const readings = Array.from({ length: count }, (_, i) => ({
    time: new Date((day + 3600 + 60 * i) * 1000).toISOString(),
    channel: 1,
    weight: 40 + i,
    temperature: 20,
  }))
  const { status } = await app.nobody.post(
    '/ingest',
    { imei, imsi, readings },
    { authorization: `Bearer ${deviceKey}` },
  )
  expect(status).toBe(200)
  await app.deps.ingest.settled()
}

const damage = (level: 'raw' | 'hour' = 'raw', from = damagedDay) =>
  app.db
    .insertInto('tile')
    .values({
      scale_id: scaleId,
      level: levelNumber[level],
      from,
      bytes: Uint8Array.of(0x20, 1, 2, 3, 4, 5),
      revision: 0,
    })
    .execute()
const repair = () => app.db.deleteFrom('tile').where('revision', '=', 0).execute()
/** Sends readings of a day whose stored ones are unreadable, and of another day whose hours are damaged. */
async function breakBoth() {
  await damage()
  await send()
  await damage('hour', damagedMonth)
  await send(damagedDay + 2 * DAY)
}

const list = async (query = '') => (await admin.get(`/admin/setAside${query}`)).body
const kinds = async () => (await app.deps.troubles.open()).map(({ kind }) => kind)
const reported = () => app.deps.setAside.report()

test('readings of a damaged day are listed, retried in vain, and go through once it is repaired', async () => {
  await breakBoth()
  await reported()
  expect(await kinds()).toEqual(['series_damaged'])
  const { items, count, nextCursor } = await list()
  expect({ count, nextCursor }).toEqual({ count: 2, nextCursor: null })
  expect(items).toMatchObject([
    { stage: 'roll_up', reason: 'damaged', readings: 0, days: 1, bytes: 8 },
    {
      stage: 'readings',
      reason: 'damaged',
      readings: 2,
      days: 0,
      bytes: 56,
      attempts: 1,
      controller: 'Waldrand',
      controllerId: controller.id,
      imei: controller.imei,
      scale: { id: scaleId, name: 'Scale 1', channel: 1 },
      received: '2026-05-10T10:00:00.000Z',
    },
  ])
  const [rollUp, readings] = items
  expect((await admin.post(`/admin/setAside/${readings.id}/retry`)).body).toMatchObject({ outcome: 'stays' })
  expect((await admin.post(`/admin/setAside/${rollUp.id}/retry`)).body).toMatchObject({ outcome: 'stays' })
  expect((await list()).items.map(({ attempts }: { attempts: number }) => attempts)).toEqual([2, 2])

  await repair()
  expect((await admin.post(`/admin/setAside/${readings.id}/retry`)).body).toMatchObject({ outcome: 'gone' })
  expect(await kinds()).toEqual(['series_damaged'])
  expect((await admin.post(`/admin/setAside/${rollUp.id}/retry`)).body).toMatchObject({ outcome: 'gone' })
  expect(await kinds()).toEqual([])
  expect((await list()).count).toBe(0)
  const { body } = await anna.get(`/timeline?scales=${scaleId}&from=${damagedDay}&to=${damagedDay + DAY}&level=raw`)
  expect(body.series[0].tiles[0].weight).toEqual([40, 41])
  expect((await admin.post(`/admin/setAside/${readings.id}/retry`)).body.code).toBe('set_aside_not_found')
  const { body: audit } = await admin.get(`/admin/audit?subject=setAside:${readings.id}`)
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual(['setAside.retry', 'setAside.retry'])
})

test('it is reported as soon as it came in', async () => {
  await damage()
  await send()
  await expect.poll(kinds).toEqual(['series_damaged'])
})

test('a scale with a damaged state is judged again once that is repaired', async () => {
  for (const day of [-2, -1, 0]) await send(damagedDay + day * DAY)
  const checkpoints = () => app.db.selectFrom('detector_checkpoint').selectAll().execute()
  const before = await checkpoints()
  const write = async (change: (state: Uint8Array) => Uint8Array) => {
    for (const { scale_id, from, state } of before) {
      const changed = { state: change(Uint8Array.from(state)) }
      const update = app.db.updateTable('detector_checkpoint').set(changed).where('scale_id', '=', scale_id)
      await update.where('from', '=', from).execute()
    }
  }
  await write((state) => state.map((byte, at) => (at === state.length >> 1 ? byte ^ 4 : byte)))
  // late, so that it is judged from a state before it
  await send(damagedDay - DAY, 30)
  const { items } = await list()
  expect(items).toMatchObject([{ stage: 'detection', reason: 'damaged', readings: 0, bytes: 0 }])
  expect(items[0].days).toBeGreaterThan(0)
  const retry = async () => (await admin.post(`/admin/setAside/${items[0].id}/retry`)).body.outcome
  expect(await retry()).toBe('stays')
  const { body: file } = await admin.get(`/admin/setAside/${items[0].id}/file`)
  expect(file.damaged.map(({ tile }: { tile: string }) => tile)).toContain('detection')
  await write((state) => state)
  expect(await retry()).toBe('gone')
  expect(await app.db.selectFrom('detection_due').selectAll().execute()).toEqual([])
})

test('the file has the readings, the raw bytes, and those of what is damaged', async () => {
  await damage()
  await damage('hour', damagedMonth)
  await send()
  const { id } = (await list()).items.find(({ stage }: { stage: string }) => stage === 'readings')
  const { headers, body } = await admin.get(`/admin/setAside/${id}/file`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="hivewatch-set-aside-${id}.json"`)
  expect(body).toMatchObject({
    id,
    columns: ['time', 'weight', 'temperature', 'humidity', 'battery', 'signal'],
    readings: [
      ['2026-05-04T01:00:00Z', 40, 20, null, null, null],
      ['2026-05-04T01:01:00Z', 41, 20, null, null, null],
    ],
    damaged: [
      { tile: 'raw', from: '2026-05-04T00:00:00Z', bytes: 'IAECAwQF' },
      { tile: 'hour', from: '2026-05-01T00:00:00Z', bytes: 'IAECAwQF' },
    ],
  })
  expect(Buffer.from(body.body, 'base64')).toHaveLength(56)
  const { body: table } = await admin.get(`/admin/setAside/${id}/file?format=csv`)
  expect(table.split('\r\n')).toEqual([
    'time,weight,temperature,humidity,battery,signal',
    '2026-05-04T01:00:00Z,40,20,,,',
    '2026-05-04T01:01:00Z,41,20,,,',
    '',
  ])
})

test('what is dropped is gone for good, along with its trouble; the audit log keeps a record', async () => {
  await breakBoth()
  await reported()
  for (const { id } of (await list()).items) expect((await admin.delete(`/admin/setAside/${id}`)).status).toBe(200)
  expect(await kinds()).toEqual([])
  expect((await list()).items).toEqual([])
  const { body } = await admin.get('/admin/audit?action=setAside.drop')
  expect(body.items).toMatchObject([
    { before: { stage: 'readings', readings: 2, imei: controller.imei, scale: 'Scale 1' }, after: null },
    { before: { stage: 'roll_up', days: 1 }, after: null },
  ])
})

test('thousands are listed page by page, reported once, and retried part by part to the end', async () => {
  await damage()
  await send()
  const row = await app.db.selectFrom('set_aside').selectAll().where('stage', '=', 'readings').executeTakeFirstOrThrow()
  const { id: _, ...values } = row
  for (let i = 0; i < 20; i++) await app.db.insertInto('set_aside').values(Array(20).fill(values)).execute()
  const other = await app.addScale(anna, controller.id, 2)
  await app.db
    .insertInto('set_aside')
    .values({ ...values, series_id: other })
    .execute()
  await reported()
  expect((await app.deps.troubles.open()).map(({ subject }) => subject).sort()).toEqual([
    `Scale 1 (${controller.imei})`,
    `Scale 2 (${controller.imei})`,
  ])
  const { items, count, nextCursor } = await list('?limit=20')
  expect({ shown: items.length, count }).toEqual({ shown: 20, count: 402 })
  expect((await list(`?limit=20&cursor=${nextCursor}`)).items[0].id).toBe(items.at(-1).id - 1)

  await repair()
  let part: object | undefined
  const sums = { tried: 0, gone: 0, calls: 0 }
  do {
    const { body } = await admin.post('/admin/setAside/retry', { part })
    sums.tried += body.tried
    sums.gone += body.gone
    sums.calls++
    part = body.next ?? undefined
  } while (part && sums.calls < 100)
  expect(sums).toMatchObject({ tried: 402, gone: 402 })
  expect((await list()).count).toBe(0)
  expect(await kinds()).toEqual([])
})

test('damaged set-aside bytes stop neither the others nor the file', async () => {
  await breakBoth()
  await app.db
    .updateTable('set_aside')
    .set({ body: Uint8Array.of(1, 2, 3) })
    .where('stage', '=', 'readings')
    .execute()
  await repair()
  const { body } = await admin.post('/admin/setAside/retry', {})
  expect(body).toMatchObject({ tried: 2, gone: 1, left: 0, next: null })
  const { items } = await list()
  expect(items).toMatchObject([{ stage: 'readings', reason: 'damaged', attempts: 2 }])
  expect((await admin.get(`/admin/setAside/${items[0].id}/file`)).body).toMatchObject({ readings: [], body: 'AQID' })
})

test('it is for administrators only', async () => {
  for (const client of [anna, await app.signIn('manager@example.org', { role: 1 })]) {
    expect((await client.get('/admin/setAside')).status).toBe(403)
    expect((await client.post('/admin/setAside/retry', {})).status).toBe(403)
  }
})
