import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { LastReading } from '../../hives/readings/store/hot-statements.ts'
import { newestReading } from './write-last.ts'

let app: TestApp
let anna: Client
let home: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  app.clock.set(Date.parse('2026-11-10T22:00:00Z'))
  anna = await app.signIn('anna@example.org')
  home = await app.claim(anna, 'Waldrand')
  await app.addScale(anna, home.id, 1, { name: 'Linde' })
})
afterEach(() => app.close())

async function send(time: string, values: { weight?: number; temperature?: number }, now = time): Promise<void> {
  app.clock.set(Date.parse(now))
  const { imei, imsi, deviceKey } = home
  const body = { imei, imsi, readings: [{ time, channel: 1, ...values }] }
  await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
}
const last = async () => (await anna.get('/dashboard')).body[0].scales[0].last

it('has the weight of the evening before until another comes, but none that is older', async () => {
  await send('2026-11-10T22:30:00Z', { weight: 41.5, temperature: 8 })
  await send('2026-11-11T00:10:00Z', { temperature: 7 })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:10:00.000Z', weight: 41.5, temperature: 7 })
  expect(await last()).toMatchObject({
    weightTime: '2026-11-10T22:30:00.000Z',
    temperatureTime: '2026-11-11T00:10:00.000Z',
    humidityTime: null,
  })
  await send('2026-11-11T00:20:00Z', { temperature: 6.5 })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:20:00.000Z', weight: 41.5, temperature: 6.5 })
  await send('2026-11-12T00:10:00Z', { temperature: 5 })
  expect(await last()).toMatchObject({ weight: null, weightTime: '2026-11-10T22:30:00.000Z', temperature: 5 })
})

it('has the weight of the evening before even if it comes late, together with the first temperature of the day', async () => {
  await send('2026-11-10T22:30:00Z', { temperature: 8 })
  app.clock.set(Date.parse('2026-11-11T00:10:00Z'))
  const { imei, imsi, deviceKey } = home
  const readings = [
    { time: '2026-11-10T23:00:00Z', channel: 1, weight: 41.5 },
    { time: '2026-11-11T00:10:00Z', channel: 1, temperature: 7 },
  ]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:10:00.000Z', weight: 41.5, temperature: 7 })
})

it.each([9e15, -9e15])('a damaged time of a weight (%i) is replaced by the next reading', async (damaged) => {
  await send('2026-11-10T22:30:00Z', { weight: 41.5, temperature: 8 })
  await last()
  await sql`update scale_last set weight_time = ${damaged}`.execute(app.deps.database.db)
  await send('2026-11-10T22:40:00Z', { weight: 42, temperature: 8 })
  expect(await last()).toMatchObject({ weight: 42, weightTime: '2026-11-10T22:40:00.000Z' })
})

it.each([
  ['far ahead', 1e11, '2026-11-10T22:40:00Z'],
  ['beyond any date', 9e15, '2026-11-10T22:40:00Z'],
  ['beyond any date, when a late reading comes', 9e15, '2026-11-10T22:10:00Z'],
  ['before any date', -9e15, '2026-11-10T22:40:00Z'],
])('a damaged time of a last reading is replaced by the next reading: %s', async (_, damaged, next) => {
  await send('2026-11-10T22:30:00Z', { weight: 41.5, temperature: 8 })
  await last()
  await sql`update scale_last set time = ${damaged}`.execute(app.deps.database.db)
  await send(next, { weight: 42 }, '2026-11-10T22:40:00Z')
  const newest =
    next > '2026-11-10T22:30:00Z'
      ? { weight: 42, time: '2026-11-10T22:40:00.000Z' }
      : { weight: 41.5, time: '2026-11-10T22:30:00.000Z' }
  expect(await last()).toMatchObject({ ...newest, weightTime: newest.time, temperature: 8 })
})

type Values = Partial<Record<'weight' | 'temperature' | 'humidity', number>>
const names = ['weight', 'temperature', 'humidity'] as const
const dayOf = (time: number) => time - (time % DAY_SECONDS)

/** A scale's readings by time, changed as the fold, imports and their undo do, and the newest one as it is carried on. */
class Hive {
  readonly readings = new Map<number, Values>()
  last: LastReading | undefined

  raw = (_: number, from: number): RawTile => {
    const times = [...this.readings.keys()].filter((time) => dayOf(time) === from).sort((a, b) => a - b)
    const column = (name: (typeof names)[number]) =>
      Int32Array.from(times, (time) => this.readings.get(time)?.[name] ?? ABSENT)
    const given = names.filter((name) => times.some((time) => this.readings.get(time)?.[name] !== undefined))
    return {
      ...{ level: 'raw', from, length: times.length, time: Int32Array.from(times, (time) => time - from) },
      columns: Object.fromEntries(given.map((name) => [name, column(name)])),
    }
  }

  get newest() {
    return Math.max(...this.readings.keys())
  }

  carryOn(times: number[], newest: number): void {
    const days = [...new Set([...this.readings.keys()].map(dayOf))].sort((a, b) => b - a)
    const daysBefore = (day: number) => days.filter((one) => one < day)
    if (this.readings.size === 0) this.last = undefined
    else this.last = newestReading(this.last, { scaleId: 1, times, newest, raw: this.raw, daysBefore })
  }

  add(readings: readonly (Values & { time: number })[]): void {
    for (const { time, ...values } of readings) this.readings.set(time, { ...values, ...this.readings.get(time) })
    const times = readings.map(({ time }) => time).sort((a, b) => a - b)
    this.carryOn(times, Math.max(times.at(-1)!, this.last?.time ?? 0))
  }

  remove(times: readonly number[], quantities: readonly (typeof names)[number][]): void {
    const there = times.filter((time) => this.readings.has(time))
    for (const time of there) {
      const left = Object.entries(this.readings.get(time)!).filter(([name]) => !quantities.some((one) => one === name))
      if (left.length === 0) this.readings.delete(time)
      else this.readings.set(time, Object.fromEntries(left))
    }
    if (there.length > 0)
      this.carryOn(
        there.toSorted((a, b) => a - b),
        this.newest,
      )
  }

  /** What the stored row has to say, read from all readings. */
  get expected() {
    if (this.readings.size === 0) return undefined
    const [weight, temperature, humidity] = names.map((name) => {
      const at = Math.max(...[...this.readings].map(([time, values]) => (values[name] === undefined ? -1 : time)))
      if (at < 0) return { at: null, value: null }
      return { at, value: at < dayOf(this.newest) - DAY_SECONDS ? null : this.readings.get(at)![name]! }
    })
    return {
      ...{ scale_id: 1, time: this.newest, gain_level_grams: 0, loss_level_grams: 0 },
      ...{ weight_grams: weight!.value, weight_time: weight!.at },
      ...{ temperature_centi: temperature!.value, temperature_time: temperature!.at },
      ...{ humidity_permille: humidity!.value, humidity_time: humidity!.at },
    }
  }
}

describe('the time of each quantity', () => {
  const time = fc.integer({ min: 1, max: 40 }).map((sixHours) => 20_000 * DAY_SECONDS + sixHours * 21_600)
  const value = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined })
  const reading = fc
    .record({ time, weight: value, temperature: value, humidity: value })
    .map(({ time, ...values }) => ({
      time,
      ...(Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined)) as Values),
    }))
    .filter((one) => Object.keys(one).length > 1)
  const change = fc.oneof(
    fc.record({ add: fc.array(reading, { minLength: 1, maxLength: 6 }) }),
    fc.record({
      remove: fc.uniqueArray(time, { minLength: 1, maxLength: 25 }),
      of: fc.subarray([...names], { minLength: 1 }),
    }),
  )

  it('is that of its last value, whatever came late or was taken back', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const hive = new Hive()
        for (const one of changes) {
          if ('add' in one) hive.add(one.add)
          else hive.remove(one.remove, one.of)
          expect(hive.last).toEqual(hive.expected)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('becomes known with the next reading if the row is from before times were kept', () => {
    const hive = new Hive()
    const noon = 20_000 * DAY_SECONDS + 43_200
    hive.add([{ time: noon - DAY_SECONDS, weight: 4 }])
    hive.add([{ time: noon, temperature: 2 }])
    hive.last = { ...hive.last!, weight_time: null, temperature_time: null }
    hive.add([{ time: noon + 600, humidity: 5 }])
    expect(hive.last).toEqual(hive.expected)
  })
})
