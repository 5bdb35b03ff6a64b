import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../deps.ts'
import { readingsAllowed } from '../hives/readings/key-budgets/key-budgets.ts'
import { ApiClient, ApiError } from './api-client.ts'
import { createPace } from './create-pace.ts'
import { type DemoTransmitter, demoApiary, historyStart } from './demo-apiary.ts'
import { followSwarm } from './follow-swarm.ts'
import { type HiveAt, simulateHive } from './simulate-hive.ts'

export const demoUser = { email: 'demo@hivewatch.example', password: 'bienenstand' }

/** A transmitter with its device key and what its hives weigh, in the order of its channels. */
export type ReadyTransmitter = DemoTransmitter & { id: number; deviceKey: string; hivesAt: HiveAt[] }

/** Lately transmitters measure more often, so that a curve of days has all it can show and one of years is stored fast. */
const OLDER = { every: 1800 }
const LATELY = { every: 600, days: 60 }
const TIMES_A_REQUEST = 1500
/** A tenth less than the server takes: the way there takes its time. */
const ALLOWED = { ...readingsAllowed, atOnce: 0.9 * readingsAllowed.atOnce }
/** Swarms that left longer ago were looked after; newer ones still wait for a verdict. */
const FOLLOWED_AFTER_DAYS = 4

const uuidOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

const hashed = (password: string) => createHash('sha256').update(password).digest('hex')

/**
 * Signs up the demo user, registers the transmitters and sends what they would have sent, all through the API. When started
 * again, also after it was interrupted, it continues after the last readings.
 */
export async function fillApiary(url: string, deps: Deps, say: (text: string) => void): Promise<ReadyTransmitter[]> {
  const { db } = deps.database
  const api = new ApiClient(url)
  await signIn(api)
  const account = await db
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('email', '=', demoUser.email)
    .executeTakeFirstOrThrow()
  const anchor = Math.floor(account.created_at / 1000)
  const since = historyStart(anchor)
  const lately = anchor - LATELY.days * DAY_SECONDS
  const transmitters: ReadyTransmitter[] = []
  for (const transmitter of demoApiary(anchor)) {
    const claimed = await claim(api, deps, transmitter)
    const hivesAt = transmitter.hives.map((hive) => simulateHive(hive, since))
    const ready: ReadyTransmitter = { ...transmitter, ...claimed, hivesAt }
    const last = await db
      .selectFrom('scale_last')
      .innerJoin('scale', 'scale.id', 'scale_last.scale_id')
      .select((q) => q.fn.max('scale_last.time').as('time'))
      .where('scale.controller_id', '=', ready.id)
      .executeTakeFirst()
    if (!last?.time) await noteWork(api, deps, ready)
    const from = last?.time ?? since
    const pace = createPace(ALLOWED)
    await sendHistory(api, ready, { from, to: lately, every: OLDER.every, pace })
    await sendHistory(api, ready, {
      from: Math.max(from, lately),
      to: Math.floor(deps.clock.now() / 1000),
      every: LATELY.every,
      pace,
    })
    transmitters.push(ready)
    say(
      `${transmitter.name}: ${transmitter.hives.length} hives, readings since ${new Date(since * 1000).getUTCFullYear()}`,
    )
  }
  await deps.ingest.settled()
  for (const transmitter of transmitters) await followSwarms(api, deps, transmitter)
  return transmitters
}

async function signIn(api: ApiClient): Promise<void> {
  const password = hashed(demoUser.password)
  const profile = {
    firstname: 'Demo',
    lastname: 'Imker',
    street: 'Waldweg 1',
    zip: '3000',
    city: 'Bern',
    country: 'ch',
  }
  try {
    await api.post('/registration/user', {
      email: demoUser.email,
      password,
      acceptTerms: true,
      language: 'de',
      profile,
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_taken') throw error
    await api.post('/user/login', { email: demoUser.email, password })
  }
}

async function claim(
  api: ApiClient,
  deps: Deps,
  transmitter: DemoTransmitter,
): Promise<{ id: number; deviceKey: string }> {
  const { imei, imsi, name, location, hives } = transmitter
  const known = await deps.database.db.selectFrom('controller').select('id').where('imei', '=', imei).executeTakeFirst()
  if (known)
    return { id: known.id, ...(await api.post<{ deviceKey: string }>(`/controller/${known.id}/deviceKey`, {})) }
  const primaryRegionId = await demoRegion(deps)
  const body = { imei, imsi, name, location, updateInterval: 1, primaryRegionId }
  const claimed = await api.post<{ id: number; deviceKey: string }>('/registration/controller', body)
  for (const [i, hive] of hives.entries()) {
    await api.post('/scale', {
      controllerId: claimed.id,
      channelId: i + 1,
      name: hive.name,
      type: 'weight',
      emptyWeight: 28,
      state: 'active',
    })
  }
  return claimed
}

/** A region whose alarms ring at any hour, so that a visitor sees one no matter when the demo is started. */
async function demoRegion({ database: { db } }: Deps): Promise<number> {
  const name = 'Mittelland'
  const known = await db.selectFrom('region').select('id').where('name', '=', name).executeTakeFirst()
  if (known) return known.id
  const ring = [
    [6.8, 46.5],
    [9.2, 46.7],
    [9.2, 47.6],
    [6.8, 47.4],
    [6.8, 46.5],
  ]
  const geojson = JSON.stringify({ type: 'Polygon', coordinates: [ring] })
  const { id } = await db
    .insertInto('region')
    .values({
      name,
      geojson,
      west: 6.8,
      south: 46.5,
      east: 9.2,
      north: 47.6,
      utc_offset: 1,
      alarm_from: 0,
      alarm_to: 24,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type History = { from: number; to: number; every: number; pace: (readings: number) => Promise<void> }

/** Sends what was measured after `from` until `to`, epoch seconds. Like a transmitter, it waits if it is told that it sends too much at once. */
async function sendHistory(
  api: ApiClient,
  transmitter: ReadyTransmitter,
  { from, to, every, pace }: History,
): Promise<void> {
  const first = Math.ceil((from + 1) / every) * every
  const perRequest = TIMES_A_REQUEST * every
  for (let start = first; start <= to; start += perRequest) {
    const readings: object[] = []
    for (let time = start; time < Math.min(start + perRequest, to + 1); time += every) {
      readings.push(...readingsAt(transmitter, time))
    }
    await pace(readings.length)
    await patiently(() => sendReadings(api, transmitter, readings))
  }
}

async function patiently(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error
    await setTimeout(error.retryAfterSeconds * 1000)
    await patiently(send)
  }
}

/** What a transmitter measures at a time in epoch seconds, one reading for each of its hives. */
export const readingsAt = ({ hivesAt }: ReadyTransmitter, time: number): object[] =>
  hivesAt.map((hiveAt, i) => ({ time: iso(time), channel: i + 1, ...hiveAt(time) }))

export async function sendReadings(api: ApiClient, transmitter: ReadyTransmitter, readings: object[]): Promise<void> {
  const { imei, imsi, deviceKey } = transmitter
  const station = { battery: 3.94, chipTemperature: 21.5, signal: -67, softwareVersion: '1.4.2' }
  await api.post('/ingest', { imei, imsi, ...station, readings }, { authorization: `Bearer ${deviceKey}` })
}

/** Notes what was done at each hive before its weights arrive, so that nothing rings for it. */
async function noteWork(api: ApiClient, deps: Deps, { id, hives }: ReadyTransmitter): Promise<void> {
  const now = deps.clock.now() / 1000
  for (const [i, { work }] of hives.entries()) {
    const scaleId = await scaleOf(deps, id, i + 1)
    for (const { at, label, amount, detail } of work) {
      // the same after an interruption, so that nothing is noted twice
      const id = uuidOf(`${scaleId} ${label} ${at}`)
      if (at < now) await api.post('/intervention', { id, scaleId, label, amount, detail, time: iso(at) })
    }
  }
}

async function followSwarms(api: ApiClient, deps: Deps, { id, hives }: ReadyTransmitter): Promise<void> {
  const now = deps.clock.now() / 1000
  for (const [i, { swarms }] of hives.entries()) {
    const scaleId = await scaleOf(deps, id, i + 1)
    for (const { at } of swarms) if (now - at > FOLLOWED_AFTER_DAYS * DAY_SECONDS) await followSwarm(api, scaleId, at)
  }
}

async function scaleOf({ database: { db } }: Deps, controllerId: number, channel: number): Promise<number> {
  const scale = await db
    .selectFrom('scale')
    .select('id')
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return scale.id
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
