import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const place = installationForEachTest()
const inLongRun = test.runIf(IS_LONG_RUN)
const MINUTE = 60
const now = () => Math.floor(Date.now() / 1000)
/** So that both today and the day before have readings, at any time of day. */
const EARLIER_SECONDS = 30 * 3600

/** Polls, since reads wait at most a second for folding, and a busy machine takes longer. */
const soon = <Result>(read: () => Promise<Result>) => expect.poll(read)

type Hive = { beekeeper: Beekeeper; controller: ClaimedController; scaleIds: number[] }
let anna: Hive
let bea: Hive

const reading = (time: number, channel: number, weight: number) => ({
  time: new Date(time * 1000).toISOString(),
  channel,
  weight,
})

async function newHive(): Promise<Hive> {
  const beekeeper = await registerBeekeeper(place.url)
  const controller = await claimController(beekeeper)
  const earlier = Array.from({ length: 41 }, (_, i) => now() - EARLIER_SECONDS + i * 45 * MINUTE)
  const readings = earlier.flatMap((time) => [reading(time, 1, 42), reading(time, 2, 38)])
  await sendReadings(place.url, controller, readings)
  const scales = await beekeeper.api.get<{ id: number; channel: number }[]>('/scale')
  return { beekeeper, controller, scaleIds: scales.sort((a, b) => a.channel - b.channel).map(({ id }) => id) }
}

/** Sends a reading of both scales, taken now or at `time`; resolves when it is acknowledged. */
async function send({ controller }: Hive, time = now()): Promise<number> {
  await sendReadings(place.url, controller, [reading(time, 1, 42.1), reading(time, 2, 38.1)])
  return time
}

type Timeline = { series: { scaleId: number; tiles: { time: number[] }[] }[] }
async function shows({ beekeeper, scaleIds }: Hive, scale: 0 | 1, time: number): Promise<boolean> {
  const span = `from=${time - 60}&to=${time + 60}`
  const { series } = await beekeeper.api.get<Timeline>(`/timeline?scales=${scaleIds[scale]}&${span}&level=raw`)
  return series.some(({ tiles }) => tiles.some((tile) => tile.time.includes(time)))
}

/** Runs SQL on the database of a stopped server. */
function edit<Result>(work: (sqlite: Sqlite.Database) => Result): Result {
  const sqlite = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'))
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

function flipped(bytes: Buffer): Buffer {
  const damaged = Buffer.from(bytes)
  damaged[damaged.length >> 1]! ^= 4
  return damaged
}

/** Flips a bit in all tiles of a level of a scale; returns a function that restores them. */
function damageTiles(scaleId: number, level: number): () => void {
  type Tile = { from: number; bytes: Buffer }
  const rows = edit((sqlite) =>
    sqlite
      .prepare<[number, number], Tile>('select "from", bytes from tile where scale_id = ? and level = ?')
      .all(scaleId, level),
  )
  expect(rows.length).toBeGreaterThan(0)
  const write = (change: (bytes: Buffer) => Buffer) =>
    edit((sqlite) => {
      const update = sqlite.prepare('update tile set bytes = ? where scale_id = ? and level = ? and "from" = ?')
      for (const { from, bytes } of rows) update.run(change(bytes), scaleId, level, from)
    })
  write(flipped)
  return () => write((bytes) => bytes)
}

type Ready = { status: string; troubles: { kind: string; subject?: string }[] }
async function ready(): Promise<Ready> {
  const response = await fetch(`${place.url}/readyz`)
  expect(response.status).toBe(200)
  return (await response.json()) as Ready
}
const kinds = async () => (await ready()).troubles.map(({ kind }) => kind)

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${place.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const setAside = () =>
  edit((sqlite) => sqlite.prepare('select series_id, stage, reason, readings from set_aside order by id').all())

beforeEach(async () => {
  await place.start()
  anna = await newHive()
  bea = await newHive()
  await place.server.stop()
}, 120_000)

test('a damaged tile of today affects nothing else, and its readings are stored once it is repaired', async () => {
  const today = damageTiles(anna.scaleIds[0]!, 0)
  await place.start()
  const times = [await send(anna), await send(anna, now() - 5 * MINUTE)]
  const beas = await send(bea)
  for (const time of times) await soon(() => shows(anna, 1, time)).toBe(true)
  await soon(() => shows(bea, 0, beas)).toBe(true)
  await soon(kinds).toEqual(['series_damaged'])
  expect(await figure('hivewatch_series_damaged')).toBe(1)
  expect((await ready()).status).toBe('degraded')
  await place.server.stop()
  const ofAnna = { series_id: anna.scaleIds[0], reason: 'damaged' }
  expect(setAside()).toEqual(times.map(() => ({ ...ofAnna, stage: 'readings', readings: 1 })))

  today()
  await place.start()
  for (const time of times) await soon(() => shows(anna, 0, time)).toBe(true)
  await soon(kinds).toEqual([])
  await place.server.stop()
  expect(setAside()).toEqual([])
})

inLongRun('a damaged tile whose reading still waits in the inbox does not hold the server up', async () => {
  await place.start()
  const time = await send(anna)
  await place.server.kill()
  const repair = damageTiles(anna.scaleIds[0]!, 0)
  await place.start()
  const beas = await send(bea)
  await soon(() => shows(bea, 0, beas)).toBe(true)
  await soon(() => shows(anna, 1, time)).toBe(true)
  await place.server.stop()
  repair()
  await place.start()
  await soon(() => shows(anna, 0, time)).toBe(true)
})

test('a damaged checkpoint stops only the evaluation of its scale', async () => {
  type Checkpoint = { from: number; state: Buffer }
  const [scaleId] = anna.scaleIds
  const rows = edit((sqlite) =>
    sqlite
      .prepare<[number], Checkpoint>('select "from", state from detector_checkpoint where scale_id = ?')
      .all(scaleId!),
  )
  expect(rows.length).toBeGreaterThan(0)
  const write = (change: (bytes: Buffer) => Buffer) =>
    edit((sqlite) => {
      const update = sqlite.prepare('update detector_checkpoint set state = ? where scale_id = ? and "from" = ?')
      for (const { from, state } of rows) update.run(change(state), scaleId, from)
    })
  write(flipped)
  await place.start()
  const time = await send(anna)
  const beas = await send(bea)
  await soon(() => shows(anna, 0, time)).toBe(true)
  await soon(() => shows(bea, 0, beas)).toBe(true)
  await soon(kinds).toEqual(['series_damaged'])
  await place.server.stop()
  expect(setAside()).toMatchObject([{ series_id: scaleId, stage: 'detection', reason: 'damaged' }])

  write((bytes) => bytes)
  await place.start()
  await soon(kinds).toEqual([])
  expect(await figure('hivewatch_series_damaged')).toBe(0)
})

inLongRun('a damaged hour tile stops only the hours of its scale, and the inbox is emptied', async () => {
  const repair = damageTiles(anna.scaleIds[0]!, 1)
  await place.start()
  const time = await send(anna)
  await send(bea)
  await soon(() => shows(anna, 0, time)).toBe(true)
  const hours = async ({ beekeeper, scaleIds }: Hive) => {
    const span = `from=${time - 7200}&to=${time + 3600}`
    return beekeeper.api.get<Timeline>(`/timeline?scales=${scaleIds[0]}&${span}&level=hour`)
  }
  const isThere = ({ series }: Timeline) =>
    series.some(({ tiles }) => tiles.some((tile) => tile.time.some((at) => at <= time && at > time - 3600)))
  await soon(async () => isThere(await hours(bea))).toBe(true)
  await soon(kinds).toEqual(['series_damaged'])
  await soon(() => figure('hivewatch_inbox_oldest_seconds')).toBe(0)
  await place.server.stop()
  expect(setAside()).toMatchObject([{ series_id: anna.scaleIds[0], stage: 'roll_up' }])

  repair()
  await place.start()
  await soon(async () => isThere(await hours(anna))).toBe(true)
  await soon(kinds).toEqual([])
})
