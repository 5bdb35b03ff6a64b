import { afterEach, beforeEach, expect, it } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let root: Client
let controller: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  root = await app.signIn('root@example.org', { admin: true })
  controller = await app.claim(anna)
  for (const day of ['2025-12-31', '2026-01-01', '2026-05-09']) await send(`${day}T08:00:00Z`, 40)
})
afterEach(() => app.close())

async function send(time: string, weight: number): Promise<void> {
  const { imei, imsi, deviceKey } = controller
  const body = { imei, imsi, readings: [{ time, channel: 1, weight }] }
  const { status } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  expect(status).toBe(200)
  await app.deps.ingest.settled()
}

async function rebuild() {
  const { id } = (await root.post('/jobs', { type: 'REBUILD' })).body
  await app.jobs.idle()
  const { status, result } = (await root.get(`/jobs/${id}`)).body
  return { status, ...result }
}

const coarse = () =>
  app.db
    .selectFrom('tile')
    .select(['scale_id', 'level', 'from', 'bytes'])
    .where('level', '>', levelNumber.raw)
    .orderBy('scale_id')
    .orderBy('level')
    .orderBy('from')
    .execute()

it('finds nothing to do when all is well, and restores what was lost', async () => {
  const before = await coarse()
  expect(before.length).toBeGreaterThan(4)
  expect(await rebuild()).toMatchObject({ status: 'done', tiles: before.length, changed: 0 })
  await app.db.deleteFrom('tile').where('level', '=', levelNumber.day).execute()
  const lost = before.filter(({ level }) => level === levelNumber.day).length
  expect(await rebuild()).toMatchObject({ status: 'done', tiles: before.length, changed: lost })
  expect(await coarse()).toEqual(before)
})

it('reads again what arrived while it was working', async () => {
  const { read } = app.deps.database
  let isSent = false
  app.deps.database.read = (async (task: never, input: never) => {
    const part = await read(task, input)
    if (task === 'rebuild' && !isSent) {
      isSent = true
      await send('2025-12-31T09:00:00Z', 41)
    }
    return part
  }) as typeof read
  await app.db.deleteFrom('tile').where('level', '=', levelNumber.day).execute()
  expect((await rebuild()).status).toBe('done')
  const rebuilt = await coarse()
  expect(await rebuild()).toMatchObject({ changed: 0 })
  expect(await coarse()).toEqual(rebuilt)
})
