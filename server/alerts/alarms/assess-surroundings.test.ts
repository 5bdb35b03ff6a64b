import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import { assessSurroundings } from './assess-surroundings.ts'
import type { FoundInScale } from './found-in-scale.ts'
import { writeDetections } from './write-alarms.ts'

const start = Date.parse('2026-05-10T10:00:00Z') / 1000
const MINUTE = 60

/** Hives 1 and 2 are on one transmitter, 3 stands 100 m away, 4 a kilometer; all have the same owner. */
async function openApiary() {
  const database = await openTestDatabase()
  const { db } = database
  const account = { email: 'anna@example.org', password_hash: '', language: 'en', role: 3, firstname: '', lastname: '' }
  const address = { company: '', street: '', zip: '', city: '', country: 'ch', phone: '', created_at: 0 }
  await db
    .insertInto('account')
    .values({ ...account, ...address } as never)
    .execute()
  for (const [index, north] of [0, 0.0009, 0.009].entries()) {
    const numbers = { imei: String(index), imsi: String(index), name: '', owner_id: 1, created_at: 0 }
    await db
      .insertInto('controller')
      .values({ ...numbers, latitude: 46.95 + north, longitude: 7.45 })
      .execute()
  }
  for (const [controller_id, channel] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 1],
  ] as const) {
    await db
      .insertInto('scale')
      .values({ controller_id, channel, name: '', type: 'weight', state: 'active', color: 0, created_at: 0 })
      .execute()
  }
  return database
}

const controllerOf = [0, 1, 1, 2, 3]

const swarm = (startedAt: number, over: Partial<Detection> = {}): Detection => ({
  type: 'swarm',
  status: 'provisional',
  startedAt,
  detectedAt: startedAt + 15 * MINUTE,
  endedAt: null,
  weightChangeGrams: -1800,
  confidencePercent: 75,
  why: [],
  ...over,
})

const found = (scaleId: number, over: Partial<FoundInScale>): FoundInScale => ({
  controllerId: controllerOf[scaleId]!,
  scaleId,
  from: start,
  to: start + 60 * MINUTE,
  detections: [],
  jumps: [],
  deviations: [],
  unusable: [],
  unchanged: [],
  ...over,
})

type Database = Awaited<ReturnType<typeof openApiary>>

async function take({ db }: Database, stretch: FoundInScale) {
  const { span } = await writeDetections(db, stretch)
  return (await assessSurroundings(db, [span])).changed
}

const alarms = ({ db }: Database) =>
  db
    .selectFrom('alarm')
    .select(['scale_id', 'type', 'status', 'started_at', 'own_confidence_percent', 'confidence_percent', 'why'])
    .orderBy('scale_id')
    .orderBy('started_at')
    .execute()

test('a step in a nearby hive lowers an alarm, whichever came first; a step far away does not', async () => {
  const moved = [2, 3].map((scaleId) => found(scaleId, { jumps: [{ time: start + 600, changeGrams: 2500 }] }))
  const far = found(4, { jumps: [{ time: start + 600, changeGrams: 2500 }] })
  const rung = found(1, { detections: [swarm(start)] })
  for (const [beside, lowered] of [...moved.map((stretch) => [stretch, true] as const), [far, false] as const]) {
    for (const order of [
      [rung, beside],
      [beside, rung],
    ]) {
      const database = await openApiary()
      for (const stretch of order) await take(database, stretch)
      const [alarm] = await alarms(database)
      expect([alarm!.own_confidence_percent, alarm!.confidence_percent < 75]).toEqual([75, lowered])
      expect(alarm!.why.includes('neighbourMoved')).toBe(lowered)
      await database.close()
    }
  }
})

test('what nearby hives lost in the same hours lowers an alarm of a rarely read hive, whichever came first, until it is taken back', async () => {
  const seldom = swarm(start, {
    detectedAt: start + 6 * 3600,
    why: [{ code: 'sparse', values: { minutes: 360 } }],
    confidencePercent: 70,
  })
  const rung = found(1, { detections: [seldom], to: start + 7 * 3600 })
  const later = { from: start + 17 * 3600, to: start + 18 * 3600 }
  const lost = [{ from: start + 5 * 3600, time: start + 17.5 * 3600, grams: -12_000 }]
  const beside = [2, 3].map((scaleId) => found(scaleId, { ...later, deviations: lost }))
  const far = found(4, { ...later, deviations: lost })
  for (const order of [
    [rung, ...beside, far],
    [far, ...beside, rung],
  ]) {
    const database = await openApiary()
    const percent = async () => (await alarms(database))[0]!.confidence_percent
    for (const stretch of order) await take(database, stretch)
    expect((await alarms(database))[0]).toMatchObject({ own_confidence_percent: 70 })
    expect((await alarms(database))[0]!.why).toContain('besideLost')
    expect(await percent()).toBeLessThan(50)
    for (const scaleId of [2, 3]) await take(database, found(scaleId, later))
    expect(await percent()).toBe(70)
    await database.close()
  }
})

test('changes are reported: which alarm, and whether it was and is loud', async () => {
  const database = await openApiary()
  await take(database, found(1, { detections: [swarm(start)] }))
  const jumps = [600, 900, 1200].map((after, i) => ({ time: start + after, changeGrams: 900 + i }))
  expect(await take(database, found(2, { jumps }))).toEqual([
    { id: 1, controllerId: 1, scaleId: 1, status: 'provisional', wasLoud: true, isLoud: false },
  ])
  expect(await take(database, found(2, {}))).toEqual([
    { id: 1, controllerId: 1, scaleId: 1, status: 'provisional', wasLoud: false, isLoud: true },
  ])
  await database.close()
})

test('an intervention noted at the hive lowers its alarm until it is deleted', async () => {
  const database = await openApiary()
  await take(database, found(1, { detections: [swarm(start)] }))
  const times = { time: (start + 300) * 1000, created_at: 0, deleted_at: null, created_by: null }
  await database.db
    .insertInto('intervention')
    .values({ id: 'a', scale_id: 1, label: 'inspection', description: '', ...times })
    .execute()
  await assessSurroundings(database.db, [{ scaleId: 1, from: start + 300, to: start + 301 }])
  expect((await alarms(database))[0]).toMatchObject({ confidence_percent: 35 })
  await database.db.updateTable('intervention').set({ deleted_at: 1 }).execute()
  await assessSurroundings(database.db, [{ scaleId: 1, from: start + 300, to: start + 301 }])
  expect((await alarms(database))[0]).toMatchObject({ confidence_percent: 75 })
  await database.close()
})

test('when an alarm turns quiet, later ones are judged again, hours on', async () => {
  const database = await openApiary()
  const after = (minutes: number) => start + minutes * MINUTE
  const left = (time: number) => [{ time, changeGrams: -1800 }]
  const first = { detections: [swarm(after(0))], jumps: left(after(40)) }
  await take(database, found(1, { ...first, to: after(90) }))
  const second = { detections: [swarm(after(95), { confidencePercent: 60 })], jumps: left(after(135)) }
  await take(database, found(2, { ...second, from: after(90), to: after(150) }))
  const third = { detections: [swarm(after(190), { confidencePercent: 60 })] }
  await take(database, found(3, { ...third, from: after(180), to: after(240) }))
  const percents = async () => (await alarms(database)).map((alarm) => alarm.confidence_percent)
  expect(await percents()).toEqual([75, 60, 60])
  const noted = { id: 'a', scale_id: 1, label: 'inspection', description: '', time: after(-50) * 1000 } as const
  await database.db
    .insertInto('intervention')
    .values({ ...noted, created_by: null, created_at: 0, deleted_at: null })
    .execute()
  await assessSurroundings(database.db, [{ scaleId: 1, from: after(-50), to: after(-49) }])
  expect(await percents()).toEqual([35, 25, 25])
  await database.db.deleteFrom('intervention').execute()
  await assessSurroundings(database.db, [{ scaleId: 1, from: after(-50), to: after(-49) }])
  expect(await percents()).toEqual([75, 60, 60])
  await database.close()
})

const time = fc.integer({ min: 0, max: 59 }).map((minute) => minute * MINUTE)
const jump = fc.tuple(time, fc.constantFrom(-3000, -1800, -700, 700, 2500))
const stretch = fc
  .record({
    scaleId: fc.integer({ min: 1, max: 4 }),
    hour: fc.integer({ min: 0, max: 5 }),
    swarms: fc.array(fc.tuple(time, fc.integer({ min: 30, max: 95 })), { maxLength: 2 }),
    jumps: fc.uniqueArray(jump, { maxLength: 3, selector: ([at]) => at }),
    deviations: fc.uniqueArray(fc.tuple(time, fc.integer({ min: 1, max: 12 }), fc.integer({ min: -3000, max: 3000 })), {
      maxLength: 2,
      selector: ([at]) => at,
    }),
    isSeldom: fc.boolean(),
    isWithdrawn: fc.boolean(),
  })
  .map(({ scaleId, hour, swarms, jumps, deviations, isSeldom, isWithdrawn }) => {
    const from = start + hour * 3600
    return found(scaleId, {
      from,
      to: from + 3600,
      detections: swarms.map(([at, confidencePercent]) =>
        swarm(from + at, {
          detectedAt: Math.min(from + at + 15 * MINUTE, from + 3599),
          confidencePercent,
          why: isSeldom ? [{ code: 'sparse', values: { minutes: 15 } }] : [],
          ...(isWithdrawn ? { status: 'withdrawn' } : {}),
        }),
      ),
      deviations: deviations.map(([at, hours, grams]) => ({ from: from + at - hours * 3600, time: from + at, grams })),
      jumps: [...jumps, ...swarms.map(([at]) => [Math.min(at + 301, 3599), -1800] as const)]
        .filter(([at], index, all) => all.findIndex(([other]) => other === at) === index)
        .map(([at, changeGrams]) => ({ time: from + at, changeGrams })),
    })
  })
const stretches = fc.uniqueArray(stretch, {
  minLength: 2,
  maxLength: 10,
  selector: ({ scaleId, from }) => `${scaleId} ${from}`,
})

test('the order in which hives arrive does not change how sure any alarm is', async () => {
  const ordered = stretches.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  await fc.assert(
    fc.asyncProperty(ordered, async ([all, shuffled]) => {
      const [one, other] = [await openApiary(), await openApiary()]
      for (const next of all) await take(one, next)
      for (const next of shuffled) await take(other, next)
      expect(await alarms(other)).toEqual(await alarms(one))
      await Promise.all([one.close(), other.close()])
    }),
    { numRuns: 25 },
  )
})
