import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PUSH_PAYLOAD_MAXIMUM_BYTES } from '#domain/alerts/push-message.ts'
import { type PushServiceForTests, startPushService } from '../../../tests/support/services/push-service.ts'
import { fixedClock } from '../runtime/clock.ts'
import { createPushService } from './web-push.ts'

const clock = fixedClock('2026-05-10T10:00:00Z')
const options = { urgency: 'high', topic: 's1-swarm', ttlSeconds: 14_400 } as const
const HOUR_MS = 3600_000

let filesDir: string
let service: PushServiceForTests

beforeEach(async () => {
  clock.set('2026-05-10T10:00:00Z')
  filesDir = await mkdtemp(path.join(tmpdir(), 'hivewatch-push-'))
  service = await startPushService(clock.now)
})

afterEach(async () => {
  await service.close()
  await rm(filesDir, { recursive: true })
})

const open = (over: { allowPrivateEndpoints?: boolean; timeoutMs?: number; vapidSubject?: string } = {}) =>
  createPushService({ filesDir, vapidSubject: 'mailto:bees@example.org', allowPrivateEndpoints: true, clock, ...over })

test('a message arrives encrypted for its browser, signed, with its urgency, topic and time to live', async () => {
  const push = await open()
  const first = service.subscribe()
  const second = service.subscribe()
  const text = JSON.stringify({ notification: { title: 'Schwarm bei «Waldrand» 🐝?' } })
  expect(await push.send(second, text, options)).toEqual({ outcome: 'delivered' })
  expect(await push.send(first, '{}', { ...options, urgency: 'normal' })).toEqual({ outcome: 'delivered' })
  expect(service.faults).toEqual([])
  expect(service.received).toMatchObject([
    { subscriber: 1, text, ttl: 14_400, urgency: 'high', topic: 's1-swarm' },
    { subscriber: 0, text: '{}', urgency: 'normal' },
  ])
  const [{ vapid }] = service.received as [(typeof service.received)[number]]
  expect(vapid).toEqual({
    audience: service.url,
    subject: 'mailto:bees@example.org',
    expires: clock.now() / 1000 + 12 * 3600,
    publicKey: push.publicKey,
  })
})

test('the signature is made once every few hours, and the connection kept', async () => {
  const push = await open()
  const browser = service.subscribe()
  await push.send(browser, '{}', options)
  clock.advance(5 * HOUR_MS)
  await push.send(browser, '{}', options)
  clock.advance(2 * HOUR_MS)
  await push.send(browser, '{}', options)
  const [first, second, third] = service.received.map(({ authorization }) => authorization)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(service.state.connections).toBe(1)
  expect(service.faults).toEqual([])
})

test('the keys are created on the first start, readable by nobody else, and stay', async () => {
  const { publicKey } = await open()
  const file = path.join(filesDir, 'vapid.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await open()).publicKey).toBe(publicKey)
  expect(JSON.parse(await readFile(file, 'utf8')).publicKey).toBe(publicKey)
  await writeFile(file, '{"publicKey":"')
  await expect(open()).rejects.toThrow('vapid.json does not hold VAPID keys')
})

test('a subject that push services would refuse is not sent', async () => {
  const push = await open({ vapidSubject: 'http://192.168.1.4:8080' })
  await push.send(service.subscribe(), '{}', options)
  expect(service.received[0]?.vapid.subject).toMatch(/^mailto:/)
})

test.each([
  [{ status: 404 }, { outcome: 'gone', status: 404 }],
  [{ status: 410 }, { outcome: 'gone', status: 410 }],
  [
    { status: 429, headers: { 'Retry-After': '120' } },
    { outcome: 'failed', reason: 'HTTP 429', retryAfterMs: 120_000 },
  ],
  [
    { status: 503, headers: { 'Retry-After': 'Sun, 10 May 2026 10:01:00 GMT' } },
    { outcome: 'failed', reason: 'HTTP 503', retryAfterMs: 60_000 },
  ],
  [
    { status: 500, body: 'out of\nhoney' },
    { outcome: 'failed', reason: 'HTTP 500: out of honey' },
  ],
  [
    { status: 400, body: 'bad' },
    { outcome: 'refused', reason: 'HTTP 400: bad' },
  ],
  [{ status: 403 }, { outcome: 'refused', reason: 'HTTP 403' }],
  [{ status: 413 }, { outcome: 'refused', reason: 'HTTP 413' }],
])('the answer %j means %j', async (answer, outcome) => {
  const push = await open()
  service.answerNext(answer)
  expect(await push.send(service.subscribe(), '{}', options)).toEqual(outcome)
})

test('a redirect is not followed', async () => {
  const push = await open()
  const target = service.subscribe()
  service.answerNext({ status: 307, headers: { Location: target.endpoint } })
  expect(await push.send(service.subscribe(), '{}', options)).toMatchObject({ outcome: 'refused', reason: 'HTTP 307' })
  expect(service.state.requests).toBe(1)
})

test('a service that does not answer, or never stops answering, holds nothing up', async () => {
  const push = await open({ timeoutMs: 150 })
  const patient = await open()
  service.answerNext('hang', { status: 500, body: 'x'.repeat(5_000_000) })
  expect(await push.send(service.subscribe(), '{}', options)).toEqual({
    outcome: 'failed',
    reason: 'service_silent',
    detail: 'no answer in time',
    isSilent: true,
  })
  expect(await patient.send(service.subscribe(), '{}', options)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^HTTP 500: x+$/),
  })
})

test('a service that is not there is tried again later', async () => {
  const push = await open()
  const browser = service.subscribe()
  await service.close()
  expect(await push.send(browser, '{}', options)).toEqual({
    outcome: 'failed',
    reason: 'service_unreachable',
    detail: 'ECONNREFUSED',
    isSilent: true,
  })
  service = await startPushService(clock.now)
})

test.each([
  'http://127.0.0.1:1/x',
  'https://127.0.0.1:1/x',
  'https://localhost:1/x',
  'https://[::1]:1/x',
  'https://10.0.0.4/x',
])('a private address is not asked: %s', async (endpoint) => {
  const push = await open({ allowPrivateEndpoints: false })
  const { keys } = service.subscribe()
  expect(await push.send({ endpoint, keys }, '{}', options)).toEqual({
    outcome: 'failed',
    reason: 'service_unreachable',
    detail: 'address not allowed',
  })
})

test('the longest message fits, a longer one is not sent, invalid keys cause no crash', async () => {
  const push = await open()
  const browser = service.subscribe()
  const longest = JSON.stringify('x'.repeat(PUSH_PAYLOAD_MAXIMUM_BYTES - 2))
  expect(await push.send(browser, longest, options)).toEqual({ outcome: 'delivered' })
  expect(await push.send(browser, `${longest} `, options)).toMatchObject({ outcome: 'refused' })
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  expect(await push.send({ ...browser, keys }, '{}', options)).toMatchObject({ outcome: 'refused' })
  expect(service.state.requests).toBe(1)
})
