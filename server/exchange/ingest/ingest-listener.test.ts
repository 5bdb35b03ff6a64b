import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createIngestListener, createTransmitterAnswer, isIngest, serveTransmitters } from './ingest-listener.ts'

let app: TestApp
let server: Server
let port: number
let identity: { imei: string; imsi: string }
let deviceKey: string
let doctor: () => Promise<{ body: { findings: unknown } }>

beforeEach(async () => {
  app = await createTestApp()
  const anna = await app.signIn('anna@example.org')
  const controller = await app.claim(anna)
  doctor = () => anna.get(`/controller/${controller.id}/doctor`)
  identity = { imei: controller.imei, imsi: controller.imsi }
  deviceKey = controller.deviceKey!
  const answer = createIngestListener(app.deps)
  server = createServer((incoming, outgoing) =>
    isIngest(incoming) ? answer(incoming, outgoing) : outgoing.writeHead(404).end(),
  )
  serveTransmitters(server, createTransmitterAnswer(app.deps))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})

const reading = { time: '2026-05-10T09:00:00Z', channel: 1, weight: 43.215 }
const sent = (over: object = {}) => JSON.stringify({ ...identity, readings: [reading], ...over })
const bearer = () => ({ authorization: `Bearer ${deviceKey}`, 'accept-language': 'fr' })

type Asked = { headers: Record<string, string>; body: BodyInit }
const overSocket = (asked: Asked) => fetch(`http://127.0.0.1:${port}/api/ingest`, { method: 'POST', ...asked })
const inProcess = (asked: Asked) => app.app.request('/api/ingest', { method: 'POST', ...asked })

test.each<[string, () => Asked]>([
  ['readings', () => ({ headers: bearer(), body: sent() })],
  ['gzip', () => ({ headers: { ...bearer(), 'content-encoding': 'gzip' }, body: gzipSync(sent()) })],
  ['umlauts in several parts', () => ({ headers: bearer(), body: sent({ softwareVersion: 'ä'.repeat(40) }) })],
  ['a faulty reading', () => ({ headers: bearer(), body: sent({ readings: [reading, { ...reading, weight: 'x' }] }) })],
  ['no key', () => ({ headers: { 'accept-language': 'es' }, body: sent() })],
  ['a wrong key', () => ({ headers: { authorization: 'Bearer no' }, body: sent() })],
  ['broken JSON', () => ({ headers: bearer(), body: '{"imei":' })],
  ['an unknown key', () => ({ headers: bearer(), body: sent({ wieght: 1 }) })],
  ['an announced length over the limit', () => ({ headers: bearer(), body: ' '.repeat(1024 * 1024 + 1) })],
])('%s: the socket is answered as the application answers', async (_, make) => {
  const [here, there] = [await inProcess(make()), await overSocket(make())]
  const [expected, body] = [await here.json(), await there.json()]
  // The second of two equal requests finds what the first one stored.
  const again = 'accepted' in expected ? { accepted: 0, duplicates: expected.accepted } : {}
  expect([there.status, body]).toEqual([here.status, { ...expected, ...again }])
  expect(there.headers.get('content-type')).toMatch('application/json')
  const challenge = here.status === 401 ? 'Bearer' : null
  expect([here, there].map(({ headers }) => headers.get('www-authenticate'))).toEqual([challenge, challenge])
})

test('the owner is told that a request was refused for its announced length', async () => {
  const { status } = await overSocket({ headers: bearer(), body: ' '.repeat(1024 * 1024 + 1) })
  expect(status).toBe(413)
  const values = { reason: 'body_too_large', path: '/api/ingest' }
  expect((await doctor()).body.findings).toMatchObject([{ code: 'requestRefused', values }])
})

test('a body without an announced length is refused as soon as it is too large', async () => {
  const asked = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/ingest', headers: bearer() })
  asked.on('error', () => undefined)
  asked.write(' '.repeat(1024 * 1024))
  asked.write(' '.repeat(1024))
  const [reply] = await once(asked, 'response')
  expect([reply.statusCode, reply.headers.connection]).toEqual([413, 'close'])
  asked.destroy()
})

test('a transmitter that disconnects in the middle of its request costs nothing, and counts as nobody’s fault', async () => {
  const failed = vi.spyOn(app.deps.logger, 'error')
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${deviceKey}\r\nContent-Length: 500\r\n\r\n{"im`,
  )
  await once(server, 'request')
  socket.destroy()
  const { answers } = app.deps.ingest.counts
  await expect.poll(() => [answers[4], answers[5]]).toEqual([1, 0])
  expect(failed).not.toHaveBeenCalled()
  expect(app.deps.refusals.size).toBe(0)
  const answer = await overSocket({ headers: bearer(), body: sent() })
  expect(await answer.json()).toMatchObject({ accepted: 1 })
})

test.each([
  ['the socket', overSocket],
  ['the application', async (asked: Asked) => inProcess(asked)],
])('%s makes a key that sends endlessly wait, for whole requests at a time', async (_, ask) => {
  const readings = Array.from({ length: 10_000 }, (_, i) => ({
    time: new Date(Date.parse('2026-01-01T00:00:00Z') + i * 1000).toISOString(),
    channel: 1,
    temperature: 20,
  }))
  const known = { headers: bearer(), body: gzipSync(sent({ readings })) }
  const full = { ...known, headers: { ...known.headers, 'content-encoding': 'gzip' } }
  // duplicates do not count toward the daily limit, but still are work
  for (let i = 0; i < 10; i++) expect((await ask(full)).status).toBe(200)
  const answer = await ask(full)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await answer.json()).toMatchObject({ code: 'device_too_fast' })
  const small = await ask({ headers: bearer(), body: sent({ readings: [] }) })
  expect(small.status).toBe(200)
  app.clock.advance(2000)
  expect((await ask(full)).status).toBe(200)
  expect(app.deps.keyBudgets.counts).toMatchObject({ readings: 1, day: 0, requests: 0 })
})

test('a body that is small packed and large unpacked counts as large', async () => {
  const body = gzipSync(sent({ softwareVersion: ' '.repeat(900_000) }))
  const bomb = { headers: { ...bearer(), 'content-encoding': 'gzip' }, body }
  const codes: string[] = []
  for (let i = 0; i < 80; i++) codes.push((await (await overSocket(bomb)).json()).code)
  expect(codes.slice(0, 70)).toEqual(codes.slice(0, 70).fill('invalid_body'))
  expect(codes.at(-1)).toBe('device_too_fast')
})

test('whoever tries keys is told to wait, and transmitters behind the same address are not', async () => {
  await overSocket({ headers: bearer(), body: sent() })
  const statuses = new Map<number, number>()
  for (let i = 0; i < 320; i++) {
    const { status } = await overSocket({ headers: { authorization: `Bearer guess-${i}` }, body: sent() })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 300, 429: 20 })
  expect((await overSocket({ headers: bearer(), body: sent() })).status).toBe(200)
})

test('a wrong key is refused before its body is read', async () => {
  const asked = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/ingest',
    headers: { authorization: 'Bearer wrong', 'content-length': 500_000 },
  })
  asked.on('error', () => undefined)
  asked.flushHeaders()
  const [reply] = await once(asked, 'response')
  const { connection, 'www-authenticate': challenge } = reply.headers
  expect([reply.statusCode, connection, challenge]).toEqual([401, 'close', 'Bearer'])
  asked.destroy()
})

test('a replaced key is no longer accepted', async () => {
  const old = bearer()
  expect((await overSocket({ headers: old, body: sent() })).status).toBe(200)
  await app.db.updateTable('controller').set({ device_key_hash: 'another' }).execute()
  const answers = [await overSocket({ headers: old, body: sent() }), await overSocket({ headers: old, body: sent() })]
  expect(await Promise.all(answers.map(async (answer) => (await answer.json()).code))).toEqual([
    'device_key_wrong',
    'device_key_wrong',
  ])
})

test('a disk that does not respond is 503 with Retry-After', async () => {
  app.deps.database.write = () => Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
  const answer = await overSocket({ headers: bearer(), body: sent() })
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
})
