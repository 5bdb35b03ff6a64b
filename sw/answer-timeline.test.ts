import { DAY_SECONDS } from '#domain/platform/durations.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { type Level, levels, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { TimelineStandIn, tileText } from '../tests/support/browser/timeline-stand-in.ts'
import { createTimelineAnswer } from './answer-timeline.ts'
import { createAskServer } from './ask-server.ts'
import { clearDevice, readDevice, setDevice } from './device.ts'
import { createOpenStore } from './open-store.ts'

const ORIGIN = 'https://hive.test'
const START = Date.UTC(2026, 4, 10) / 1000
const NOW = START + 3 * DAY_SECONDS
const account = { id: 7, locale: 'de', variant: 'hivewatch' } as const
vi.stubGlobal('location', { origin: ORIGIN })

type Asked = { seriesIds: number[]; level: Level; from: number; to: number; since?: number }

function question({ seriesIds, level, from, to, since }: Asked, headers: Record<string, string> = {}): Request {
  const parameters = new URLSearchParams({ scales: seriesIds.join(','), from: String(from), to: String(to), level })
  if (since !== undefined) parameters.set('since', String(since))
  return new Request(`${ORIGIN}/api/timeline?${parameters}`, {
    headers: { Accept: 'application/octet-stream', ...headers },
  })
}

async function contents(response: Response) {
  const container = decodeContainer(new Uint8Array(await response.arrayBuffer()))
  return { ...container, texts: container.tiles.map(tileText) }
}

/** A worker with its own storage on this device; `network` can be replaced. */
function startWorker(server: TimelineStandIn) {
  const open = createOpenStore()
  const work: Promise<unknown>[] = []
  const worker = {
    open,
    network: server.fetch as (request: Request) => Promise<Response>,
    patience: (_stored: 'all' | 'a part') => new Promise<void>(() => {}),
    reports: [] as unknown[],
    refreshed: 0,
    settled: () => Promise.allSettled(work),
    ask: (asked: Asked, headers?: Record<string, string>, page = 'a') =>
      answer(question(asked, headers), page, (one) => work.push(one)),
  }
  const fetchNow = (request: Request) => worker.network(request)
  const now = () => NOW * 1000
  const answer = createTimelineAnswer({
    open,
    account: async () => (await readDevice(open))?.id,
    fetch: fetchNow,
    ask: createAskServer(fetchNow, now),
    now,
    patience: (stored) => worker.patience(stored),
    report: (error) => worker.reports.push(error),
    refreshed: () => worker.refreshed++,
  })
  return worker
}

const offline = async () => {
  throw new TypeError('Failed to fetch')
}
const whole = (level: Level, from: number, to: number) => ({
  from: tileSpan(level, from).from,
  to: tileSpan(level, to - 1).to,
})

let server: TimelineStandIn
let worker: ReturnType<typeof startWorker>

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  server = new TimelineStandIn()
  worker = startWorker(server)
  await setDevice(worker.open, account)
})

const days = { from: START, to: START + 3 * DAY_SECONDS }
const raw = { seriesIds: [1, 2], level: 'raw' as const, ...days }

function fill(): void {
  for (const seriesId of [1, 2]) {
    for (let time = START; time < NOW; time += 1800) server.read(seriesId, time, 40_000 + ((time / 1800) % 7) * 10)
  }
}

describe('a timeline', () => {
  it('is complete the first time, and only a few bytes the second if nothing changed', async () => {
    fill()
    const first = await contents(await worker.ask(raw))
    expect(first.texts).toEqual(server.tilesOf([1, 2], 'raw', days))
    const before = server.bytesSent
    const second = await contents(await worker.ask(raw))
    expect(second.texts).toEqual(first.texts)
    expect(server.bytesSent - before).toBeLessThan(20)
    expect(server.asked).toHaveLength(2)
  })

  it('is never shown from damaged bytes: they are dropped and fetched again', async () => {
    fill()
    const first = await contents(await worker.ask(raw))
    const store = await worker.open()
    const [before] = await store.getAll('series')
    for (const row of (await store.getAll('tile')).slice(1, 3)) {
      row.bytes[row.bytes.length >> 1]! ^= 1
      await store.put('tile', row)
    }
    worker.network = offline
    const known = first.texts.filter((_, index) => index !== 1 && index !== 2)
    const alone = await worker.ask(raw)
    expect(alone.headers.get('X-Data-Partial')).toBe('true')
    expect((await contents(alone)).texts).toEqual(known)
    worker.network = server.fetch
    expect((await contents(await worker.ask(raw))).texts).toEqual(first.texts)
    worker.network = offline
    expect((await contents(await worker.ask(raw))).texts).toEqual(first.texts)
    expect((await store.getAll('series'))[0]?.size).toBe(before?.size)
    expect(worker.reports).toEqual([])
  })

  it('brings a new reading with the next question', async () => {
    fill()
    await worker.ask(raw)
    server.read(1, START + DAY_SECONDS + 7, 50_000)
    const answer = await worker.ask(raw)
    expect(answer.headers.get('X-Data-From')).toBeNull()
    expect((await contents(answer)).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('brings a reading for a day that had none when it was requested', async () => {
    await worker.ask(raw)
    server.read(2, START + 5, 40_000)
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([2], 'raw', days))
  })

  it('gives a page that knows some of it only what changed since', async () => {
    fill()
    const { cursor } = await contents(await worker.ask(raw))
    expect((await contents(await worker.ask({ ...raw, since: cursor }))).tiles).toEqual([])
    server.read(1, START + 7, 50_000)
    const changed = await contents(await worker.ask({ ...raw, since: cursor }))
    expect(changed.tiles.map(({ seriesId, from }) => [seriesId, from])).toEqual([[1, START]])
  })

  it.each(['backup', 'copy'] as const)('is whole again after the server was set back to a %s', async (kind) => {
    fill()
    const restore = server[kind]()
    for (let i = 0; i < 5; i++) server.read(1, START + i, 99_000)
    const { cursor } = await contents(await worker.ask(raw))
    restore()
    server.read(2, START + 3, 41_000)
    const answer = await contents(await worker.ask({ ...raw, since: cursor }))
    expect(answer.texts).toEqual(server.tilesOf([1, 2], 'raw', days))
    for (let i = 0; i < 9; i++) server.read(2, START + 10 + i, 42_000)
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it.each([401, 404])('lets the page see a refusal: %d', async (status) => {
    fill()
    await worker.ask(raw)
    worker.network = async () => Response.json({ code: 'x' }, { status })
    expect((await worker.ask(raw)).status).toBe(status)
  })

  it('is not answered from the store for a share, nor before anyone signed in', async () => {
    fill()
    await worker.ask(raw)
    worker.network = async () => new Response('from the network')
    expect(await (await worker.ask(raw, { 'X-Share-Token': 'abc' })).text()).toBe('from the network')
    await clearDevice(worker.open)
    expect(await (await worker.ask(raw)).text()).toBe('from the network')
  })

  it('is not stored for an account that signed out while it was on its way', async () => {
    fill()
    worker.network = async (request) => {
      await setDevice(worker.open, { ...account, id: 8 })
      return server.fetch(request)
    }
    await worker.ask(raw)
    await worker.settled()
    const store = await worker.open()
    expect([await store.count('tile'), await store.count('series')]).toEqual([0, 0])
  })

  it('comes from the network when the store cannot be opened', async () => {
    fill()
    const failing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    const blocked = startWorker(server)
    expect((await contents(await blocked.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
    expect(blocked.reports).toHaveLength(1)
    failing.mockRestore()
  })
})

describe('a timeline without a network', () => {
  beforeEach(fill)

  it.each([
    ['no network', offline],
    ['a server in trouble', async () => new Response('bad gateway', { status: 502 })],
    ['the sign-in page of a guest network', async () => new Response('<html>Welcome</html>')],
  ])('is what was stored, with its age: %s', async (_, network) => {
    await worker.ask(raw)
    worker.network = network
    const answer = await worker.ask(raw)
    expect(answer.headers.get('X-Data-From')).toBe(new Date(NOW * 1000).toISOString())
    expect(answer.headers.get('X-Data-Partial')).toBeNull()
    expect((await contents(answer)).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('is an error for what was never seen', async () => {
    worker.network = offline
    expect((await worker.ask(raw)).type).toBe('error')
  })

  it.each(['hour', 'day'] as const)('is there at level %s when only raw readings were seen', async (level) => {
    await worker.ask(raw)
    worker.network = offline
    const answer = await worker.ask({ ...raw, level })
    const { texts, level: answered, cursor } = await contents(answer)
    expect(answered).toBe(level)
    expect(texts).toEqual(server.tilesOf([1, 2], level, whole(level, days.from, days.to)))
    expect(cursor).toBe(0)
  })

  it('is available by day if only hours were seen, apart from the rounding of means', async () => {
    await worker.ask({ ...raw, level: 'hour' })
    worker.network = offline
    const { tiles } = await contents(await worker.ask({ ...raw, level: 'day' }))
    const exact = (await contents(await server.fetch(question({ ...raw, level: 'day' })))).tiles
    for (const [index, tile] of tiles.entries()) {
      const derived = decodeTile(tile.bytes)
      const right = decodeTile(exact[index]!.bytes)
      if (derived.level === 'raw' || right.level === 'raw') throw new Error('a raw tile')
      expect(derived.time).toEqual(right.time)
      for (const name of ['weightLast', 'weightMin', 'weightMax'] as const) {
        expect(derived.columns[name]).toEqual(right.columns[name])
      }
      expect(Math.abs(derived.columns.weightMean![0]! - right.columns.weightMean![0]!)).toBeLessThan(2)
    }
  })

  it('is coarser if only coarser tiles were seen', async () => {
    await worker.ask({ ...raw, level: 'hour' })
    worker.network = offline
    const answer = await worker.ask(raw)
    const { level, texts } = await contents(answer)
    expect(level).toBe('hour')
    expect(texts).toEqual(server.tilesOf([1, 2], 'hour', whole('hour', days.from, days.to)))
  })

  it('says so if parts are not on this device, and is complete once there is a network again', async () => {
    await worker.ask({ ...raw, to: START + DAY_SECONDS })
    worker.network = offline
    const answer = await worker.ask(raw)
    const { texts, cursor } = await contents(answer)
    expect(answer.headers.get('X-Data-Partial')).toBe('true')
    expect(texts).toEqual(server.tilesOf([1, 2], 'raw', { from: START, to: START + DAY_SECONDS }))
    worker.network = server.fetch
    const after = await contents(await worker.ask({ ...raw, since: cursor }))
    expect(after.texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('merges newer raw readings into hours that were seen earlier', async () => {
    await worker.ask({ ...raw, level: 'hour' })
    server.read(1, START + 61, 77_000)
    await worker.ask(raw)
    worker.network = offline
    const { texts } = await contents(await worker.ask({ ...raw, level: 'hour' }))
    expect(texts).toEqual(server.tilesOf([1, 2], 'hour', whole('hour', days.from, days.to)))
  })
})

/** Holds answers back until the returned function is called. */
function holdNetwork(): () => void {
  let deliver: () => void
  const late = new Promise<void>((resolve) => (deliver = resolve))
  worker.network = (request) => late.then(() => server.fetch(request))
  return () => deliver()
}

describe('a timeline on a weak network', () => {
  beforeEach(fill)

  it('is what is stored if the answer is late, and the page is told when it arrives', async () => {
    await worker.ask(raw)
    server.read(1, START + 61, 77_000)
    const deliver = holdNetwork()
    worker.patience = async () => {}
    const answer = await worker.ask(raw)
    expect(answer.headers.get('X-Data-From')).not.toBeNull()
    expect(worker.refreshed).toBe(0)
    deliver()
    await worker.settled()
    expect(worker.refreshed).toBe(1)
    worker.network = offline
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('does not make a page that asks again after being told wait once more, which would never end', async () => {
    await worker.ask(raw)
    const deliveries: (() => void)[] = []
    worker.network = (request) =>
      new Promise<void>((resolve) => deliveries.push(resolve)).then(() => server.fetch(request))
    worker.patience = async () => {}
    await worker.ask(raw)
    server.read(1, START + 61, 77_000)
    for (const deliver of deliveries) deliver()
    await worker.settled()
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
    expect([deliveries.length, worker.refreshed]).toEqual([1, 1])
    server.read(1, START + 121, 78_000)
    Object.assign(worker, { network: server.fetch, patience: () => new Promise(() => {}) })
    // what asks a second time has news of its own
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
    server.read(1, START + 181, 79_000)
    expect((await contents(await worker.ask(raw, {}, 'reloaded'))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('waits for the network rather than show only a part', async () => {
    await worker.ask({ ...raw, to: START + DAY_SECONDS })
    worker.patience = (stored) => (stored === 'all' ? Promise.resolve() : new Promise(() => {}))
    const answer = await worker.ask(raw)
    expect(answer.headers.get('X-Data-From')).toBeNull()
    expect((await contents(answer)).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('shows a part rather than nothing if the network is silent, and says when there is more', async () => {
    const part = { ...raw, to: START + DAY_SECONDS }
    await worker.ask(part)
    const deliver = holdNetwork()
    worker.patience = async () => {}
    const answer = await worker.ask(raw)
    expect(answer.headers.get('X-Data-Partial')).toBe('true')
    expect((await contents(answer)).texts).toEqual(server.tilesOf([1, 2], 'raw', whole('raw', START, part.to)))
    deliver()
    await worker.settled()
    expect(worker.refreshed).toBe(1)
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  it('waits if nothing is stored', async () => {
    worker.patience = async () => {}
    const deliver = holdNetwork()
    const asked = worker.ask(raw)
    deliver()
    expect((await contents(await asked)).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })
})

describe('nothing is ever missed', () => {
  it('when answers arrive out of order and the store was emptied in between', async () => {
    const held: (() => void)[] = []
    const holding = async (request: Request) => {
      const answer = await server.fetch(request)
      await new Promise<void>((deliver) => held.push(deliver))
      return answer
    }
    const askLater = async () => {
      worker.network = holding
      const asked = worker.ask(raw)
      await vi.waitUntil(() => held.length > 0, { interval: 1 })
      worker.network = server.fetch
      return { asked, deliver: held.pop()! }
    }
    server.read(1, START, 40_000)
    const wholeAtFirst = await askLater()
    server.read(1, START + DAY_SECONDS, 41_000)
    await startWorker(server).ask(raw)
    server.read(2, START, 42_000)
    const changesSince = await askLater()
    await (await worker.open()).clear('series')
    for (const { asked, deliver } of [wholeAtFirst, changesSince]) {
      deliver()
      await asked
    }
    expect((await contents(await worker.ask(raw))).texts).toEqual(server.tilesOf([1, 2], 'raw', days))
  })

  const series = fc.subarray([1, 2, 3], { minLength: 1 })
  const day = fc.integer({ min: 0, max: 5 })
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('read'),
        series: fc.integer({ min: 1, max: 3 }),
        day,
        second: fc.nat(86_399),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('ask'),
        seriesIds: series,
        day,
        length: fc.integer({ min: 1, max: 4 }),
        level: fc.constantFrom(...levels),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('ask later'),
        seriesIds: series,
        day,
        length: fc.integer({ min: 1, max: 4 }),
        level: fc.constantFrom(...levels),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver'), which: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('go offline', 'go online', 'restart', 'lose a series', 'back up', 'restore'),
      }),
    },
  )
  type Step = {
    do: string
    series?: number
    seriesIds?: number[]
    day?: number
    second?: number
    length?: number
    level?: Level
    which?: number
  }

  it('whatever is read, asked, delayed, lost and restored in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps: Step[]) => {
        globalThis.indexedDB = new IDBFactory()
        const server = new TimelineStandIn()
        let worker = startWorker(server)
        await setDevice(worker.open, account)
        let restore: (() => void) | undefined
        let held: (() => void)[] = []
        const waiting: Promise<unknown>[] = []
        const spanOf = ({ day = 0, length = 1 }: Step) => ({
          from: START + day * DAY_SECONDS,
          to: START + (day + length) * DAY_SECONDS,
        })
        for (const one of steps) {
          const { seriesIds = [], level = 'raw' } = one
          const asked = { seriesIds, level, ...spanOf(one) }
          if (one.do === 'read') server.read(one.series!, START + one.day! * DAY_SECONDS + one.second!, one.second!)
          if (one.do === 'go offline') worker.network = offline
          if (one.do === 'go online') worker.network = server.fetch
          if (one.do === 'restart') worker = startWorker(server)
          if (one.do === 'back up') restore = server.backup()
          if (one.do === 'restore' && held.length === 0) {
            restore?.()
            restore = undefined
          }
          if (one.do === 'lose a series') {
            const store = await worker.open()
            const [row] = await store.getAll('series')
            if (row) await store.delete('series', [row.account, row.seriesId, row.level])
          }
          if (one.do === 'deliver') held.splice(one.which!, 1)[0]?.()
          if (one.do === 'ask later') {
            const usual = worker.network
            worker.network = async (request) => {
              const answer = await server.fetch(request)
              await new Promise<void>((deliver) => held.push(deliver))
              return answer
            }
            waiting.push(worker.ask(asked))
            await vi.waitUntil(() => held.length > 0, { interval: 1 })
            worker.network = usual
          }
          if (one.do === 'ask' && worker.network === server.fetch && held.length === 0) {
            const { texts } = await contents(await worker.ask(asked))
            expect(texts).toEqual(server.tilesOf(seriesIds, level, whole(level, asked.from, asked.to)))
          }
        }
        for (; held.length > 0; held = held.slice(1)) held[0]!()
        worker.network = server.fetch
        await Promise.all(waiting)
        for (const level of levels) {
          const asked = { seriesIds: [1, 2, 3], level, from: START, to: START + 9 * DAY_SECONDS }
          const { texts } = await contents(await worker.ask(asked))
          expect(texts).toEqual(server.tilesOf([1, 2, 3], level, whole(level, asked.from, asked.to)))
        }
      }),
      { numRuns: 60 },
    )
  })
})
