import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimController, registerBeekeeper, sendReadings } from '../../../../tests/support/browser/app-fixture.ts'
import { startServerProcess } from '../../../../tests/support/server/server-process.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'

const TOKEN = 'a token for monitoring'.replaceAll(' ', '-')

describe('access to the metrics', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ METRICS_TOKEN: TOKEN, TRUST_PROXY: 'true' })
  })
  afterAll(() => app.close())

  async function ask(remoteAddress: string, headers: Record<string, string> = {}) {
    const response = await app.app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })
    return response.status
  }

  it.each<[string, string, Record<string, string>, number]>([
    ['this machine', '127.0.0.1', {}, 200],
    ['this machine by IPv6', '::1', {}, 200],
    ['this machine by IPv4 in IPv6', '::ffff:127.0.0.1', {}, 200],
    ['another machine', '192.0.2.7', {}, 403],
    ['another machine with the token', '192.0.2.7', { authorization: `Bearer ${TOKEN}` }, 200],
    ['another machine with another token', '192.0.2.8', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['somebody through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.9' }, 403],
    ['somebody who says to be this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['somebody through a proxy of another kind', '127.0.0.1', { forwarded: 'for=192.0.2.9' }, 403],
    [
      'somebody through a proxy with the token',
      '127.0.0.1',
      { 'x-forwarded-for': '192.0.2.9', authorization: `Bearer ${TOKEN}` },
      200,
    ],
  ])('%s', async (_, address, headers, status) => {
    expect(await ask(address, headers)).toBe(status)
  })

  it('is denied to somebody who tries many tokens', async () => {
    const tries = Array.from({ length: 40 }, (_, i) => ask('192.0.2.66', { authorization: `Bearer guess-${i}` }))
    expect((await Promise.all(tries)).at(-1)).toBe(429)
    expect(await ask('192.0.2.67', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('includes what is waiting', async () => {
    await app.db
      .insertInto('mail')
      .values({
        recipient: 'a@example.org',
        subject: '',
        state: 'due',
        due_at: app.clock.now() - 90_000,
        expires_at: 0,
        created_at: 0,
      })
      .execute()
    const response = await app.app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
    const text = await response.text()
    expect(text).toContain('hivewatch_queue_depth{queue="mails"} 1\n')
    expect(text).toContain('hivewatch_queue_oldest_seconds{queue="mails"} 90\n')
    expect(text).toContain('hivewatch_queue_oldest_seconds{queue="deliveries"} 0\n')
  })
})

it('a running server counts its responses', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-metrics-'))
  const server = await startServerProcess({ DATA_DIR: folder })
  try {
    const controller = await claimController(await registerBeekeeper(server.url))
    const reading = { time: '2026-05-10T10:00:00Z', channel: 1, weight: 40 }
    await sendReadings(server.url, controller, [reading, { ...reading, time: '2026-05-10T11:00:00Z' }])
    await sendReadings(server.url, controller, [reading, { ...reading, weight: 'x' }])
    const wrong = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      body: '{',
      headers: { authorization: 'Bearer x' },
    })
    expect(wrong.status).toBe(401)
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const lines = (await response.text()).split('\n')
    const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
    expect(value('hivewatch_ingest_answers_total{status="2xx"}')).toBe(2)
    expect(value('hivewatch_ingest_answers_total{status="4xx"}')).toBe(1)
    expect(value('hivewatch_ingest_requests_total{outcome="stored"}')).toBe(2)
    expect(value('hivewatch_readings_total{outcome="accepted"}')).toBe(2)
    expect(value('hivewatch_readings_total{outcome="duplicates"}')).toBe(1)
    expect(value('hivewatch_readings_total{outcome="rejected"}')).toBe(1)
    expect(value('hivewatch_field_faults_total{field="weight",code="weight_invalid"}')).toBe(1)
    expect(value('hivewatch_http_answers_total{status="2xx"}')).toBe(2)
    expect(value('hivewatch_ingest_duration_seconds_count')).toBe(3)
    expect(value('hivewatch_ingest_duration_seconds_bucket{le="+Inf"}')).toBe(3)
    expect(value('hivewatch_ingest_duration_seconds_sum')).toBeGreaterThan(0)
    expect(value('hivewatch_database_bytes{part="data"}')).toBeGreaterThan(4096)
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true)
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}, 120_000)
