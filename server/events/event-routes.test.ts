import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp
let anna: Client

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})

afterEach(async () => {
  await app.close()
})

/** Opens the stream as a browser would. `next` reads the next message, past comments. */
async function open(client: Client) {
  const response = await app.app.request('/api/events', { headers: { cookie: client.cookie ?? '' } })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function block(): Promise<string> {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream has ended')
      text += value
    }
    const end = text.indexOf('\n\n')
    const first = text.slice(0, end)
    text = text.slice(end + 2)
    return first
  }
  return {
    response,
    block,
    leave: () => reader.cancel(),
    async next() {
      for (;;) {
        const lines = (await block()).split('\n')
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const data = field('data')
        if (data) return { event: field('event'), id: field('id'), data: JSON.parse(data) as unknown }
      }
    },
  }
}

test('it is a stream that no proxy holds back, and begins at once', async () => {
  const { response, block, leave } = await open(anna)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(await block()).toMatch(/^:/)
  await leave()
})

test('each account hears of what it may see, with ids', async () => {
  const ben = await app.signIn('ben@example.org')
  const [mine, his] = [await app.claim(anna), await app.claim(ben)]
  const [hers, theirs] = [await open(anna), await open(ben)]
  await Promise.all([hers.block(), theirs.block()])
  app.deps.events.publish({ type: 'reading', controllerId: his.id, scaleIds: [7] })
  app.deps.events.publish({ type: 'alarm', controllerId: mine.id, scaleIds: [3] })
  expect(await theirs.next()).toMatchObject({ event: 'reading', data: { controllerId: his.id, scaleIds: [7] } })
  const heard = await hers.next()
  expect(heard).toMatchObject({ event: 'alarm', data: { controllerId: mine.id, scaleIds: [3] } })
  expect(Number(heard.id)).toBeGreaterThan(0)
  await Promise.all([hers.leave(), theirs.leave()])
})

test('what waits for a slow browser is merged', async () => {
  const { id } = await app.claim(anna)
  const stream = await open(anna)
  await stream.block()
  for (const scaleId of [1, 2, 1, 3])
    app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [scaleId] })
  expect(await stream.next()).toMatchObject({ event: 'reading', data: { scaleIds: [1, 2, 3] } })
  await stream.leave()
})

test('a transmitter that was claimed meanwhile is heard of', async () => {
  const stream = await open(anna)
  await stream.block()
  const { id } = await app.claim(anna)
  expect(await stream.next()).toMatchObject({ event: 'controller', data: { controllerId: id } })
  app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [1] })
  expect(await stream.next()).toMatchObject({ event: 'reading', data: { controllerId: id } })
  await stream.leave()
})

test('a transmitter that may no longer be seen is heard of once more, and then never', async () => {
  const ben = await app.signIn('ben@example.org')
  const { id } = await app.claim(ben)
  const { id: own } = await app.claim(anna)
  const { body } = await ben.post(`/controller/${id}/watchCode`, {})
  await anna.post('/controller/watches', { code: body.watchCode })
  const stream = await open(anna)
  await stream.block()
  await ben.post(`/controller/${id}/watchCode`, { enabled: false })
  expect(await stream.next()).toMatchObject({ event: 'controller', data: { controllerId: id } })
  for (const type of ['reading', 'controller'] as const)
    app.deps.events.publish({ type, controllerId: id, scaleIds: [] })
  app.deps.events.publish({ type: 'reading', controllerId: own, scaleIds: [] })
  expect(await stream.next()).toMatchObject({ event: 'reading', data: { controllerId: own } })
  await stream.leave()
})

test('an account has so many streams and no more; who leaves makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, () => open(anna)))
  const refused = await anna.get('/events')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  await streams[0]!.leave()
  await vi.waitFor(async () => {
    const again = await open(anna)
    expect(again.response.status).toBe(200)
    streams.push(again)
  })
  await Promise.all(streams.map(({ leave }) => leave()))
})

test('nobody hears anything without a session', async () => {
  expect(await app.nobody.get('/events')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})
