import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { Dashboard } from '#domain/insight/dashboard.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import { rebuildTiles } from '../../hives/timeline/rebuild-tiles.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Database } from '../../store/database.ts'

const now = Date.UTC(2026, 4, 20, 12) / 1000
const account = (accountId: number): SignedIn => ({
  accountId,
  email: '',
  role: 3,
  admin: false,
  affiliationId: null,
  language: 'de',
  tokenHash: '',
  sessionId: '',
  lacksSecondFactor: false,
  confirmedAt: 0,
  factor: 'password',
})

let database: Database
let revision = 0

async function addController(id: number, ownerId: number): Promise<void> {
  await database.db
    .insertInto('controller')
    .values({ id, imei: `${id}`, imsi: '', name: `Stand ${id}`, owner_id: ownerId, created_at: 0, battery_mv: 3910 })
    .execute()
}

async function addScale(id: number, controllerId: number, channel = 1): Promise<void> {
  const scale = {
    id,
    controller_id: controllerId,
    channel,
    name: `Volk ${id}`,
    type: 'weight',
    state: 'active',
  } as const
  await database.db
    .insertInto('scale')
    .values({ ...scale, color: 0, created_at: 0 })
    .execute()
}

/** Stores readings every ten minutes in `[from, to]`, `grams` by time, as the fold would. */
async function addReadings(scaleId: number, from: number, to: number, grams: (time: number) => number): Promise<void> {
  revision++
  for (let day = tileSpan('raw', from).from; day <= to; day += DAY_SECONDS) {
    const time: number[] = []
    for (let at = Math.max(day, from); at <= Math.min(to, day + DAY_SECONDS - 1); at += 600) time.push(at)
    const columns = { weight: time.map(grams) }
    const { tile } = mergeRaw(emptyRawTile(day), { length: time.length, time, columns })
    const row = { bytes: encodeTile(tile), revision }
    await database.db
      .insertInto('tile')
      .values({ scale_id: scaleId, level: levelNumber.raw, from: day, ...row })
      .onConflict((conflict) => conflict.columns(['scale_id', 'level', 'from']).doUpdateSet(row))
      .execute()
  }
  await database.db.updateTable('tile_cursor').set({ revision }).execute()
  await rebuildTiles(database)
  const last = { time: to, weight_grams: grams(to), gain_level_grams: 500, loss_level_grams: 0 }
  await database.db
    .insertInto('scale_last')
    .values({ scale_id: scaleId, temperature_centi: null, humidity_permille: null, ...last })
    .onConflict((conflict) => conflict.column('scale_id').doUpdateSet(last))
    .execute()
}

const read = async (accountId: number, at = now) =>
  v.parse(
    Dashboard,
    JSON.parse(
      await database.read('dashboard', { account: account(accountId), nowMs: at * 1000, subscriptions: true }),
    ),
  )

beforeEach(async () => {
  revision = 0
  database = await openTestDatabase()
  for (const id of [1, 2]) {
    const person = { firstname: '', lastname: '', company: '', street: '', zip: '', city: '', country: 'ch', phone: '' }
    await database.db
      .insertInto('account')
      .values({
        id,
        email: `${id}@example.org`,
        password_hash: '',
        language: 'de',
        role: 3,
        ...person,
        affiliation_id: null,
        created_at: 0,
      })
      .execute()
  }
  await addController(1, 1)
  await addScale(11, 1)
})

const rising = (time: number) => 40_000 + (time - now) / 60

test('a scale has its last reading, changes, midnights and activity', async () => {
  await addReadings(11, now - 20 * DAY_SECONDS, now, rising)
  const [controller] = await read(1)
  const [scale] = controller!.scales
  expect(controller).toMatchObject({ name: 'Stand 1', battery: 3.91, mutes: [], alarms: [] })
  expect(scale).toMatchObject({
    name: 'Volk 11',
    last: { time: '2026-05-20T12:00:00.000Z', weight: 40, temperature: null },
    change24h: 1.44,
    change7d: 10.08,
  })
  expect(scale!.midnights).toHaveLength(14)
  expect(scale!.midnights.at(-1)).toEqual({ date: '2026-05-20', weight: 39.16, delta: 1.44 })
  expect(scale!.midnights[0]).toEqual({ date: '2026-05-07', weight: 20.44, delta: 1.44 })
  expect(scale!.sparkline.time).toHaveLength(43)
  expect(scale!.sparkline.weight.at(-1)).toBe(40)
  expect(scale!.activity).toMatchObject({ gainLevel: 0.5, lossLevel: 0, gainTrigger: 2.5, lossTrigger: 1 })
  expect(scale!.activity.time).toHaveLength(25)
})

test('a computed summary is not read again until a tile is written, whoever asks', async () => {
  await addReadings(11, now - 2 * DAY_SECONDS, now, rising)
  const first = await read(1)
  expect(first[0]!.scales[0]!.change24h).toBe(1.44)
  // tiles are never changed this way in practice: writing or removing a tile moves the cursor
  await database.db.deleteFrom('tile').execute()
  const again = await Promise.all([read(1), read(1), read(1)])
  expect(again).toEqual([first, first, first])
})

test('a robbed hive shows in the loss bucket, and the buckets drain while nothing arrives', async () => {
  const robbed = (time: number) => 40_000 - Math.max(0, (time - now + 7200) / 10)
  await addReadings(11, now - 2 * DAY_SECONDS, now, robbed)
  const [controller] = await read(1, now + 3600)
  const { activity, change24h } = controller!.scales[0]!
  expect(change24h).toBe(-0.72)
  expect(activity.loss.at(-1)).toBeGreaterThan(0)
  expect(activity.loss[3]).toBe(0)
  expect(activity.gainLevel).toBe(0.2)
})

test('the buckets also drain while only temperatures arrive', async () => {
  await addReadings(11, now - 2 * DAY_SECONDS, now, rising)
  await database.db
    .updateTable('scale_last')
    .set({ time: now + 3600, temperature_centi: 3400, temperature_time: now + 3600, weight_time: now })
    .execute()
  expect((await read(1, now + 3600))[0]!.scales[0]!.activity.gainLevel).toBe(0.2)
})

test('a new reading changes the answer, and so does a late one', async () => {
  await addReadings(11, now - 20 * DAY_SECONDS, now, rising)
  await read(1)
  await addReadings(
    11,
    now - 20 * DAY_SECONDS,
    now,
    (time) => rising(time) + (time < now - 3 * DAY_SECONDS ? 1_000 : 0),
  )
  expect((await read(1))[0]!.scales[0]).toMatchObject({ change24h: 1.44, change7d: 9.08 })
  await addReadings(11, now - 20 * DAY_SECONDS, now + 600, (time) => rising(time) * 2)
  expect((await read(1))[0]!.scales[0]!.change24h).toBe(2.88)
})

test('a scale that has been silent for long, or never sent anything, is listed all the same', async () => {
  await addScale(12, 1, 2)
  await addReadings(11, now - 60 * DAY_SECONDS, now - 40 * DAY_SECONDS, rising)
  const [silent, unused] = (await read(1))[0]!.scales
  expect(silent).toMatchObject({ change24h: 1.44, sparkline: { time: [] }, activity: { gainLevel: 0 } })
  expect(silent!.last!.time).toBe('2026-04-10T12:00:00.000Z')
  expect(unused).toMatchObject({ last: null, change24h: null, change7d: null, activity: { time: [], gainLevel: 0 } })
  for (const { midnights } of [silent!, unused!]) {
    expect(midnights).toHaveLength(14)
    expect(midnights.at(-1)).toEqual({ date: '2026-05-20', weight: null, delta: null })
  }
})

test.each([9e15, -9e15])('a damaged time of a last reading (%i) hides no other hive', async (damaged) => {
  await addScale(12, 1, 2)
  for (const id of [11, 12]) await addReadings(id, now - 3 * DAY_SECONDS, now, rising)
  const times = async (last: object) => {
    await database.db.updateTable('scale_last').set(last).where('scale_id', '=', 11).execute()
    return (await read(1))[0]!.scales.map(({ last: shown }) => shown && [shown.time, shown.weightTime])
  }
  const whole = [expect.any(String), null]
  expect(await times({ weight_time: damaged })).toEqual([whole, whole])
  expect(await times({ time: damaged })).toEqual([null, whole])
})

test('changes are counted from the last weight as long as it is shown, and not from one of last week', async () => {
  const goOn = (scaleId: number, last: object) =>
    database.db
      .updateTable('scale_last')
      .set({ time: now, ...last })
      .where('scale_id', '=', scaleId)
      .execute()
  await addScale(12, 1, 2)
  await addReadings(11, now - 12 * DAY_SECONDS, now - 30 * 3600, rising)
  await goOn(11, { temperature_centi: 2100, weight_time: now - 30 * 3600 })
  await addReadings(12, now - 12 * DAY_SECONDS, now - 7 * DAY_SECONDS, rising)
  await goOn(12, { temperature_centi: 2100, weight_grams: null, weight_time: now - 7 * DAY_SECONDS })
  const [yesterday, lastWeek] = (await read(1))[0]!.scales
  expect(yesterday).toMatchObject({
    change24h: 1.44,
    change7d: 10.08,
    last: { weightTime: '2026-05-19T06:00:00.000Z' },
  })
  expect(yesterday!.activity.time).not.toEqual([])
  expect(lastWeek).toMatchObject({ change24h: null, change7d: null, activity: { time: [] } })
  expect(lastWeek!.last).toMatchObject({ weight: null, weightTime: '2026-05-13T12:00:00.000Z' })
})

test('lists only what the account owns or watches, with its own mutes', async () => {
  await addController(2, 2)
  await addScale(21, 2)
  expect((await read(2)).map(({ id }) => id)).toEqual([2])
  await database.db.insertInto('watch').values({ account_id: 1, controller_id: 2, created_at: 0 }).execute()
  const mute = { controller_id: 2, notification_type: 'swarm' } as const
  await database.db
    .insertInto('mute')
    .values([
      { ...mute, account_id: 1, until: (now + 3600) * 1000 },
      { ...mute, account_id: 2, until: null },
      { ...mute, account_id: 1, notification_type: 'battery', until: now * 1000 },
    ])
    .execute()
  const [own, watched] = await read(1)
  expect([own!.access, watched!.access, watched!.scales[0]!.id]).toEqual(['own', 'watched', 21])
  expect(watched!.mutes).toEqual([{ controllerId: 2, notificationType: 'swarm', enddate: '2026-05-20T13:00:00.000Z' }])
  expect(await read(3)).toEqual([])
})

const alarmSince = (days: number, scaleId: number | null, over: object = {}) => ({
  controller_id: 1,
  scale_id: scaleId,
  type: 'activity' as const,
  status: 'closed' as const,
  started_at: now - days * DAY_SECONDS,
  detected_at: now - days * DAY_SECONDS,
  ended_at: null,
  weight_change_grams: -1_500,
  own_confidence_percent: 80,
  own_why: '[]',
  confidence_percent: 70,
  why: '[]',
  verdict: null,
  verdict_by: null,
  verdict_at: null,
  ...over,
})

test('a scale comes with its latest alarms, newest first', async () => {
  await database.db
    .insertInto('alarm')
    .values([9, 8, 7, 6, 5, 4, 40].map((days) => alarmSince(days, 11)))
    .execute()
  await database.db.insertInto('alarm').values(alarmSince(1, null)).execute()
  const [controller] = await read(1)
  const day = (text: string) => text.slice(8, 10)
  expect(controller!.scales[0]!.alarms.map(({ startedAt }) => day(startedAt))).toEqual(['16', '15', '14', '13', '12'])
  expect(controller!.alarms.map(({ startedAt }) => day(startedAt))).toEqual(['19', '16', '15', '14', '13'])
})

test('a hive says when something is to be done there after a swarm, and no longer once that is over', async () => {
  const swarm = (days: number, verdict: 'confirmed' | null) => alarmSince(days, 11, { type: 'swarm', verdict })
  await database.db
    .insertInto('alarm')
    .values([swarm(9, 'confirmed'), swarm(2, null), swarm(60, 'confirmed')])
    .execute()
  const dueAt = async (days: number) => {
    const [controller] = await read(1, now + days * DAY_SECONDS)
    return controller!.scales[0]!.due?.map(({ from, until }) => `${from.slice(5, 10)} ${until.slice(5, 10)}`)
  }
  expect(await dueAt(0)).toEqual(['05-19 05-25', '06-01 06-05', '06-01 06-15'])
  expect(await dueAt(20)).toEqual(['06-01 06-15'])
  expect(await dueAt(40)).toBeUndefined()
  const [{ id } = { id: 0 }] = await database.db.selectFrom('alarm').select('id').orderBy('started_at').execute()
  const later = { status: 'open', put_off_until: (now + DAY_SECONDS) * 1000, settled_at: null, told_due: null } as const
  await database.db
    .insertInto('follow_up')
    .values({ alarm_id: id, kind: 'queenLaying', ...later })
    .execute()
  expect(await dueAt(2)).toEqual(['05-19 05-25', '06-01 06-05', '06-01 06-15', '05-21 05-28'])
})

test('a follow-up with a damaged time is due by its default days, and the dashboard still works', async () => {
  const swarm = alarmSince(9, 11, { type: 'swarm', verdict: 'confirmed' })
  const { id } = await database.db.insertInto('alarm').values(swarm).returning('id').executeTakeFirstOrThrow()
  const beyond = 9_000_000_000_000_000
  await database.db
    .insertInto('follow_up')
    .values({
      alarm_id: id,
      kind: 'afterSwarm',
      status: 'open',
      put_off_until: beyond,
      settled_at: beyond,
      told_due: null,
    })
    .execute()
  const [controller] = await read(1)
  expect(controller!.scales[0]!.due?.[0]?.from).toMatch(/^2026-05-19/)
})

test('the ongoing visit at a transmitter is listed, but none that is over, deleted or forgotten', async () => {
  const nowMs = now * 1000
  const visit = (id: string, minutesAgo: number, over: object = {}) => ({
    id,
    controller_id: 1,
    started_at: nowMs - minutesAgo * 60_000,
    created_at: nowMs,
    ...over,
  })
  await database.db
    .insertInto('visit')
    .values([
      visit('over', 30, { ended_at: nowMs - 60_000 }),
      visit('deleted', 20, { deleted_at: nowMs }),
      visit('forgotten', 9 * 60),
    ])
    .execute()
  expect((await read(1))[0]!.visit).toBeNull()
  await database.db
    .insertInto('visit')
    .values([visit('second', 10), visit('first', 40)])
    .execute()
  expect((await read(1))[0]!.visit).toEqual({ id: 'first', startedAt: '2026-05-20T11:20:00.000Z' })
})
