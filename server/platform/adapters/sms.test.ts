import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmsService, startSmsService } from '../../../tests/support/services/sms-service.ts'
import { readSmsSettings } from '../config/sms-settings.ts'
import { createSmsGateway } from './sms.ts'

const clock = { now: () => Date.parse('2026-05-10T10:00:00Z') }
let service: SmsService

beforeEach(async () => {
  service = await startSmsService()
})

afterEach(() => service.close())

const gateway = (environment: Record<string, string> = {}, options = {}) =>
  createSmsGateway(readSmsSettings({ SMS_URL: service.template, ...environment }), { clock, ...options })

const sms = { to: '+41791234567', text: 'Schwarm bei "Süd" & 50% {to}? 1€ \\ +', reference: 'a1b2c3' }

test('by GET, number and text are encoded for their place', async () => {
  expect(await gateway().send(sms)).toEqual({ outcome: 'delivered' })
  expect(service.received).toMatchObject([{ method: 'GET', body: '' }])
  expect(service.texts()).toEqual([{ to: sms.to, text: sms.text }])
})

test('a gateway can recognize a repeated SMS by its reference', async () => {
  const SMS_BODY = '{"to":"{to}","text":"{text}","client_ref":"{reference}"}'
  await gateway({ SMS_URL: service.url, SMS_BODY }).send(sms)
  await gateway({ SMS_HEADERS: '{"Idempotency-Key":"hives-{reference}"}' }).send(sms)
  const [first, second] = service.received
  expect(first?.headers['idempotency-key']).toBe('a1b2c3')
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ client_ref: 'a1b2c3' })
  expect(second?.headers['idempotency-key']).toBe('hives-a1b2c3')
})

test('by POST as JSON, with headers and credentials of the address', async () => {
  const SMS_URL = service.url.replace('//', '//bee:h%20ve@')
  const SMS_BODY = '{"messages":[{"to":"{digits}","body":"{text}","flash":false,"parts":1}]}'
  await gateway({ SMS_URL: `${SMS_URL}/v1`, SMS_BODY, SMS_HEADERS: '{"X-Sender":"HiveWatch"}' }).send(sms)
  const [received] = service.received
  expect(received).toMatchObject({ method: 'POST', path: '/v1' })
  expect(received?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('bee:h ve').toString('base64')}`,
    'x-sender': 'HiveWatch',
    'content-type': 'application/json',
  })
  expect(JSON.parse(received?.body ?? '')).toEqual({
    messages: [{ to: '41791234567', body: sms.text, flash: false, parts: 1 }],
  })
})

test('by POST as a form', async () => {
  await gateway({ SMS_URL: service.url, SMS_BODY: 'To={to}&Body={text}' }).send(sms)
  const [received] = service.received
  expect(received?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(received?.body))).toEqual({ To: sms.to, Body: sms.text })
})

test.each([
  [{ status: 202 }, { outcome: 'delivered' }],
  [
    { status: 400, body: 'bad number' },
    { outcome: 'refused', reason: 'HTTP 400: bad number' },
  ],
  [{ status: 402 }, { outcome: 'failed', reason: 'HTTP 402', isSilent: true }],
  [
    { status: 402, body: '<html>Login</html>' },
    { outcome: 'failed', reason: 'HTTP 402', isSilent: true },
  ],
  [
    { status: 429, headers: { 'Retry-After': '60' } },
    { outcome: 'failed', reason: 'HTTP 429', retryAfterMs: 60_000 },
  ],
  [
    { status: 503, headers: { 'Retry-After': 'Sun, 10 May 2026 11:30:00 GMT' } },
    { outcome: 'failed', reason: 'HTTP 503', retryAfterMs: 5_400_000, isSilent: true },
  ],
  [
    { status: 503, body: 'x'.repeat(100_000) },
    { outcome: 'failed', reason: expect.stringMatching(/^HTTP 503: x{150}$/), isSilent: true },
  ],
  [
    { status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
    { outcome: 'failed', reason: 'HTTP 302', isSilent: true },
  ],
])('%j is taken as %j', async (answer, outcome) => {
  service.answerNext(answer)
  expect(await gateway().send(sms)).toEqual(outcome)
})

test('a gateway that answers everything with 200 is judged by its text', async () => {
  const strict = gateway({ SMS_EXPECT: 'StatusCode:1' })
  service.answerNext({ status: 200, body: 'StatusCode:1' }, { status: 200, body: 'StatusCode:30' })
  expect(await strict.send(sms)).toEqual({ outcome: 'delivered' })
  expect(await strict.send(sms)).toEqual({ outcome: 'refused', reason: 'HTTP 200: StatusCode:30' })
})

test('a gateway that does not answer, or cannot be reached, is tried again later', async () => {
  service.answerNext('hang')
  expect(await gateway({}, { timeoutMs: 50 }).send(sms)).toEqual({
    outcome: 'failed',
    reason: 'no answer in time',
    isSilent: true,
  })
  const away = gateway({ SMS_URL: 'http://127.0.0.1:1/?to={to}&text={text}' })
  expect(await away.send(sms)).toMatchObject({ outcome: 'failed' })
})

test('a text longer than one SMS is never sent', async () => {
  expect(await gateway().send({ ...sms, text: 'a'.repeat(161) })).toMatchObject({ outcome: 'refused' })
  expect(service.received).toEqual([])
  expect(createSmsGateway(undefined, { clock }).available).toBe(false)
})
