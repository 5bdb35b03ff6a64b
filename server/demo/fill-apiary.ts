import { createHash } from 'node:crypto'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../deps.ts'
import { ApiClient, ApiError } from './api-client.ts'
import { type DemoTransmitter, demoApiary, HISTORY_DAYS, READING_SECONDS, yearBefore } from './demo-apiary.ts'
import { followSwarm } from './follow-swarm.ts'
import { readingAt } from './reading-at.ts'

export const demoUser = { email: 'demo@hivewatch.example', password: 'bienenstand' }

/** A transmitter with its device key and the start of its simulated history. */
export type ReadyTransmitter = DemoTransmitter & { id: number; deviceKey: string; since: number }

const TIMES_A_REQUEST = 1500
/** Swarms that left longer ago were looked after; newer ones still wait for a verdict. */
const FOLLOWED_AFTER_DAYS = 4

const hashed = (password: string) => createHash('sha256').update(password).digest('hex')

/**
 * Signs up the demo user, registers the transmitters and sends what they would have sent, all through the API. When started
 * again, it continues after the last readings.
 */
export async function fillApiary(url: string, deps: Deps, say: (text: string) => void): Promise<ReadyTransmitter[]> {
  const { db } = deps.database
  const api = new ApiClient(url)
  const isNew = await signIn(api)
  const account = await db
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('email', '=', demoUser.email)
    .executeTakeFirstOrThrow()
  const anchor = Math.floor(account.created_at / 1000)
  const since = anchor - HISTORY_DAYS * DAY_SECONDS
  const transmitters: ReadyTransmitter[] = []
  for (const transmitter of demoApiary(anchor)) {
    const ready = { ...transmitter, ...(await claim(api, deps, transmitter)), since }
    const last = await db
      .selectFrom('scale_last')
      .innerJoin('scale', 'scale.id', 'scale_last.scale_id')
      .select((q) => q.fn.max('scale_last.time').as('time'))
      .where('scale.controller_id', '=', ready.id)
      .executeTakeFirst()
    const before = { from: yearBefore(since), to: yearBefore(anchor) }
    if (!last?.time) await sendHistory(api, ready, before.from, before.to)
    await sendHistory(api, ready, Math.max(since, last?.time ?? 0), Math.floor(deps.clock.now() / 1000))
    transmitters.push(ready)
    say(`${transmitter.name}: ${transmitter.hives.length} hives, ${HISTORY_DAYS} days of readings`)
  }
  await deps.ingest.settled()
  if (isNew) await noteWhatWasDone(api, deps, transmitters)
  return transmitters
}

async function signIn(api: ApiClient): Promise<boolean> {
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
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_taken') throw error
    await api.post('/user/login', { email: demoUser.email, password })
    return false
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
      emptyWeight: 24,
      feedStock: 6,
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

async function sendHistory(api: ApiClient, transmitter: ReadyTransmitter, from: number, to: number): Promise<void> {
  const first = Math.ceil((from + 1) / READING_SECONDS) * READING_SECONDS
  const perRequest = TIMES_A_REQUEST * READING_SECONDS
  for (let start = first; start <= to; start += perRequest) {
    const readings: object[] = []
    for (let time = start; time < Math.min(start + perRequest, to + 1); time += READING_SECONDS) {
      transmitter.hives.forEach((_, i) => {
        readings.push(readingAt(transmitter, i, time))
      })
    }
    await sendReadings(api, transmitter, readings)
  }
}

export async function sendReadings(api: ApiClient, transmitter: ReadyTransmitter, readings: object[]): Promise<void> {
  const { imei, imsi, deviceKey } = transmitter
  const station = { battery: 3.94, chipTemperature: 21.5, signal: -67, softwareVersion: '1.4.2' }
  await api.post('/ingest', { imei, imsi, ...station, readings }, { authorization: `Bearer ${deviceKey}` })
}

async function noteWhatWasDone(
  api: ApiClient,
  { database, clock }: Deps,
  transmitters: ReadyTransmitter[],
): Promise<void> {
  const now = clock.now() / 1000
  for (const { id, hives } of transmitters) {
    for (const [i, hive] of hives.entries()) {
      const scale = await database.db
        .selectFrom('scale')
        .select('id')
        .where('controller_id', '=', id)
        .where('channel', '=', i + 1)
        .executeTakeFirstOrThrow()
      for (const { at, kg } of hive.harvests) {
        const time = new Date(at * 1000).toISOString()
        await api.post('/intervention', { scaleId: scale.id, label: 'harvest', description: `${kg} kg`, time })
      }
      const last = hive.swarms.find(({ at }) => now - at > FOLLOWED_AFTER_DAYS * DAY_SECONDS)
      if (last) await followSwarm(api, scale.id, last.at)
    }
  }
}
