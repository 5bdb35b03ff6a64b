import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { type createRefusedTimes, createRefusedTimesWatch } from '../../../hives/readings/refusals/refused-times.ts'
import { createOutOfUseEnding } from '../end-out-of-use.ts'
import { createTransmitterWatch } from './watch-transmitters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Values = { weight?: number; temperature?: number; humidity?: number }
/** What the scale of each channel measures at a time in epoch ms, if anything. */
type Measures = Record<number, (time: number) => Values | undefined>

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let watch: () => Promise<void>
/** By channel. */
let scales: Record<number, number>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  scales = {}
  for (const channel of [1, 2, 3]) {
    scales[channel] = await app.addScale(anna, transmitter.id, channel, { name: `Volk ${channel}` })
  }
  watch = createTransmitterWatch(app.deps)
})

afterEach(() => app.close())

const weighs = () => ({ weight: 40 })
const all: Measures = { 1: weighs, 2: weighs, 3: weighs }
const nothing = () => undefined

/** Sends the readings of some times in one request, with the battery, so that the transmitter is heard even if it measures nothing. */
async function send(times: readonly number[], measures: Measures, by = transmitter) {
  const { imei, imsi, deviceKey } = by
  const readings = times.flatMap((time) =>
    Object.entries(measures).flatMap(([channel, measure]) => {
      const values = measure(time)
      return values ? [{ time: new Date(time).toISOString(), channel: Number(channel), ...values }] : []
    }),
  )
  const body = { imei, imsi, battery: 3.9, readings }
  const { status } = await app.request('POST', '/ingest', { body, headers: { authorization: `Bearer ${deviceKey}` } })
  expect([200, 400]).toContain(status)
  await app.deps.ingest.settled()
}

/** It measured hourly for some days until now, and all of it has come. */
const measuredFor = (days: number, measures: Measures = all) =>
  send(
    Array.from({ length: days * 24 }, (_, hour) => app.clock.now() - (days * 24 - 1 - hour) * HOUR),
    measures,
  )

/** It sends every hour, unless `measures` is null; the server looks then, and five minutes later, when it is the turn of the first transmitter. */
async function goOn(hours: number, measures: Measures | null) {
  for (let hour = 0; hour < hours; hour++) {
    app.clock.advance(5 * MINUTE)
    await watch()
    app.clock.advance(55 * MINUTE)
    if (measures) await send([app.clock.now()], measures)
    await watch()
  }
}

/** The transmitter is heard, while nothing that it sends is folded. */
async function hearFor(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    app.clock.advance(5 * MINUTE)
    await app.db.updateTable('controller').set({ last_seen_at: app.clock.now() }).execute()
    await watch()
    app.clock.advance(55 * MINUTE)
  }
}

const seconds = (ms = app.clock.now()) => Math.floor(ms / 1000)
const alarms = async () => {
  const fields = ['scale_id', 'type', 'status', 'started_at', 'ended_at', 'why'] as const
  const rows = await app.db.selectFrom('alarm').select(fields).orderBy('id').execute()
  return rows.map(({ why, ...row }) => ({ ...row, why: JSON.parse(why) }))
}
const rung = () => app.db.selectFrom('delivery').select('alarm_id').where('stage', '=', 'rang').execute()

test('a scale that stops while its transmitter sends is told of once, and closes when it measures again', async () => {
  await measuredFor(7)
  const stopped = app.clock.now()
  await goOn(3, { ...all, 2: nothing })
  expect(await alarms()).toEqual([])
  await goOn(9, { ...all, 2: nothing })
  const alarm = { scale_id: scales[2], type: 'silence', started_at: seconds(stopped) }
  const why = [{ code: 'scaleNoData', values: { hours: expect.any(Number) } }]
  expect(await alarms()).toEqual([{ ...alarm, status: 'open', ended_at: null, why }])
  expect((await alarms())[0]!.why[0].values.hours).toBeLessThanOrEqual(4)
  expect(await rung()).toHaveLength(1)
  await goOn(1, all)
  expect(await alarms()).toEqual([{ ...alarm, status: 'closed', ended_at: seconds(), why }])
  await goOn(5, all)
  await goOn(6, { ...all, 2: nothing })
  expect(await alarms()).toMatchObject([{ status: 'closed' }, { scale_id: scales[2], status: 'open' }])
})

test('scales that stop together ring once, and what returns is no longer named', async () => {
  await measuredFor(7)
  const started_at = seconds()
  await goOn(8, { 1: weighs, 2: nothing, 3: nothing })
  const values = { count: 2, hours: expect.any(Number), names: 'Volk 2, Volk 3', scales: `${scales[2]} ${scales[3]}` }
  const alarm = { scale_id: null, type: 'silence', started_at }
  const open = { ...alarm, status: 'open', ended_at: null }
  expect(await alarms()).toEqual([{ ...open, why: [{ code: 'scalesNoData', values }] }])
  await goOn(2, { ...all, 3: nothing })
  const one = { count: 1, names: 'Volk 3', scales: `${scales[3]}` }
  expect(await alarms()).toMatchObject([{ ...open, why: [{ code: 'scalesNoData', values: one }] }])
  await goOn(1, all)
  expect(await alarms()).toMatchObject([{ ...alarm, status: 'closed', ended_at: seconds() }])
  expect(await rung()).toHaveLength(1)
})

test('one that stops later rings by itself, and so does the transmitter when it stops, too', async () => {
  await measuredFor(7)
  await goOn(6, { 1: weighs, 2: nothing, 3: nothing })
  await goOn(6, { 1: nothing, 2: nothing, 3: nothing })
  await goOn(6, null)
  const codes = (await alarms()).map(({ scale_id, why }) => [scale_id, why[0].code])
  expect(codes).toEqual([
    [null, 'scalesNoData'],
    [scales[1], 'scaleNoData'],
    [null, 'noData'],
  ])
  await goOn(1, all)
  expect((await alarms()).map(({ status }) => status)).toEqual(['closed', 'closed', 'closed'])
})

test('others that had stopped at the same time ring, too, once they are put back to use', async () => {
  scales[4] = await app.addScale(anna, transmitter.id, 4, { name: 'Volk 4' })
  await measuredFor(7, { ...all, 4: weighs })
  for (const channel of [3, 4]) await anna.post(`/scale/${scales[channel]}`, { state: 'deactivated' })
  await goOn(6, {})
  for (const channel of [3, 4]) await anna.post(`/scale/${scales[channel]}`, { state: 'active' })
  await goOn(6, {})
  expect(await alarms()).toMatchObject([
    { status: 'open', why: [{ values: { names: 'Volk 1, Volk 2' } }] },
    { status: 'open', why: [{ values: { names: 'Volk 3, Volk 4' } }] },
  ])
})

test('a scale that goes on with its temperature only does not weigh', async () => {
  const both = () => ({ weight: 40, temperature: 34 })
  await measuredFor(7, { ...all, 1: both })
  const started_at = seconds()
  await goOn(6, { ...all, 1: () => ({ temperature: 34 }) })
  expect(await alarms()).toMatchObject([{ scale_id: scales[1], status: 'open', started_at }])
  await goOn(1, { ...all, 1: both })
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
})

test('when a scale last weighed is found to the second if its row is from before these times were kept', async () => {
  const warm = { ...all, 1: () => ({ temperature: 34 }) }
  const weighedAt = seconds(app.clock.now() - 7 * MINUTE)
  const hours = Array.from({ length: 7 * 24 }, (_, hour) => 1000 * weighedAt - (7 * 24 - 1 - hour) * HOUR)
  await send(hours, { 1: () => ({ weight: 40, temperature: 34 }) })
  app.clock.advance(DAY)
  await send([app.clock.now()], warm)
  const unknown = { weight_grams: null, weight_time: null }
  await app.db.updateTable('scale_last').set(unknown).where('scale_id', '=', scales[1]!).execute()
  await goOn(1, warm)
  const lastOf = app.db.selectFrom('scale_last').where('scale_id', '=', scales[1]!)
  const last = await lastOf.select(['weight_time', 'weight_grams']).executeTakeFirstOrThrow()
  expect(last).toEqual({ weight_time: weighedAt, weight_grams: 40_000 })
  await goOn(2, warm)
  expect(await alarms()).toMatchObject([{ scale_id: scales[1], status: 'open', started_at: weighedAt }])
})

test('a scale that sends only impossible weights does not weigh, and the alarm says what came', async () => {
  await measuredFor(7)
  for (let hour = 0; hour < 6; hour++) {
    await goOn(1, { ...all, 1: () => ({ weight: 8388.607 }) })
    await app.countFaults()
  }
  expect(await alarms()).toMatchObject([
    { scale_id: scales[1], why: [{ code: 'scaleNoData' }, { code: 'scaleImpossible', values: { value: '8388.607' } }] },
  ])
})

test('a thermometer that stops rings, and neither a check for scales out of use nor a weight ends that', async () => {
  const warm = () => ({ temperature: 34 })
  await anna.post(`/scale/${scales[3]}`, { type: 'thermometer' })
  await measuredFor(7, { ...all, 3: warm })
  await goOn(6, { ...all, 3: nothing })
  await createOutOfUseEnding(app.deps)()
  await goOn(1, { ...all, 3: weighs })
  expect(await alarms()).toMatchObject([{ scale_id: scales[3], status: 'open' }])
  await goOn(1, { ...all, 3: warm })
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
})

describe('no alarm rings', () => {
  test('for a scale that never weighed, was set up two days ago, or weighs once a day', async () => {
    const daily = (time: number) => (time % DAY === 6 * HOUR ? { weight: 40 } : undefined)
    await measuredFor(2, { 2: weighs })
    await measuredFor(14, { 3: daily })
    await goOn(30, { 3: daily })
    expect(await alarms()).toEqual([])
    await goOn(42, {})
    expect(await alarms()).toMatchObject([{ scale_id: scales[3] }])
  })

  test('but for the transmitter, if it is silent itself, and for its scales only if they stay silent after that', async () => {
    await measuredFor(7)
    await goOn(8, null)
    expect(await alarms()).toMatchObject([{ scale_id: null, why: [{ code: 'noData' }] }])
    // heard again at the very look that has its scales' turn
    app.clock.advance(5 * MINUTE)
    await send([app.clock.now()], { 1: weighs, 3: weighs })
    await watch()
    expect(await alarms()).toMatchObject([{ status: 'closed' }])
    app.clock.advance(55 * MINUTE)
    await goOn(2, { ...all, 2: nothing })
    expect(await alarms()).toMatchObject([{ status: 'closed' }])
    await goOn(3, { ...all, 2: nothing })
    expect(await alarms()).toMatchObject([{ status: 'closed' }, { scale_id: scales[2], status: 'open' }])
  })

  test('but for the transmitter, if it falls silent after measurements that were an hour old when they came', async () => {
    await measuredFor(7)
    app.clock.advance(HOUR)
    await app.db.updateTable('controller').set({ last_seen_at: app.clock.now() }).execute()
    await goOn(8, null)
    expect((await alarms()).map(({ why }) => why[0].code)).toEqual(['noData'])
  })

  test('while what was measured late is still coming in', async () => {
    await measuredFor(7)
    const behind = app.clock.now()
    await goOn(8, null)
    for (let hour = 1; hour <= 12; hour++) {
      await goOn(1, { 1: nothing })
      await send([behind + hour * (HOUR / 4)], all)
    }
    expect((await alarms()).map(({ why }) => why[0].code)).toEqual(['noData'])
  })

  test('for time in which the server did not listen', async () => {
    await measuredFor(7)
    const down = app.clock.now() + 6 * HOUR
    const listening = { since: () => down, listenedMs: (since: number) => app.clock.now() - Math.max(since, down) }
    app.clock.advance(6 * HOUR)
    watch = createTransmitterWatch({ ...app.deps, listening })
    await goOn(3, { ...all, 1: nothing })
    expect(await alarms()).toEqual([])
    await goOn(2, { ...all, 1: nothing })
    expect(await alarms()).toMatchObject([{ scale_id: scales[1] }])
  })

  test('for a scale that was just put back to use, until its patience is over', async () => {
    await measuredFor(7)
    await anna.post(`/scale/${scales[1]}`, { state: 'deactivated' })
    await goOn(12, { 2: weighs, 3: weighs })
    await anna.post(`/scale/${scales[1]}`, { state: 'active' })
    await goOn(3, { 2: weighs, 3: weighs })
    expect(await alarms()).toEqual([])
    await goOn(2, { 2: weighs, 3: weighs })
    expect(await alarms()).toMatchObject([{ scale_id: scales[1], status: 'open' }])
  })

  test('for a scale of which an import brought the newest readings', async () => {
    await measuredFor(7)
    const table = { name: 'a.csv', bytes: 1, encoding: 'utf-8', lines: '[]', status: 'imported' as const }
    const { id } = await app.db
      .insertInto('import')
      .values({ ...table, account_id: anna.accountId, created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const day = { scale_id: scales[1]!, from: Math.floor(seconds() / 86_400) * 86_400, bytes: new Uint8Array() }
    await app.db
      .insertInto('import_reading')
      .values({ ...day, import_id: id })
      .execute()
    await goOn(8, { ...all, 1: nothing })
    expect(await alarms()).toEqual([])
  })

  test.each(['empty', 'deactivated', 'archived'])('for a scale that is %s', async (state) => {
    await measuredFor(7)
    await anna.post(`/scale/${scales[1]}`, { state })
    await goOn(6, { 2: weighs, 3: weighs })
    expect(await alarms()).toEqual([])
  })

  test('while something that came in is not stored yet, or set aside', async () => {
    await measuredFor(7)
    const { id: controller_id } = transmitter
    const body = new Uint8Array()
    const waiting = { controller_id, received_at: app.clock.now(), body, senders: null }
    await app.db.insertInto('inbox').values(waiting).execute()
    await hearFor(6)
    const aside = { stage: 'readings', reason: 'damaged', message: '', readings: 1, attempts: 1, tried_at: 0 } as const
    const { received_at } = waiting
    await app.db
      .insertInto('set_aside')
      .values({ ...aside, controller_id, series_id: scales[1]!, body, received_at })
      .execute()
    await app.db.deleteFrom('inbox').execute()
    await hearFor(6)
    expect(await alarms()).toEqual([])
    await app.db.deleteFrom('set_aside').execute()
    await hearFor(1)
    expect(await alarms()).toHaveLength(1)
  })

  test('but one for the clock, if all readings lie in the future', async () => {
    await measuredFor(7)
    const count = createRefusedTimesWatch(app.deps, app.deps.refusedTimes as ReturnType<typeof createRefusedTimes>)
    for (let hour = 0; hour < 12; hour++) {
      await goOn(1, {})
      await send([app.clock.now() + 5 * HOUR], all)
      await count()
    }
    expect((await alarms()).map(({ why }) => why[0].code)).toEqual(['clockAhead'])
  })
})

test('an alarm of a scale that is put away ends, and one of several goes on for those that stay', async () => {
  await measuredFor(7)
  await goOn(6, { 1: weighs, 2: nothing, 3: nothing })
  await anna.post(`/controller/${transmitter.id}/channel/2/archive`)
  await goOn(1, { 1: weighs })
  expect(await alarms()).toMatchObject([{ status: 'open', why: [{ values: { names: 'Volk 3' } }] }])
  await goOn(5, {})
  await anna.post(`/scale/${scales[1]}`, { state: 'empty' })
  await anna.post(`/scale/${scales[3]}`, { state: 'empty' })
  await createOutOfUseEnding(app.deps)()
  await goOn(1, {})
  expect(await alarms()).toMatchObject([
    { scale_id: null, status: 'closed' },
    { scale_id: scales[1], status: 'closed', why: [{ code: 'scaleNoData' }, { code: 'outOfUse' }] },
  ])
})

test('a scale that is put back to use without being mended has its alarm again', async () => {
  await measuredFor(7)
  const others = { 1: weighs, 3: weighs }
  await goOn(6, others)
  const [{ started_at, why }] = (await alarms()) as [Awaited<ReturnType<typeof alarms>>[number]]
  await anna.post(`/scale/${scales[2]}`, { state: 'deactivated' })
  await createOutOfUseEnding(app.deps)()
  await goOn(2, others)
  expect(await alarms()).toMatchObject([{ started_at, status: 'closed' }])
  await anna.post(`/scale/${scales[2]}`, { state: 'active' })
  await goOn(5, others)
  expect(await alarms()).toMatchObject([{ started_at, status: 'open', ended_at: null, why: [{ code: why[0].code }] }])
  const rang = app.db.selectFrom('delivery').select(['state', 'created_at']).where('stage', '=', 'rang')
  expect(await rang.execute()).toEqual([
    { state: 'due', created_at: expect.toSatisfy((at) => seconds(at) > started_at + 12 * 3600) },
  ])
  expect(await app.deps.troubles.open()).toEqual([])
})

test('a scale that missed a turn is given the longer interval, until its transmitter has learned of a shorter one', async () => {
  await measuredFor(7)
  expect((await anna.post(`/controller/${transmitter.id}`, { updateInterval: 6 })).status).toBe(200)
  app.clock.advance(6 * HOUR)
  await send([app.clock.now()], { ...all, 2: nothing })
  app.clock.advance(MINUTE)
  expect((await anna.post(`/controller/${transmitter.id}`, { updateInterval: 1 })).status).toBe(200)
  await goOn(1, null)
  expect(await alarms()).toEqual([])
  await send([app.clock.now()], { ...all, 2: nothing })
  await goOn(1, null)
  expect(await alarms()).toMatchObject([{ scale_id: scales[2], status: 'open' }])
})
