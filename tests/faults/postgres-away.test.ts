import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { claimController, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { runBundled } from '../support/server/bundle-server.ts'
import { type PostgresCluster, startCluster } from '../support/server/postgres-cluster.ts'
import { startSilentProxy } from '../support/services/silent-proxy.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const hashed = (password: string) => createHash('sha256').update(password).digest('hex')
const admin = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'bees and honey' }
const start = Date.parse('2026-05-10T00:00:00Z') / 1000
const AWAY_MS = IS_LONG_RUN ? 60_000 : 3000

let cluster: PostgresCluster
beforeAll(async () => {
  // writes that nobody waits for stay in memory until something is waited for, so a crash loses them
  cluster = await startCluster({ isDurable: true, settings: ['wal_writer_delay=10s'] })
  await cluster.admin('create database hives')
})
afterAll(() => cluster.stop())

const place = installationForEachTest(() => ({ DATABASE_URL: cluster.url('hives'), ...admin }))

async function signedIn(): Promise<ApiClient> {
  const api = new ApiClient(place.url)
  await api.post('/user/login', { email: admin.ADMIN_EMAIL, password: hashed(admin.ADMIN_PASSWORD) })
  return api
}

type Timeline = { series: { tiles: { time: number[] }[] }[] }

test('the server waits for a PostgreSQL that is gone for a while, and loses no acknowledged reading', async () => {
  await place.start()
  const api = await signedIn()
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await api.post<{ deviceKey: string }>('/registration/controller', claim)
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
  const acknowledged: number[] = []
  let minute = 0

  async function send(): Promise<Response> {
    const time = start + 60 * minute++
    const reading = { time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }
    const body = JSON.stringify({ ...identity, readings: [reading] })
    const answer = await fetch(`${place.url}/api/ingest`, { method: 'POST', headers, body })
    if (answer.ok) acknowledged.push(time)
    return answer
  }

  for (let i = 0; i < 20; i++) expect((await send()).status).toBe(200)
  const burst = Promise.all(Array.from({ length: 40 }, send))
  await cluster.crash()
  await burst
  const until = Date.now() + AWAY_MS
  while (Date.now() < until) {
    const refused = await send()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'storage_unavailable' })
    expect((await fetch(`${place.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${place.url}/readyz`)).status).toBe(503)
    await sleep(100)
  }
  await cluster.start()
  await expect.poll(async () => (await send()).status).toBe(200)
  expect(place.server.process.exitCode).toBeNull()

  const span = `scales=1&from=${start}&to=${start + 30 * 86_400}&level=raw`
  async function stored(): Promise<number[]> {
    const { series } = await api.get<Timeline>(`/timeline?${span}`)
    return series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
  }
  // what was not folded earlier is folded after what arrives now; a read waits at most a second for that
  const missing = async () => {
    const there = new Set(await stored())
    return acknowledged.filter((time) => !there.has(time))
  }
  await expect.poll(missing).toEqual([])
  const times = await stored()
  expect(new Set(times).size).toBe(times.length)
}, 300_000)

test.runIf(IS_LONG_RUN)(
  'the server waits for a network that is silent for two minutes, and asks senders to retry meanwhile',
  async () => {
    const url = new URL(cluster.url('hives'))
    const proxy = await startSilentProxy(Number(url.port))
    url.port = String(proxy.port)
    await place.start({ DATABASE_URL: url.href })
    const keeper = await registerBeekeeper(place.url)
    const controller = await claimController(keeper)
    const acknowledged: number[] = []
    let minute = 0

    async function send(): Promise<number> {
      const time = start + 60 * minute++
      const reading = { time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }
      const { imei, imsi, deviceKey } = controller
      const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ imei, imsi, readings: [reading] })
      const { status } = await fetch(`${place.url}/api/ingest`, { method: 'POST', headers, body })
      if (status === 200) acknowledged.push(time)
      return status
    }

    expect(await send()).toBe(200)
    proxy.silence()
    const until = Date.now() + 120_000
    while (Date.now() < until) expect(await send()).toBe(503)
    proxy.speak()
    await expect.poll(send, { timeout: 120_000, interval: 1000 }).toBe(200)
    expect(place.server.process.exitCode).toBeNull()
    const [scale] = await keeper.api.get<{ id: number }[]>('/scale')
    const span = `scales=${scale!.id}&from=${start}&to=${start + 86_400}&level=raw`
    const { series } = await keeper.api.get<Timeline>(`/timeline?${span}`)
    const stored = series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
    expect(acknowledged.filter((time) => !stored.includes(time))).toEqual([])
    proxy.close()
  },
  600_000,
)

test('features that work on files say what to do on PostgreSQL instead', async () => {
  // the folder is new: its keys do not match those of the other database
  await cluster.admin('create database others')
  const DATABASE_URL = cluster.url('others')
  await place.start({ DATABASE_URL })
  const api = await signedIn()
  await expect(api.post('/jobs', { type: 'BACKUP' })).rejects.toThrow(/pg_dump/)
  const figures = await (await fetch(`${place.url}/metrics`)).text()
  expect(figures).toMatch(/^hivewatch_database_bytes\{part="data"\} [1-9]\d{6,}$/m)
  expect(figures).toMatch(/^hivewatch_disk_free_bytes\{folder="data"\} [1-9]/m)
  expect(figures).not.toMatch(/folder="database"|part="log"/)
  const env = { DATABASE_URL, DATA_DIR: place.folder }
  for (const [program, words] of [
    ['restore', ['2026-05-10T01-07-00Z-42']],
    ['repair', []],
  ] as const) {
    const failed = await runBundled(`server/commands/${program}.ts`, [...words], env).catch((error) => error)
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringMatching(/^[^\n]*pg_dump[^\n]*\n$/) })
    expect(failed.stderr).not.toContain('bees')
  }
}, 300_000)
