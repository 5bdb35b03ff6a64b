import { packRequests, unpackOutcomes } from '../../../server/hives/readings/inbox/pack-requests.ts'
import type { IngestRequest } from '../../../server/hives/readings/request/ingest-request.ts'
import { parseReadings } from '../../../server/hives/readings/request/parse-readings.ts'
import { NO_STATIONS } from '../../../server/hives/readings/request/station-rows.ts'
import { hashToken } from '../../../server/platform/runtime/ids.ts'
import type { Database } from '../../../server/store/database.ts'

/** When the first reading of `twoHives` was taken (epoch seconds), and when all of them arrive (epoch ms). */
export const HIVES_START = Date.parse('2026-05-10T04:00:00Z') / 1000
export const HIVES_NOW_MS = Date.parse('2026-05-14T00:00:00Z')
const IDENTITY = { imei: '356938035643809', imsi: '228011234567890' }

/** What transmitters send, in kilograms, degrees and percent. */
export type SentReading = { time: string; channel?: number; weight?: number; temperature?: number; humidity?: number }

/** Registers the transmitter whose requests `requestOf` builds, with the id 1. */
export async function addController(
  { db }: Database,
  controller: { loadCells?: 1 | 2 | 4; subscriptionEndsAt?: number } = {},
): Promise<void> {
  await db
    .insertInto('controller')
    .values({
      ...IDENTITY,
      name: 'Waldrand',
      device_key_hash: hashToken('key'),
      load_cells: controller.loadCells ?? 1,
      subscription_ends_at: controller.subscriptionEndsAt ?? null,
      created_at: 0,
    })
    .execute()
}

export const requestOf = (readings: SentReading[], over: Partial<IngestRequest> = {}): IngestRequest => ({
  deviceKeyHash: hashToken('key'),
  ...IDENTITY,
  receivedAt: HIVES_NOW_MS,
  subscriptions: true,
  battery: 3910,
  chipTemperature: 1840,
  signal: -71,
  stations: NO_STATIONS,
  softwareVersion: '1.4.2',
  rows: parseReadings(readings, HIVES_NOW_MS / 1000).rows,
  ...over,
})

export const ingest = async (database: Database, requests: IngestRequest[]) =>
  unpackOutcomes(await database.write('ingest', packRequests(requests)))

/** Folds until nothing is left to do, in parts of at most `milliseconds`. */
export async function foldAll(database: Database, milliseconds?: number): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const { more, isBehind, isRoundOver } = await database.write('fold', { nowMs: HIVES_NOW_MS, milliseconds })
    isLeft = more || isBehind || !isRoundOver
  }
}

/** Two days of two hives every ten minutes; a swarm leaves the first one on the second day at 11:00 UTC. */
export function twoHives(): SentReading[] {
  const readings: SentReading[] = []
  for (let minute = 0; minute < 2 * 1440; minute += 10) {
    const time = new Date((HIVES_START + minute * 60) * 1000).toISOString()
    const gone = Math.min(1, Math.max(0, (minute - 1860) / 20))
    readings.push({ time, channel: 1, weight: 50 + (minute % 70) / 1000 - 2.2 * gone, temperature: 30 })
    readings.push({ time, channel: 2, weight: 42 + (minute % 50) / 1000 })
  }
  return readings
}

/** How readings arrive: in which batches, whether each is folded separately, and how many milliseconds a part of a fold may take. */
export type Way = { batches: SentReading[][]; between: 'fold each' | 'fold at the end'; milliseconds?: number }

/** Everything stored after the readings have arrived, in a database that is then closed; bytes as hexadecimal digits. */
export async function storedAfter(database: Database, { batches, between, milliseconds }: Way) {
  const { db } = database
  await addController(database)
  const scale = (channel: number) => ({ controller_id: 1, channel, name: '', type: 'weight', state: 'active' }) as const
  await db
    .insertInto('scale')
    .values([1, 2].map((channel) => ({ ...scale(channel), color: 0, created_at: 0 })))
    .execute()
  for (const batch of batches) {
    await ingest(database, [requestOf(batch, { battery: null, chipTemperature: null, signal: null })])
    if (between === 'fold each') {
      await database.write('fold', { nowMs: HIVES_NOW_MS, milliseconds })
      await database.write('rollUp', undefined)
    }
  }
  await foldAll(database, milliseconds)
  await database.write('rollUp', undefined)
  const stored = await readStored(database)
  await database.close()
  return stored
}

/** Everything that is stored of readings; bytes as hexadecimal digits. */
export async function readStored({ db }: Pick<Database, 'db'>) {
  const tiles = await db
    .selectFrom('tile')
    .select(['scale_id', 'level', 'from', 'bytes'])
    .orderBy('scale_id')
    .orderBy('level')
    .orderBy('from')
    .execute()
  const alarms = await db.selectFrom('alarm').selectAll().execute()
  const checkpoints = await db
    .selectFrom('detector_checkpoint')
    .selectAll()
    .orderBy('scale_id')
    .orderBy('from')
    .execute()
  return {
    tiles: tiles.map((tile) => ({ ...tile, bytes: hexOf(tile.bytes) })),
    // several may begin at the same time, in the order in which they were found
    alarms: alarms.map(({ id, ...alarm }) => JSON.stringify(alarm)).sort(),
    deviations: await db.selectFrom('deviation').selectAll().orderBy('scale_id').orderBy('time').execute(),
    jumps: await db.selectFrom('jump').selectAll().orderBy('scale_id').orderBy('time').execute(),
    checkpoints: checkpoints.map((checkpoint) => ({ ...checkpoint, state: hexOf(checkpoint.state) })),
    last: await db.selectFrom('scale_last').selectAll().orderBy('scale_id').execute(),
    inbox: await db.selectFrom('inbox').selectAll().execute(),
    due: await db.selectFrom('detection_due').selectAll().execute(),
    assessmentsDue: await db.selectFrom('assessment_due').selectAll().execute(),
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Cuts the readings into batches at these places. */
export function cutAt<T>(items: readonly T[], places: readonly number[]): T[][] {
  const bounds = [0, ...places.map((place) => Math.min(place, items.length)).toSorted((a, b) => a - b), items.length]
  return bounds.slice(1).map((bound, i) => items.slice(bounds[i], bound))
}

/** Rotated, so that they begin in the middle, or shuffled. */
export type Order = { rotatedBy: number } | { shuffledBy: number }

export function inOrder<T>(items: readonly T[], order: Order): T[] {
  if ('rotatedBy' in order) return [...items.slice(order.rotatedBy), ...items.slice(0, order.rotatedBy)]
  const keyOf = (i: number) => Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(order.shuffledBy, i + 77)
  const keyed = items.map((item, i) => ({ item, key: keyOf(i) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
