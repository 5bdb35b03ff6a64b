import fc from 'fast-check'
import type { ExpressionBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type ForwardingStation, openForwardingStation } from '../../../tests/support/samples/forwarding-station.ts'
import type { Tables } from '../../store/tables.ts'
import { holdForwardings, selectDueForwardings } from './forwarding-run-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let station: ForwardingStation

beforeEach(async () => {
  station = await openForwardingStation()
})

afterEach(() => station.close())

test('new readings go out as JSON, the next ones an hour later at the earliest', async () => {
  const id = await station.add({ target: 'raw', address: `${station.web.url}/hive?key=a` })
  await station.forward()
  expect(station.web.received).toEqual([])
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 43.215, temperature: 34.6 })
  await station.forward()
  expect(station.web.received).toMatchObject([
    {
      path: '/hive?key=a',
      headers: { 'content-type': 'application/json', 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
    },
  ])
  expect(station.web.received[0]!.body).toEqual({
    controller: { id: station.controller.id, name: 'Waldrand' },
    channel: 1,
    scale: { id: expect.any(Number), name: expect.any(String) },
    readings: [{ time: '2026-05-10T10:00:00.000Z', weight: 43.215, temperature: 34.6, humidity: null }],
    battery: 3.91,
    signal: -71,
  })
  expect(await station.forwarding(id)).toMatchObject({
    status: 'active',
    lastSentAt: '2026-05-10T10:00:00.000Z',
    nextDueAt: '2026-05-10T11:00:00.000Z',
    lastError: null,
  })
  await station.measure({ time: '2026-05-10T10:05:00Z', weight: 43.2 })
  station.app.clock.advance(HOUR - 1)
  await station.forward()
  expect(station.web.received).toHaveLength(1)
  station.app.clock.advance(1)
  await station.forward()
  expect(station.times()).toEqual(['2026-05-10T10:00:00.000Z', '2026-05-10T10:05:00.000Z'])
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.web.received).toHaveLength(2)
  expect((await station.forwarding(id)).nextDueAt).toBeNull()
})

test('forwards only this channel, and only what was measured since', async () => {
  await station.measure({ time: '2026-05-10T09:00:00Z', weight: 1 })
  await station.add({ target: 'raw', address: station.web.url })
  await station.measure(
    { time: '2026-05-10T09:30:00Z', weight: 2 },
    { time: '2026-05-10T10:00:01Z', weight: 3 },
    { time: '2026-05-10T10:00:01Z', weight: 4, channel: 2 },
  )
  await station.forward()
  expect(station.web.received.map(({ body }) => body.readings)).toEqual([[expect.objectContaining({ weight: 3 })]])
})

test('does not forward what a scale measured before it was moved to this channel', async () => {
  const second = station.path.replace('channel/1', 'channel/2')
  await station.anna.post(second, { target: 'raw', address: station.web.url })
  await station.measure({ time: '2026-05-10T10:05:00Z', weight: 1 })
  station.app.clock.advance(HOUR)
  const [scale] = (await station.anna.get('/scale')).body
  await station.anna.post(`/scale/${scale.id}`, { channelId: 2 })
  await station.measure({ time: '2026-05-10T11:05:00Z', weight: 2, channel: 2 })
  await station.forward()
  expect(station.web.received.map(({ body }) => body.readings)).toEqual([[expect.objectContaining({ weight: 2 })]])
})

test('what a scale measured on its channels before it was moved is forwarded from each', async () => {
  await station.add({ target: 'raw', address: `${station.web.url}/first` })
  await station.anna.post(station.path.replace('channel/1', 'channel/2'), {
    target: 'raw',
    address: `${station.web.url}/second`,
  })
  station.web.state.answer = { status: 503 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  const [scale] = (await station.anna.get('/scale')).body
  for (const [i, channel] of [2, 1, 3].entries()) {
    station.app.clock.advance(HOUR)
    expect((await station.anna.post(`/scale/${scale.id}`, { channelId: channel })).status).toBe(200)
    await station.measure({ time: new Date(station.app.clock.now()).toISOString(), weight: i + 2, channel })
  }
  station.web.state.answer = { status: 200 }
  for (let hour = 0; hour < 3; hour++) {
    station.app.clock.advance(HOUR)
    await station.forward()
  }
  const sent = (path: string) =>
    station.web.received
      .filter((one) => one.path === path)
      .flatMap(({ body }) => body.readings.map(({ weight }: { weight: number }) => weight))
  expect({ first: sent('/first'), second: sent('/second') }).toEqual({ first: [1, 3], second: [2] })
})

test('a message under way names its scale even if that was moved to another channel', async () => {
  await station.add({ target: 'raw', address: station.web.url })
  station.web.state.answer = { status: 503 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  const [{ id, name }] = (await station.anna.get('/scale')).body
  await station.anna.post(`/scale/${id}`, { channelId: 2 })
  station.web.state.answer = { status: 200 }
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.web.received.map(({ body }) => body.scale)).toEqual([
    { id, name },
    { id, name },
  ])
})

test('a receiver that says when to come back is left alone until then', async () => {
  await station.add({ target: 'raw', address: station.web.url })
  const until = new Date(station.app.clock.now() + 3 * HOUR).toUTCString()
  station.web.state.answer = { status: 503, headers: { 'Retry-After': until } }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  station.app.clock.advance(2 * HOUR)
  await station.forward()
  expect(station.web.received).toHaveLength(1)
  station.web.state.answer = { status: 200 }
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.web.received).toHaveLength(2)
})

test('late readings are sent once, even between others that were sent before', async () => {
  await station.add({ target: 'raw', address: station.web.url })
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 }, { time: '2026-05-10T10:08:00Z', weight: 3 })
  await station.forward()
  station.app.clock.advance(3 * DAY)
  await station.measure({ time: '2026-05-10T10:04:00Z', weight: 2 }, { time: '2026-05-10T10:08:00Z', weight: 9 })
  await station.forward()
  expect(station.web.received.map(({ body }) => body.readings.map(({ weight }: { weight: number }) => weight))).toEqual(
    [[1, 3], [2]],
  )
})

test('after an outage everything follows, a thousand readings per message, in order and without duplicates', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  station.web.state.answer = { status: 503 }
  await station.measure(...station.every(10, '2026-05-10T10:00:00Z', 1))
  await station.forward()
  expect(await station.forwarding(id)).toMatchObject({
    status: 'active',
    failures: 1,
    lastError: expect.stringContaining('503'),
  })
  station.app.clock.advance(20 * DAY)
  const missed = station.every(10, '2026-05-10T10:10:00Z', 2400)
  await station.measure(...missed)
  station.web.received.length = 0
  station.web.state.answer = { status: 200 }
  for (let hour = 0; hour < 6; hour++) {
    await station.forward()
    station.app.clock.advance(HOUR)
  }
  expect(station.web.received.map(({ body }) => body.readings.length)).toEqual([1, 1000, 1000, 400])
  const expected = ['2026-05-10T10:00:00.000Z', ...missed.map(({ time }) => time)]
  expect(station.times()).toEqual(expected)
})

test('a message spans at most 30 days', async () => {
  await station.add({ target: 'raw', address: station.web.url })
  station.app.clock.advance(80 * DAY)
  await station.measure(...station.every(24 * 60, '2026-05-10T10:00:00Z', 70))
  for (let hour = 0; hour < 4; hour++) {
    await station.forward()
    station.app.clock.advance(HOUR)
  }
  expect(station.web.received.map(({ body }) => body.readings.length)).toEqual([30, 30, 10])
})

test('failing sends are retried with growing pauses, then hourly and shown as failing, under the same key, until one succeeds', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  station.web.state.answer = 'hang up'
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  const pauses: number[] = []
  const seen: string[] = []
  for (let i = 0; i < 7; i++) {
    await station.forward()
    const { status, nextDueAt } = await station.forwarding(id)
    const next = Date.parse(nextDueAt)
    pauses.push((next - station.app.clock.now()) / MINUTE)
    seen.push(status)
    station.app.clock.set(next - 1)
    await station.forward()
    station.app.clock.set(next)
  }
  expect(pauses).toEqual([1, 5, 15, 30, 60, 60, 60])
  expect(seen).toEqual(['active', 'active', 'active', 'failing', 'failing', 'failing', 'failing'])
  expect(station.web.received).toHaveLength(7)
  expect(new Set(station.web.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  station.web.state.answer = { status: 200 }
  await station.forward()
  expect(await station.forwarding(id)).toMatchObject({ status: 'active', failures: 0, lastError: null })
})

test('a refused message is shown as failing at once, and retried hourly', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  station.web.state.answer = { status: 410 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  expect(await station.forwarding(id)).toMatchObject({
    status: 'failing',
    lastError: 'The server answered 410 instead of taking the readings. Check the address.',
    nextDueAt: '2026-05-10T11:00:00.000Z',
  })
})

test('a forwarding already known to fail recovers with a success, not with another failure', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  station.web.state.answer = { status: 410 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  const statuses: string[] = []
  for (const answer of ['hang up', { status: 200 }] as const) {
    station.web.state.answer = answer
    station.app.clock.advance(HOUR)
    await station.forward()
    statuses.push((await station.forwarding(id)).status)
  }
  expect(statuses).toEqual(['failing', 'active'])
})

test('a change during a try is followed by another try at once, whatever the outcome of the first', async () => {
  const id = await station.add({ target: 'raw', address: `${station.web.url}/old` })
  station.web.state.answer = { status: 410 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  const loop = station.createLoop({
    safeFetch: {
      ...station.app.deps.safeFetch,
      close() {},
      async post(address, message) {
        const answer = await station.app.deps.safeFetch.post(address, message)
        if (address.endsWith('/old')) {
          station.app.clock.advance(1000)
          await station.anna.post(`/controller/forwarding/${id}`, { address: `${station.web.url}/new` })
          station.web.state.answer = { status: 200 }
        }
        return answer
      },
    },
  })
  await station.forward(loop)
  await loop.stop()
  expect(station.web.received.map(({ path }) => path)).toEqual(['/old', '/new'])
  expect(await station.forwarding(id)).toMatchObject({ status: 'active', lastError: null, failures: 0 })
})

test('a forwarding that goes to another address by now is not held back because its old one is silent', async () => {
  const { app, web, anna } = station
  const ids = [
    await station.add({ target: 'raw', address: `${web.url}/old` }),
    await station.add({ target: 'raw', address: `${web.url}/silent` }),
  ]
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  const nowMs = app.clock.now()
  const due = await selectDueForwardings(app.db, nowMs, 10)
  await anna.post(`/controller/forwarding/${ids[0]}`, { address: `${web.url}/new` })
  await holdForwardings(app.db, due, { untilMs: nowMs + HOUR, nowMs })
  expect((await selectDueForwardings(app.db, nowMs, 10)).map(({ id }) => id)).toEqual([ids[0]])
})

test('continues after the clock was years ahead', async () => {
  const { app, web } = station
  await station.add({ target: 'raw', address: `${web.url}/hive` })
  await app.db
    .updateTable('forwarding')
    .set({ due_at: Date.parse('2036-05-10T10:00:00Z') })
    .execute()
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  expect(station.times()).toEqual(['2026-05-10T10:00:00.000Z'])
  await station.measure({ time: '2026-05-10T10:05:00Z', weight: 2 })
  await station.forward()
  expect(web.received).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  const id = await station.add({ target: 'raw', address: `${station.web.url}/a` })
  station.web.state.answer = { status: 307, headers: { location: `${station.web.url}/b` } }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.forward()
  expect(station.web.received.map(({ path }) => path)).toEqual(['/a'])
  expect((await station.forwarding(id)).lastError).toContain('redirects to another address')
})

test('while paused, nothing goes out; afterwards everything does', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  await station.anna.post(`/controller/forwarding/${id}`, { paused: true })
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  station.app.clock.advance(2 * HOUR)
  await station.forward()
  expect(await station.forwarding(id)).toMatchObject({ status: 'paused', nextDueAt: null })
  expect(station.web.received).toEqual([])
  await station.anna.post(`/controller/forwarding/${id}`, { paused: false })
  await station.forward()
  expect(station.times()).toEqual(['2026-05-10T10:00:00.000Z'])
})

test('nothing more goes out once the transmitter has another owner or the account is deactivated', async () => {
  await station.add({ target: 'raw', address: station.web.url })
  const ben = await station.app.signIn('ben@example.org')
  const set = (owner: number, active: 0 | 1) =>
    Promise.all([
      station.app.db.updateTable('controller').set({ owner_id: owner }).execute(),
      station.app.db.updateTable('account').set({ active }).where('id', '=', station.anna.accountId).execute(),
    ])
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await set(ben.accountId, 1)
  await station.forward()
  await set(station.anna.accountId, 0)
  await station.forward()
  expect(station.web.received).toEqual([])
  await set(station.anna.accountId, 1)
  await station.forward()
  expect(station.web.received).toHaveLength(1)
})

test('a damaged day is left out, even of a message under way, and follows once it is repaired', async () => {
  const id = await station.add({ target: 'raw', address: station.web.url })
  const { db } = station.app
  station.web.state.answer = { status: 503 }
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  station.app.clock.advance(DAY)
  await station.measure({ time: '2026-05-11T10:00:00Z', weight: 2 })
  await station.forward()
  expect(await station.forwarding(id)).toMatchObject({ failures: 1 })

  const day = Date.parse('2026-05-10T00:00:00Z') / 1000
  const ofDay = (tile: ExpressionBuilder<Tables, 'tile'>) =>
    tile.and({ scale_id: 1, level: levelNumber.raw, from: day })
  const { bytes } = await db.selectFrom('tile').select('bytes').where(ofDay).executeTakeFirstOrThrow()
  const damaged = Uint8Array.from(bytes, (byte, at) => (at === bytes.length >> 1 ? byte ^ 4 : byte))
  await db.updateTable('tile').set({ bytes: damaged }).where(ofDay).execute()
  station.web.state.answer = { status: 200 }
  station.web.received.length = 0
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.times()).toEqual(['2026-05-11T10:00:00.000Z'])
  expect(await station.forwarding(id)).toMatchObject({ status: 'active', lastError: null, failures: 0 })

  const revision = 1000
  await db.updateTable('tile').set({ bytes, revision }).where(ofDay).execute()
  await db.updateTable('tile_cursor').set({ revision }).execute()
  await db.updateTable('forwarding').set({ waiting: 0 }).execute()
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.times()).toEqual(['2026-05-11T10:00:00.000Z', '2026-05-10T10:00:00.000Z'])
})

test.each(['[1767', 'null', '[]', '["x"]'])(
  'a message whose stored times are damaged (%s) is built anew, with the same readings',
  async (times) => {
    const id = await station.add({ target: 'raw', address: station.web.url })
    station.web.state.answer = { status: 503 }
    await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
    await station.forward()
    await station.app.db.updateTable('forwarding_run').set({ times }).execute()
    station.web.state.answer = { status: 200 }
    station.web.received.length = 0
    station.app.clock.advance(HOUR)
    await station.forward()
    expect(station.times()).toEqual(['2026-05-10T10:00:00.000Z'])
    expect(await station.forwarding(id)).toMatchObject({ status: 'active', lastError: null, failures: 0 })
  },
)

test('a crash at any point repeats at most one message, and loses no readings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('measure', 'late', 'forward', 'crash before', 'crash after', 'refuse', 'restart'), {
        minLength: 4,
        maxLength: 14,
      }),
      async (steps) => {
        const own = await openForwardingStation()
        await own.add({ target: 'raw', address: own.web.url })
        const measured: string[] = []
        const reading = (time: number) => {
          measured.push(new Date(time).toISOString())
          return { time: measured.at(-1)!, weight: measured.length }
        }
        let late = own.app.clock.now() + 1000
        let crashes = 0
        for (const step of steps) {
          own.app.clock.advance(2 * HOUR)
          own.web.state.answer = { status: step === 'refuse' ? 500 : 200 }
          if (step === 'measure') await own.measure(reading(own.app.clock.now()))
          else if (step === 'late') {
            late += 1000
            await own.measure(reading(late))
          } else if (step === 'crash before' || step === 'crash after') {
            crashes++
            let isThrough: () => void = () => {}
            const through = new Promise<void>((resolve) => {
              isThrough = resolve
            })
            let isDead = false
            // The send never returns: nothing after it in the loop happens, as if the process had died there.
            const dying = own.createLoop({
              safeFetch: {
                ...own.app.deps.safeFetch,
                close() {},
                async post(...message) {
                  if (step === 'crash after' && !isDead) await own.app.deps.safeFetch.post(...message)
                  isThrough()
                  return new Promise(() => {})
                },
              },
            })
            dying.wake()
            await Promise.race([through, dying.idle()])
            // and it must not send when its timer fires later
            isDead = true
          } else if (step === 'restart') {
            const again = own.createLoop()
            await own.forward(again)
            await again.stop()
          } else await own.forward()
        }
        own.web.state.answer = { status: 200 }
        for (let i = 0; i < 3; i++) {
          own.app.clock.advance(2 * HOUR)
          await own.forward()
        }
        const taken = own.web.received.filter(({ headers }, i, all) => {
          const key = headers['idempotency-key']
          return all.findLastIndex((other) => other.headers['idempotency-key'] === key) === i
        })
        const times = taken.flatMap(({ body }) => body.readings.map(({ time }: { time: string }) => time))
        expect(times.toSorted()).toEqual(measured.toSorted())
        const refused = steps.filter((step) => step === 'refuse').length
        expect(own.web.received.length - taken.length).toBeLessThanOrEqual(crashes + refused)
        await own.close()
      },
    ),
    { numRuns: 12 },
  )
})
