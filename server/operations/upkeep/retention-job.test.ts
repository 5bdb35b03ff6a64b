import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { thinDays } from '../../hives/timeline/thin-days.ts'
import { fixedClock } from '../../platform/runtime/clock.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 100

let app: TestApp
let anna: Client
let root: Client
let controller: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp({ RETENTION_RAW_DAYS: String(KEPT_DAYS), RETENTION_JOBS_DAYS: '14', SUBSCRIPTIONS: 'off' })
  anna = await app.signIn('anna@example.org')
  root = await app.signIn('root@example.org', { admin: true })
  controller = await app.claim(anna)
})
afterEach(() => app.close())

/** Readings every ten minutes for some hours. */
const hoursOf = (from: string, hours: number, weight = 40) =>
  Array.from({ length: hours * 6 }, (_, i) => ({
    time: new Date(Date.parse(from) + i * 600_000).toISOString(),
    channel: 1,
    weight: weight + ((i * 7) % 60) / 100,
  }))

async function send(readings: object[]) {
  const { imei, imsi, deviceKey } = controller
  const body = { imei, imsi, readings }
  const { status, body: reply } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  expect(status).toBe(200)
  await app.deps.ingest.settled()
  return reply
}

async function run(type: string) {
  const { id } = (await root.post('/jobs', { type })).body
  await app.jobs.idle()
  const { status, result, problem } = (await root.get(`/jobs/${id}`)).body
  expect({ status, problem }).toEqual({ status: 'done', problem: null })
  return result
}

const tiles = (level: keyof typeof levelNumber) =>
  app.db
    .selectFrom('tile')
    .select(['from', 'bytes', 'revision'])
    .where('scale_id', '=', 1)
    .where('level', '=', levelNumber[level])
    .orderBy('from')
    .execute()
const coarse = async () => [await tiles('hour'), await tiles('day')]

type Series = { series: { tiles: { time: number[]; weight: number[] }[] }[]; cursor: number }
async function rawTimes(from: string, since = ''): Promise<number[]> {
  const seconds = Date.parse(from) / 1000
  const { body } = await anna.get(`/timeline?scales=1&from=${seconds}&to=${seconds + 86_400}&level=raw${since}`)
  return (body as Series).series.flatMap((one) => one.tiles.flatMap(({ time }) => time))
}

describe('readings older than the retention period', () => {
  const OLD = '2026-01-10T00:00:00Z'
  const YOUNG = '2026-05-09T00:00:00Z'

  it('are thinned to one an hour, one night after their day was closed; hours, days and cursors stay', async () => {
    await send(hoursOf(OLD, 48))
    await send(hoursOf(YOUNG, 24))
    const before = await coarse()
    const raw = await tiles('raw')
    expect(await run('RETENTION')).toMatchObject({ thinnedDays: 0 })
    expect(await rawTimes(OLD)).toHaveLength(144)
    expect(await run('RETENTION')).toMatchObject({ thinnedDays: 1 })
    const thinned = await rawTimes(OLD)
    expect(thinned).toEqual(Array.from({ length: 24 }, (_, hour) => Date.parse(OLD) / 1000 + hour * 3600 + 3000))
    expect(await rawTimes(YOUNG)).toHaveLength(144)
    // the last day before a gap stays complete: detection would resume from its beginning
    expect(await rawTimes('2026-01-11T00:00:00Z')).toHaveLength(144)
    expect(await coarse()).toEqual(before)
    const after = await tiles('raw')
    expect(after[0]!.bytes.length).toBeLessThan(raw[0]!.bytes.length / 2)
    expect(after.map(({ revision }) => revision)).toEqual(raw.map(({ revision }) => revision))
    const cursor = Math.max(...raw.map(({ revision }) => revision))
    expect(await rawTimes(OLD, `&since=${cursor}`)).toEqual([])
    expect(await run('RETENTION')).toMatchObject({ thinnedDays: 0 })
  })

  it('still have their hours and days after a rebuild', async () => {
    await send(hoursOf(OLD, 25))
    const before = await coarse()
    await run('RETENTION')
    await run('RETENTION')
    expect(await run('REBUILD')).toMatchObject({ changed: 0 })
    expect(await coarse()).toEqual(before)
    await app.db.deleteFrom('tile').where('level', '=', levelNumber.day).execute()
    expect(await run('REBUILD')).toMatchObject({ changed: 1 })
    expect((await tiles('hour'))[0]!.bytes).toEqual(before[0]![0]!.bytes)
    expect(await tiles('day')).toHaveLength(1)
  })

  it('are rolled up first if hours or days are missing', async () => {
    await send(hoursOf(OLD, 25))
    const before = await coarse()
    await app.db.deleteFrom('tile').where('level', '=', levelNumber.hour).execute()
    await run('RETENTION')
    expect(await run('RETENTION')).toMatchObject({ thinnedDays: 1 })
    expect((await tiles('hour')).map(({ bytes }) => bytes)).toEqual(before[0]!.map(({ bytes }) => bytes))
  })

  it('are no longer accepted, while newer ones are', async () => {
    await run('RETENTION')
    const late = [...hoursOf(OLD, 1).slice(0, 2), { time: YOUNG, channel: 1, weight: 41 }]
    expect(await send(late)).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, code: 'time_too_old' },
        { index: 1, code: 'time_too_old' },
      ],
    })
    expect(await rawTimes(OLD)).toEqual([])
  })

  it('do not include today’s for a clock that was years ahead for a night', async () => {
    await send(hoursOf('2026-05-08T00:00:00Z', 48))
    const way = { told: () => {}, signal: new AbortController().signal }
    const thin = (now: string) => thinDays({ ...app.deps, clock: fixedClock(now) }, KEPT_DAYS, way)
    await thin('2040-05-10T03:27:00Z')
    expect(await send([{ time: '2026-05-10T00:00:00Z', channel: 1, weight: 41 }])).toMatchObject({ accepted: 0 })
    expect(await thin('2026-05-10T03:27:00Z')).toBe(0)
    expect(await rawTimes('2026-05-08T00:00:00Z')).toHaveLength(144)
    expect(await send([{ time: '2026-05-10T00:00:00Z', channel: 1, weight: 41 }])).toMatchObject({ accepted: 1 })
  })

  it('stay as they are without the setting', async () => {
    const { config } = app.deps
    app.deps.config.retention = { ...config.retention, rawDays: undefined }
    await send(hoursOf(OLD, 24))
    for (let i = 0; i < 2; i++) await run('RETENTION')
    expect(await rawTimes(OLD)).toHaveLength(144)
    expect(await send(hoursOf('2026-01-11T00:00:00Z', 1))).toMatchObject({ accepted: 6 })
  })
})

it('jobs, mails, messages and sessions are deleted after their time', async () => {
  const now = app.clock.now()
  const { id } = (await root.post('/jobs', { type: 'REBUILD' })).body
  await app.jobs.idle()
  const mail = { recipient: 'a@example.org', subject: '', due_at: 0, expires_at: 0, created_at: now - 91 * DAY_MS }
  await app.db
    .insertInto('mail')
    .values([
      { ...mail, state: 'sent' },
      { ...mail, state: 'due' },
      { ...mail, state: 'sent', created_at: now - 89 * DAY_MS },
    ])
    .execute()
  await app.db.updateTable('session').set({ expires_at: now }).where('account_id', '=', anna.accountId).execute()
  expect(await run('RETENTION')).toEqual({
    notifications: 0,
    mails: 1,
    orders: 0,
    jobs: 0,
    signIns: 1,
    troubles: 0,
    changes: 0,
    thinnedDays: 0,
  })
  expect((await app.db.selectFrom('mail').select('state').execute()).map(({ state }) => state).sort()).toEqual([
    'due',
    'sent',
  ])
  app.clock.advance(15 * DAY_MS)
  root = await app.signIn('other@example.org', { admin: true })
  expect(await run('RETENTION')).toMatchObject({ jobs: 2 })
  expect((await root.get(`/jobs/${id}`)).status).toBe(404)
})
