import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../support/server/server-process.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'
import { figure, type Row } from './bench.ts'
import { exchange } from './exchange.ts'
import { CHANNELS } from './hivewatch.ts'
import { quantile, sleep } from './statistics.ts'

const ACTIVE_TRANSMITTERS = 125
const SWARMS = 40
const STEP_SECONDS = 300
const HISTORY_STEPS = 24
const REQUESTS_PER_SECOND = 50
const PUSH_TIMEOUT_MS = 20_000

type Transmitter = { imei: string; deviceKey: string }
type Api = { post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown>; cookie: string }

/**
 * From the ingest request that reveals a swarm until the push service has received, decrypted and verified the message, while 1,000 other scales send. Swarms
 * leave at the hives' noon, whenever this runs.
 */
export async function measurePushLatency(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hivewatch-push-latency-'))
  const service = await startPushService()
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: `file:${dataDir}/hivewatch.sqlite`,
    SUBSCRIPTIONS: 'off',
    ALLOW_PRIVATE_ENDPOINTS: 'true',
  })
  const agent = new Agent({ keepAlive: true })
  try {
    const api = await register(agent, server.url)
    await api.post('/notification', { type: 'push', address: JSON.stringify(service.subscribe()) })
    const end = Math.floor(Date.now() / 1000 / STEP_SECONDS) * STEP_SECONDS
    const transmitters = await claim(api, SWARMS + ACTIVE_TRANSMITTERS)
    const start = end - (HISTORY_STEPS + 1) * STEP_SECONDS
    for (const transmitter of transmitters) await send(api, transmitter, start, HISTORY_STEPS)
    const others = keepSending(api, transmitters.slice(SWARMS), start + HISTORY_STEPS * STEP_SECONDS)
    const latencies: number[] = []
    for (const transmitter of transmitters.slice(0, SWARMS)) {
      latencies.push(await swarm(api, service, transmitter, end))
      await sleep(50)
    }
    const sent = await others.stop()
    if (service.faults.length > 0) throw new Error(`the push service found fault: ${service.faults[0]}`)
    const scales = ACTIVE_TRANSMITTERS * CHANNELS
    return [
      {
        name: `from the ingest request to the push service's receipt, ${scales} scales active (${sent} requests beside)`,
        ours: `${figure(quantile(latencies, 0.5))} ms, p95 ${figure(quantile(latencies, 0.95))} ms`,
        influxdb: '–',
        ratio: '–',
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function register(agent: Agent, url: string): Promise<Api> {
  const api: Api = {
    cookie: '',
    async post(path, body, headers = {}) {
      const reply = await exchange(agent, `${url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: api.cookie, ...headers },
        body: JSON.stringify(body),
      })
      if (reply.status >= 300) throw new Error(`${path} was answered with ${reply.status}: ${reply.body}`)
      if (reply.headers['set-cookie']) {
        api.cookie = reply.headers['set-cookie'].map((line) => line.split(';')[0]).join('; ')
      }
      return JSON.parse(reply.body.toString())
    },
  }
  const password = createHash('sha256').update('a password for measuring').digest('hex')
  await api.post('/registration/user', { email: 'keeper@example.org', password, acceptTerms: true })
  return api
}

/** Far from each other, so that no hive weakens its neighbor's alarm, and where it is early afternoon. */
async function claim(api: Api, count: number): Promise<Transmitter[]> {
  const hoursToAfternoon = 13 - new Date().getUTCHours()
  const longitude = ((((hoursToAfternoon * 15 + 180) % 360) + 360) % 360) - 180
  const transmitters: Transmitter[] = []
  for (let i = 0; i < count; i++) {
    const imei = String(i + 1).padStart(15, '0')
    const location = { latitude: -60 + i * 0.5, longitude }
    const body = { imei, imsi: imei, name: `place ${i + 1}`, location, updateInterval: 1 }
    const { deviceKey } = (await api.post('/registration/controller', body)) as { deviceKey: string }
    transmitters.push({ imei, deviceKey })
  }
  return transmitters
}

/** Sends readings of all channels; `lostKg` is what channel 1 has lost. */
function send(api: Api, transmitter: Transmitter, from: number, steps: number, lostKg = 0) {
  const { imei, deviceKey } = transmitter
  const readings = Array.from({ length: steps * CHANNELS }, (_, i) => {
    const time = from + Math.floor(i / CHANNELS) * STEP_SECONDS
    const channel = (i % CHANNELS) + 1
    const weight = 40 + channel + ((time / STEP_SECONDS) % 3) / 100 - (channel === 1 ? lostKg : 0)
    return { time: new Date(time * 1000).toISOString(), channel, weight: Math.round(weight * 1000) / 1000 }
  })
  const headers = { authorization: `Bearer ${deviceKey}` }
  return api.post('/ingest', { imei, imsi: imei, readings }, headers)
}

async function swarm(api: Api, service: PushServiceForTests, transmitter: Transmitter, end: number): Promise<number> {
  const expected = service.received.length + 1
  const start = performance.now()
  const pushed = service.waitFor(expected).then(() => performance.now() - start)
  await send(api, transmitter, end - STEP_SECONDS, 2, 2.2)
  const ms = await Promise.race([pushed, pause(PUSH_TIMEOUT_MS, undefined, { ref: false })])
  if (ms === undefined) throw new Error('a swarm was not pushed')
  return ms
}

/** Has the other transmitters send a new reading of each channel, one transmitter after the other, until stopped. */
function keepSending(api: Api, transmitters: Transmitter[], from: number): { stop(): Promise<number> } {
  let isStopped = false
  const done = (async () => {
    let sent = 0
    for (; !isStopped; sent++) {
      const round = Math.floor(sent / transmitters.length)
      await Promise.all([
        send(api, transmitters[sent % transmitters.length]!, from + round, 1),
        sleep(1000 / REQUESTS_PER_SECOND),
      ])
    }
    return sent
  })()
  return {
    stop: () => {
      isStopped = true
      return done
    },
  }
}
