import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import type { Database } from '../../store/database.ts'
import { readEpisodes } from './episode-queries.ts'
import type { FoundInScale } from './found-in-scale.ts'
import { writeDetections } from './write-alarms.ts'

const noon = Date.parse('2026-05-10T12:00:00Z') / 1000
let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
  await database.db.insertInto('controller').values({ imei: '1', imsi: '1', name: '', created_at: 0 }).execute()
  const scale = {
    controller_id: 1,
    channel: 1,
    name: '',
    type: 'weight',
    state: 'active',
    color: 0,
    created_at: 0,
  } as const
  await database.db.insertInto('scale').values(scale).execute()
})

afterEach(() => database.close())

const swarm = (over: Partial<Detection> = {}): Detection => ({
  type: 'swarm',
  status: 'provisional',
  startedAt: noon,
  detectedAt: noon + 900,
  endedAt: null,
  weightChangeGrams: -1800,
  confidencePercent: 75,
  why: [],
  ...over,
})

const found = (over: Partial<FoundInScale> = {}): FoundInScale => ({
  controllerId: 1,
  scaleId: 1,
  from: noon,
  to: noon + 3600,
  detections: [],
  jumps: [],
  deviations: [],
  unusable: [],
  unchanged: [],
  ...over,
})

const write = async (over: Partial<FoundInScale>) => (await writeDetections(database.db, found(over))).changed
const alarms = () => database.db.selectFrom('alarm').selectAll().orderBy('started_at').execute()
const judge = () => database.db.updateTable('alarm').set({ verdict: 'confirmed' }).execute()

test('an episode is one row through all its states; only status changes are reported', async () => {
  expect(await write({ detections: [swarm()] })).toEqual([{ id: 1, previousStatus: null }])
  expect(await write({ detections: [swarm({ weightChangeGrams: -2000 })] })).toEqual([])
  const confirmed = swarm({ status: 'confirmed', endedAt: noon + 4500 })
  expect(await write({ from: noon + 3600, to: noon + 7200, detections: [confirmed] })).toEqual([
    { id: 1, previousStatus: 'provisional' },
  ])
  expect(await alarms()).toMatchObject([{ id: 1, status: 'confirmed', ended_at: noon + 4500 }])
})

test('a verdict on an alarm survives a replay', async () => {
  await write({ detections: [swarm()] })
  await judge()
  await write({ detections: [swarm({ status: 'confirmed' })] })
  expect(await alarms()).toMatchObject([{ status: 'confirmed', verdict: 'confirmed' }])
})

test('what a replay no longer shows is deleted if nobody knows of it', async () => {
  await write({ detections: [swarm()] })
  await write({})
  expect(await alarms()).toEqual([])
})

test('what was told or judged is withdrawn with the reason, and comes back as the same alarm', async () => {
  await write({ detections: [swarm()] })
  await judge()
  expect(await write({})).toEqual([{ id: 1, previousStatus: 'provisional' }])
  expect(await alarms()).toMatchObject([
    { status: 'withdrawn', own_why: '[{"code":"laterReadings"}]', verdict: 'confirmed' },
  ])
  expect(await write({})).toEqual([])
  expect(await write({ detections: [swarm()] })).toEqual([{ id: 1, previousStatus: 'withdrawn' }])
  expect(await alarms()).toMatchObject([{ status: 'provisional', own_confidence_percent: 75, ended_at: null }])
})

test('an alarm whose beginning a late reading moves stays the same, with its verdict, and is no news', async () => {
  await write({ detections: [swarm({ startedAt: noon - 300 })] })
  await judge()
  const other = swarm({ type: 'disturbance', status: 'open', startedAt: noon + 60 })
  expect(await write({ detections: [other, swarm()] })).toEqual([{ id: 2, previousStatus: null }])
  expect(await alarms()).toMatchObject([
    { id: 1, type: 'swarm', status: 'provisional', started_at: noon, verdict: 'confirmed' },
    { id: 2, type: 'disturbance', verdict: null },
  ])
  const later = swarm({ startedAt: noon + 1200, detectedAt: noon + 1800 })
  expect(await write({ detections: [other, later] }), 'another event').toMatchObject([
    { id: 1, previousStatus: 'provisional' },
    { previousStatus: null },
  ])
})

const robbing = (fromMinute: number, toMinute: number, over: Partial<Detection> = {}): Detection =>
  swarm({
    type: 'activity',
    status: 'open',
    startedAt: noon + fromMinute * 60,
    detectedAt: noon + toMinute * 60,
    confidencePercent: 70,
    ...over,
  })

test('robbing that a late reading shows earlier or later goes on as the same alarm, even if the two were not detected at the same time', async () => {
  const rang = robbing(20, 50)
  await write({ detections: [rang] })
  const later = [robbing(55, 55), robbing(-50, -40), robbing(-60, -50, { status: 'closed', endedAt: noon + 3000 })]
  for (const detection of later) {
    const news = await write({ from: noon - 7200, detections: [detection] })
    expect(news.map(({ previousStatus }) => previousStatus)).toEqual(detection.endedAt ? ['open'] : [])
    expect(await alarms()).toMatchObject([{ id: 1, started_at: detection.startedAt }])
  }
  const next = robbing(51, 55)
  expect(await write({ detections: [next] }), 'after the end of the other').toMatchObject([{ previousStatus: null }])
})

test('robbing in the afternoon rings, even if late readings show that there was none in the morning', async () => {
  await write({ detections: [robbing(0, 10)] })
  expect(await write({ detections: [robbing(200, 210)] })).toMatchObject([{ id: 2, previousStatus: null }])
})

test('of several robberies that move, each stays the alarm it was', async () => {
  const closed = (fromMinute: number, toMinute: number) =>
    robbing(fromMinute, fromMinute + 5, { status: 'closed', endedAt: noon + toMinute * 60 })
  await write({ detections: [robbing(40, 50), closed(0, 30)] })
  await judge()
  expect(await write({ detections: [robbing(45, 50), closed(2, 42)] })).toEqual([])
  expect(await alarms()).toMatchObject([
    { id: 2, started_at: noon + 120, status: 'closed', verdict: 'confirmed' },
    { id: 1, started_at: noon + 2700, status: 'open', verdict: 'confirmed' },
  ])
})

test('an episode that moved and continues after an interrupted run is not withdrawn in between', async () => {
  await write({ detections: [robbing(20, 50)] })
  await judge()
  expect(await write({ unchanged: [robbing(55, 55)] })).toEqual([])
  expect(await alarms()).toMatchObject([{ id: 1, status: 'open', started_at: noon + 3300 }])
  await write({
    to: noon + 1800,
    unchanged: [robbing(55, 55)],
    detections: [robbing(10, 15, { status: 'closed', endedAt: noon + 1700 })],
  })
  expect((await alarms()).map(({ id, started_at }) => [id, started_at - noon])).toEqual([
    [2, 600],
    [1, 3300],
  ])
})

test('whoever looks at an alarm whose beginning moves sees it move', async () => {
  await write({ detections: [robbing(20, 50)] })
  const again = await writeDetections(database.db, found({ detections: [robbing(20, 50)] }))
  expect(again).toMatchObject({ changed: [], isNews: false })
  const moved = await writeDetections(database.db, found({ detections: [robbing(30, 50)] }))
  expect(moved).toMatchObject({ changed: [], isNews: true })
})

test('a gain is no moved loss', async () => {
  const robbed = swarm({ type: 'activity', status: 'open' })
  await write({ detections: [robbed] })
  const [before] = await alarms()
  await write({ detections: [{ ...robbed, startedAt: noon + 60, weightChangeGrams: 2600 }] })
  expect((await alarms()).map(({ id }) => id)).not.toContain(before?.id)
})

test('a withdrawn single reading leaves nothing behind, unless somebody was told of it', async () => {
  const why = [{ code: 'oneReading' }]
  const first = swarm({ confidencePercent: 20, why })
  const over = swarm({ status: 'withdrawn', endedAt: noon + 1500, why })
  const later = { from: noon + 901, to: noon + 7200 }
  await write({ detections: [first] })
  const { changed, isNews } = await writeDetections(database.db, found({ ...later, detections: [over] }))
  expect([changed, isNews, await alarms()]).toEqual([[], true, []])
  expect(await write({ detections: [over] }), 'nor where both come together').toEqual([])
  expect(await alarms()).toEqual([])
  await write({ detections: [first] })
  await judge()
  expect(await write({ ...later, detections: [over] })).toMatchObject([{ previousStatus: 'provisional' }])
  expect(await alarms()).toMatchObject([{ status: 'withdrawn', own_why: JSON.stringify(why) }])
})

test('confirmation by a second reading is news', async () => {
  await write({ detections: [swarm({ why: [{ code: 'oneReading' }] })] })
  const later = { from: noon + 901, to: noon + 7200, detections: [swarm({ detectedAt: noon + 1500 })] }
  expect(await write(later)).toEqual([{ id: 1, previousStatus: null }])
  expect(await write(later)).toEqual([])
})

test('outside the stretch, and where an episode continues after it, nothing is touched', async () => {
  await write({ detections: [swarm()] })
  await write({ from: noon + 901, to: noon + 7200 })
  await write({ unchanged: [swarm()] })
  expect(await alarms()).toHaveLength(1)
})

test('the jumps of the stretch are replaced', async () => {
  const jumps = () => database.db.selectFrom('jump').select(['time', 'change_grams']).orderBy('time').execute()
  await write({ jumps: [noon - 1, noon, noon + 3599].map((time) => ({ time, changeGrams: 600 })) })
  await write({ jumps: [{ time: noon + 60, changeGrams: -700 }] })
  expect(await jumps()).toEqual([
    { time: noon - 1, change_grams: 600 },
    { time: noon + 60, change_grams: -700 },
  ])
})

test('others are judged again from the start of the first deviation, old or new, and no earlier', async () => {
  const judgedFrom = async (over: Partial<FoundInScale>) => {
    const { span } = await writeDetections(database.db, found(over))
    return span.from - noon
  }
  const deviation = (from: number, time: number) => ({ from: noon + from, time: noon + time, grams: -700 })
  expect(await judgedFrom({ jumps: [{ time: noon + 60, changeGrams: -700 }] })).toBe(0)
  expect(await judgedFrom({ deviations: [deviation(-7200, 1800), deviation(1800, 3599)] })).toBe(-7200)
  expect(await judgedFrom({ deviations: [deviation(600, 1800)] })).toBe(-7200)
  expect(await judgedFrom({ deviations: [deviation(600, 1800)] })).toBe(0)
  expect(await judgedFrom({ detections: [swarm({ startedAt: noon - 600 })] })).toBe(-600)
})

test('a scale that flickers for months holds up nobody, even with more findings than one statement takes', async () => {
  const jumps = Array.from({ length: 12_000 }, (_, at) => ({ time: noon + at, changeGrams: at % 2 ? 900 : -900 }))
  await write({ to: noon + jumps.length, jumps })
  expect(await database.db.selectFrom('jump').select('time').execute()).toHaveLength(jumps.length)
  const detections = Array.from({ length: 40_000 }, (_, at) => swarm({ startedAt: noon + at }))
  await expect(readEpisodes(database.db, found({ detections }))).resolves.toEqual([])
})
