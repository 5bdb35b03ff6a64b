import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})

afterEach(async () => {
  await app.close()
})

/** Opens the stream as a browser would. `next` reads the next message, skipping comments. */
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

test('it is a stream that no proxy buffers, and begins at once', async () => {
  const { response, block, leave } = await open(anna)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(await block()).toMatch(/^:/)
  await leave()
})

test('each account gets events only for what it may see, with ids', async () => {
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

test('events waiting for a slow browser are merged', async () => {
  const { id } = await app.claim(anna)
  const stream = await open(anna)
  await stream.block()
  for (const scaleId of [1, 2, 1, 3])
    app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [scaleId] })
  expect(await stream.next()).toMatchObject({ event: 'reading', data: { scaleIds: [1, 2, 3] } })
  await stream.leave()
})

test('events of a transmitter claimed meanwhile arrive', async () => {
  const stream = await open(anna)
  await stream.block()
  const { id } = await app.claim(anna)
  expect(await stream.next()).toMatchObject({ event: 'controller', data: { controllerId: id } })
  app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [1] })
  expect(await stream.next()).toMatchObject({ event: 'reading', data: { controllerId: id } })
  await stream.leave()
})

test('a transmitter that may no longer be seen is reported once more, then never again', async () => {
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

test('the number of streams per account is limited; closing one makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, () => open(anna)))
  const refused = await anna.get('/events')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  await streams[0]!.leave()
  const again = async () => {
    const stream = await open(anna)
    streams.push(stream)
    return stream.response.status
  }
  await expect.poll(again).toBe(200)
  await Promise.all(streams.map(({ leave }) => leave()))
})

describe('a stream ends with its session', () => {
  /** Resolves when the server has closed the stream; any message before that must not be there. */
  async function said({ next }: Awaited<ReturnType<typeof open>>): Promise<unknown> {
    try {
      return await next()
    } catch (error) {
      return (error as Error).message
    }
  }
  const opened = async (client: Client) => {
    const stream = await open(client)
    await stream.block()
    return stream
  }

  const ends: Record<string, (admin: Client) => Promise<unknown>> = {
    'signed out': () => anna.get('/user/logout'),
    deleted: () => anna.post('/user/delete', { password: sent(PASSWORD) }),
    'signed out by an administrator': (admin) => admin.post(`/admin/user/${anna.accountId}/signOut`, {}),
    'closed by an administrator': (admin) => admin.post(`/admin/user/${anna.accountId}/changestate`, { state: 0 }),
  }
  test.each(Object.entries(ends))('%s', async (_, end) => {
    const admin = await app.signIn('admin@example.org', { admin: true })
    await app.claim(anna)
    const stream = await opened(anna)
    const others = await opened(admin)
    const closed = said(stream)
    expect(await end(admin)).toMatchObject({ status: 200 })
    expect(await closed).toBe('the stream has ended')
    const { id } = await app.claim(admin)
    expect(await others.next()).toMatchObject({ data: { controllerId: id } })
    await others.leave()
  })

  test('a session ended in the database gets nothing more', async () => {
    const { id } = await app.claim(anna)
    const stream = await opened(anna)
    await app.db.deleteFrom('session').where('account_id', '=', anna.accountId).execute()
    app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [1] })
    expect(await said(stream)).toBe('the stream has ended')
  })

  test('an expired session gets nothing more', async () => {
    const { id } = await app.claim(anna)
    const stream = await opened(anna)
    app.clock.advance(366 * 24 * 3600_000)
    app.deps.events.publish({ type: 'reading', controllerId: id, scaleIds: [1] })
    expect(await said(stream)).toBe('the stream has ended')
  })

  test("a former administrator gets no events of other people's jobs", async () => {
    const admin = await app.signIn('admin@example.org', { admin: true })
    const stream = await opened(admin)
    await app.db.updateTable('account').set({ admin: 0 }).where('id', '=', admin.accountId).execute()
    const { id } = await app.claim(admin)
    const job = { controllerId: 0, scaleIds: [] }
    app.deps.events.publish({ type: 'job', ...job, job: { id: 7, accountId: anna.accountId } })
    app.deps.events.publish({ type: 'job', ...job, job: { id: 8, accountId: admin.accountId } })
    expect(await stream.next()).toMatchObject({ event: 'controller', data: { controllerId: id } })
    expect(await stream.next()).toMatchObject({ event: 'job', data: { jobId: 8 } })
    await stream.leave()
  })
})

test('without a session there are no events', async () => {
  expect(await app.nobody.get('/events')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test('a question for the headers alone holds no stream', async () => {
  for (let asked = 0; asked < 13; asked++) {
    const { status } = await app.app.request('/api/events', { method: 'HEAD', headers: { cookie: anna.cookie ?? '' } })
    expect(status).toBe(200)
  }
  const stream = await open(anna)
  expect(stream.response.status).toBe(200)
  await stream.leave()
})
