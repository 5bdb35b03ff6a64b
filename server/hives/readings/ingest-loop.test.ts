import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import { fixedClock } from '../../platform/runtime/clock.ts'
import { createEvents, type LiveEvent } from '../../platform/runtime/events.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { createLogger, type Logger, silentLogger } from '../../platform/runtime/logger.ts'
import type { Database } from '../../store/database.ts'
import { type PackedRequests, unpackRequests } from './inbox/pack-requests.ts'
import { createIngestLoop } from './ingest-loop.ts'
import type { IngestRequest } from './request/ingest-request.ts'
import { parseReadings } from './request/parse-readings.ts'
import { NO_STATIONS } from './request/station-rows.ts'

const nowMs = Date.parse('2026-05-10T12:00:00Z')

const request = (minute: number): IngestRequest => ({
  deviceKeyHash: hashToken('key'),
  imei: '356938035643809',
  imsi: '228011234567890',
  receivedAt: nowMs,
  subscriptions: true,
  battery: null,
  chipTemperature: null,
  signal: null,
  stations: NO_STATIONS,
  softwareVersion: null,
  rows: parseReadings([{ time: new Date(nowMs - minute * 60_000).toISOString(), channel: 1, weight: 40 }], nowMs / 1000)
    .rows,
})

async function start(
  disturb: (database: Database) => Database = (database) => database,
  logger: Logger = silentLogger(),
) {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const row = { imei: '356938035643809', imsi: '228011234567890', name: 'Waldrand', created_at: 0 }
  await database.db
    .insertInto('controller')
    .values({ ...row, device_key_hash: hashToken('key') })
    .execute()
  const events = createEvents()
  const seen: LiveEvent[] = []
  events.subscribe((event) => seen.push(event))
  const loop = createIngestLoop({
    database: disturb(database),
    clock: fixedClock(nowMs),
    events,
    logger,
    wakeDeliveries: () => {},
  })
  return { database, loop, seen }
}

test('requests that arrive together are answered individually and can be read back once settled', async () => {
  const { database, loop, seen } = await start()
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, minute) => loop.submit(request(minute % 20))))
  await loop.settled()
  const accepted = outcomes.filter((outcome) => outcome.status === 'stored' && outcome.accepted === 1)
  expect(accepted).toHaveLength(20)
  const levels = await database.db.selectFrom('tile').select('level').orderBy('level').execute()
  expect(levels.map(({ level }) => level)).toEqual([0, 1, 2])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toEqual([])
  expect(seen.some(({ type, scaleIds }) => type === 'reading' && scaleIds.includes(1))).toBe(true)
})

test('everybody who waits for it to settle is told, no matter when they ask', async () => {
  const { loop } = await start()
  const asked: Promise<void>[] = [loop.settled()]
  for (let minute = 0; minute < 30; minute++) {
    asked.push(loop.submit(request(minute)).then(() => loop.settled()))
    if (minute % 7 === 0) await asked.at(-1)
    asked.push(loop.settled())
  }
  await Promise.all(asked)
  await loop.stop()
})

test('waiting for readings of other transmitters does not wait for a fold', async () => {
  const held = Promise.withResolvers<void>()
  const { database, loop } = await start((real) => ({
    ...real,
    write: (async (task: 'fold', input: { nowMs: number }) => {
      if (task === 'fold') await held.promise
      return real.write(task, input)
    }) as never,
  }))
  const { id } = await database.db.selectFrom('controller').select('id').executeTakeFirstOrThrow()
  await loop.submit(request(0))
  await loop.settled('patiently', [id + 1])
  let isSettled = false
  const own = loop.settled('patiently', [id + 1, id]).then(() => {
    isSettled = true
  })
  await loop.settled('patiently', [])
  expect(isSettled).toBe(false)
  held.resolve()
  await own
  expect(await database.db.selectFrom('tile').select('level').execute()).toHaveLength(3)
  await loop.stop()
})

test('under constant requests a patient read waits for what was acknowledged, and for no more', async () => {
  let minute = 0
  let rounds = 0
  const { loop } = await start((real) => ({
    ...real,
    write: (async (task: 'rollUp', input: { nowMs: number }) => {
      const answer = await real.write(task, input)
      // there is always something new when a round ends
      if (task === 'rollUp' && ++rounds < 20) await loop.submit(request(minute++))
      return answer
    }) as never,
  }))
  await loop.submit(request(minute++))
  // the round of this one may be over, and then another is on its way
  const before = rounds
  await loop.settled()
  expect(rounds).toBeGreaterThanOrEqual(1)
  expect(rounds).toBeLessThanOrEqual(before + 1)
  await loop.stop()
})

test('the coarser levels of many series follow even if the time of day does not advance', async () => {
  const { database, loop } = await start((real) => ({
    ...real,
    write: (async (task: 'fold', input: { nowMs: number }) => {
      const outcome = await real.write(task, input)
      return task === 'fold' ? { ...outcome, toRollUp: 1000 } : outcome
    }) as never,
  }))
  await loop.submit(request(0))
  await loop.settled()
  const levels = () => database.db.selectFrom('tile').select('level').orderBy('level').execute()
  await expect.poll(async () => (await levels()).map(({ level }) => level)).toEqual([0, 1, 2])
  await loop.stop()
})

test('if the disk does not accept a batch the sender is told, and the next try succeeds', async () => {
  let full = true
  const { loop } = await start((database) => ({
    ...database,
    write: ((task: 'ingest', input: PackedRequests) =>
      full && task === 'ingest' ? Promise.reject(new Error('disk full')) : database.write(task, input)) as never,
  }))
  await expect(loop.submit(request(0))).rejects.toThrow('disk full')
  full = false
  expect(await loop.submit(request(0))).toMatchObject({ accepted: 1 })
  await loop.settled()
})

test('a fold that fails is retried and nothing is lost', async () => {
  let failures = 2
  const { database, loop } = await start((real) => ({
    ...real,
    write: ((task: 'fold', input: { nowMs: number }) =>
      task === 'fold' && failures-- > 0 ? Promise.reject(new Error('locked')) : real.write(task, input)) as never,
  }))
  await loop.submit(request(0))
  await expect.poll(() => database.db.selectFrom('tile').select('level').execute()).toHaveLength(3)
  await loop.stop()
})

test('a fold that fails each second is told once, and so is that it works again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const logger = createLogger('info', { write: (line) => void told.push((JSON.parse(line) as { msg: string }).msg) })
  let failures = 5
  const { loop } = await start(
    (real) => ({
      ...real,
      write: ((task: 'fold', input: { nowMs: number }) =>
        task === 'fold' && failures-- > 0 ? Promise.reject(new Error('full')) : real.write(task, input)) as never,
    }),
    logger,
  )
  await loop.submit(request(0))
  while (!told.includes('folding works again')) await vi.advanceTimersByTimeAsync(100)
  expect(told).toEqual([expect.stringContaining('folding failed'), 'folding works again'])
  await loop.stop()
})

test('what arrives while a part is folded does not wait for it', async () => {
  const held = Promise.withResolvers<void>()
  const folding = Promise.withResolvers<void>()
  const { loop } = await start((real) => ({
    ...real,
    write: (async (task: 'fold', input: { nowMs: number }) => {
      if (task === 'fold') {
        folding.resolve()
        await held.promise
      }
      return real.write(task, input)
    }) as never,
  }))
  await loop.submit(request(1))
  await folding.promise
  expect(await loop.submit(request(0))).toMatchObject({ accepted: 1 })
  held.resolve()
  await loop.stop()
})

/** Every commit is held until `letGo`; `sizes`: the number of requests of each, in order. */
async function startHeld() {
  const held: (() => void)[] = []
  const sizes: number[] = []
  const { loop } = await start((real) => ({
    ...real,
    write: (async (task: 'ingest', input: PackedRequests) => {
      if (task === 'ingest') {
        sizes.push(unpackRequests(input).length)
        await new Promise<void>((go) => held.push(go))
      }
      return real.write(task, input)
    }) as never,
  }))
  return { loop, sizes, letGo: () => held.shift()?.() }
}

test.each([
  ['waits for a pause while there is room', false],
  ['begins at once where what waits has no more room', true],
])('while requests come in folding %s', async (_, isFull) => {
  // however long the machine stalls, that must not trigger a fold
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  let isPaused = false
  const whilePaused: boolean[] = []
  const { loop } = await start((real) => ({
    ...real,
    write: (async (task: 'ingest', input: PackedRequests) => {
      const answer = await real.write(task, input)
      if ((task as string) === 'fold') whilePaused.push(isPaused)
      return { ...answer, isFull }
    }) as never,
  }))
  for (let minute = 0; minute < 30; minute++) await loop.submit(request(minute))
  isPaused = true
  await expect.poll(() => whilePaused.length).toBeGreaterThan(0)
  expect(whilePaused[0]).toBe(!isFull)
  await loop.stop()
})

test('a single sender is stored immediately, each time', async () => {
  const { loop, sizes, letGo } = await startHeld()
  for (let minute = 0; minute < 3; minute++) {
    const outcome = loop.submit(request(minute))
    expect(sizes).toHaveLength(minute + 1)
    letGo()
    expect(await outcome).toMatchObject({ accepted: 1 })
  }
  await loop.stop()
})

test('with many concurrent senders one half is stored while the other is answered', async () => {
  const { loop, sizes, letGo } = await startHeld()
  let minute = 0
  let isOver = false
  const senders = Array.from({ length: 16 }, async () => {
    while (!isOver) await loop.submit(request(minute++))
  })
  for (let turn = 0; turn < 60; turn++) {
    letGo()
    await new Promise((next) => setTimeout(next, 1))
  }
  isOver = true
  const going = setInterval(letGo, 1)
  await Promise.all(senders)
  clearInterval(going)
  await loop.stop()
  // the first commits came before the server knew how many send
  expect(sizes.slice(4, 50)).toEqual(Array.from({ length: 46 }, () => 8))
})

test('stopping stores and folds what is still in progress', async () => {
  const { database, loop } = await start()
  const outcomes = Promise.all(Array.from({ length: 100 }, (_, minute) => loop.submit(request(minute))))
  await loop.stop()
  expect((await outcomes).every((outcome) => outcome.status === 'stored' && outcome.accepted === 1)).toBe(true)
  const levels = await database.db.selectFrom('tile').select('level').orderBy('level').execute()
  expect(levels.map(({ level }) => level)).toEqual([0, 1, 2])
})
