import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { runMigrations } from '../../../platform/db/run-migrations.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { Database } from '../../../store/database.ts'
import { openAlone } from '../../../store/open-database.ts'
import type { IngestRequest } from '../request/ingest-request.ts'
import { parseReadings } from '../request/parse-readings.ts'
import { NO_STATIONS } from '../request/station-rows.ts'
import { decodeInboxRows, INBOX_FIELDS } from './inbox-rows.ts'
import { packRequests, unpackOutcomes } from './pack-requests.ts'

const startSeconds = Date.parse('2026-04-10T04:00:00Z') / 1000
const nowMs = Date.parse('2026-05-10T12:00:00Z')
const OWNERS = ['anna', 'bea', 'carl']
const PERSON = { firstname: '', lastname: '', company: '', street: '', zip: '', city: '', country: 'ch', phone: '' }
const ROW_BYTES = INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT

let folder: string
let database: Database
const open = () => openAlone(path.join(folder, 'hivewatch.sqlite'))

/** Simulates a power cut: nothing is folded, and memory is empty. */
async function restart(): Promise<void> {
  await database.close()
  database = open()
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-inbox-'))
  database = open()
  await runMigrations(database.db)
  for (const [i, name] of OWNERS.entries()) {
    const owner = { id: i + 1, email: `${name}@example.org`, password_hash: '', language: 'en', role: 3 } as const
    await database.db
      .insertInto('account')
      .values({ ...owner, ...PERSON, created_at: 0 })
      .execute()
    const names = { imei: imeiOf(name), imsi: imeiOf(name), name, device_key_hash: hashToken(name) }
    await database.db
      .insertInto('controller')
      .values({ ...names, owner_id: owner.id, created_at: 0 })
      .execute()
  }
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const imeiOf = (name: string) => String(OWNERS.indexOf(name) + 1).padStart(15, '0')

/** Readings `minutes` after the start; the weight of each is its minute. */
function request(name: string, minutes: readonly number[]): IngestRequest {
  const readings = minutes.map((minute) => {
    const time = new Date((startSeconds + minute * 60) * 1000).toISOString()
    return { time, channel: 1, weight: 10 + minute / 1000 }
  })
  const unsaid = { battery: null, chipTemperature: null, signal: null, softwareVersion: null }
  const names = { deviceKeyHash: hashToken(name), imei: imeiOf(name), imsi: imeiOf(name) }
  const { rows } = parseReadings(readings, nowMs / 1000)
  return { ...names, ...unsaid, receivedAt: nowMs, subscriptions: false, rows, stations: NO_STATIONS }
}

const send = async (...requests: IngestRequest[]) =>
  unpackOutcomes(await database.write('ingest', packRequests(requests)))

async function fold(): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const { more, isBehind, isRoundOver } = await database.write('fold', { nowMs })
    isLeft = more || isBehind || !isRoundOver
  }
  await database.write('rollUp', undefined)
}

const inbox = () => database.db.selectFrom('inbox').selectAll().orderBy('id').execute()

/** The minutes in the tiles of a transmitter's hive. */
async function minutesOf(name: string): Promise<number[]> {
  const tiles = await database.db
    .selectFrom('tile')
    .innerJoin('scale', 'scale.id', 'tile.scale_id')
    .select(['bytes', 'from'])
    .where('level', '=', 0)
    .where('controller_id', '=', OWNERS.indexOf(name) + 1)
    .orderBy('from')
    .execute()
  return tiles.flatMap(({ bytes, from }) => {
    const { time } = decodeTile(bytes)
    return [...time].map((offset) => (from + offset - startSeconds) / 60)
  })
}

test('requests that arrive together become one row, and all of it is there after a crash', async () => {
  await send(request('anna', [0, 10]), request('bea', [0]), request('anna', [20]), request('carl', []))
  expect(await inbox()).toMatchObject([{ controller_id: 0, received_at: nowMs, body: { length: 4 * ROW_BYTES } }])
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 3 })
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0, 10, 20], [0], []])
  expect(await inbox()).toEqual([])
})

test('a single request is stored in a row of its own transmitter, as before', async () => {
  await send(request('bea', [0, 10]))
  expect(await inbox()).toMatchObject([{ controller_id: 2, senders: null }])
})

test('rows of an earlier version are taken in together with current ones', async () => {
  await send(request('anna', [0]))
  await send(request('anna', [10]), request('bea', [10]))
  await send(request('bea', [0]))
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 4 })
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0, 10], [0, 10], []])
})

test('a transmitter that sends again after a crash is told which readings are duplicates, before anything is folded', async () => {
  await send(request('anna', [0, 10]), request('bea', [0]))
  await restart()
  await database.write('recover', undefined)
  const [annas, beas] = await send(request('anna', [0, 10, 20]), request('bea', [0, 10]))
  expect([annas, beas]).toMatchObject([
    { accepted: 1, duplicates: 2 },
    { accepted: 1, duplicates: 1 },
  ])
  await restart()
  await database.write('recover', undefined)
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0, 10, 20], [0, 10], []])
})

test('a row whose senders are unreadable loses nothing, and stops nobody', async () => {
  await send(request('anna', [0]), request('bea', [0]))
  await send(request('bea', [10]), request('anna', [10, 20]))
  const [first] = await inbox()
  await database.db
    .updateTable('inbox')
    .set({ senders: new Uint8Array([1, 2, 3]) })
    .where('id', '=', first!.id)
    .execute()
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 4 })
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0, 10, 20], [0, 10], []])
})

test('a truncated row does not prevent the start, and its complete readings are kept', async () => {
  await send(request('anna', [0]), request('bea', [0, 10]))
  await send(request('bea', [20]))
  const [first] = await inbox()
  const body = first!.body.subarray(0, 3 * ROW_BYTES - 5)
  await database.db.updateTable('inbox').set({ body }).where('id', '=', first!.id).execute()
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 3 })
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0], [0, 20], []])
})

test('readings of a released transmitter leave the row, and the others in it stay', async () => {
  await send(request('anna', [0, 10]), request('bea', [0]), request('anna', [20]))
  await send(request('anna', [30]), request('anna', [40]))
  const author = { at: nowMs, actor_id: 1, acting_as_id: null, request_id: null }
  await database.write('releaseController', { controllerId: 1, nowMs, author, mailIsAvailable: false })
  const rows = await inbox()
  expect(rows).toHaveLength(1)
  expect(decodeInboxRows(rows[0]!.body).length).toBe(1)
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 1 })
  await fold()
  expect(await minutesOf('bea')).toEqual([0])
  expect(await database.db.selectFrom('tile').select('scale_id').distinct().execute()).toHaveLength(1)
})

test('very many readings in one commit are split into several rows', async () => {
  const span = (first: number) => Array.from({ length: 300 }, (_, i) => first + i)
  await send(...Array.from({ length: 40 }, (_, i) => request(OWNERS[i % 2]!, span(i * 300))))
  expect(await inbox()).toHaveLength(2)
  await restart()
  expect(await database.write('recover', undefined)).toEqual({ requests: 40 })
  await fold()
  expect(await minutesOf('bea')).toEqual(Array.from({ length: 20 }, (_, i) => span((2 * i + 1) * 300)).flat())
})

test('a failed commit leaves nothing behind for the next one', async () => {
  await send(request('anna', [0]))
  await sql`create trigger full before insert on inbox begin select raise(abort, 'full'); end`.execute(database.db)
  await expect(send(request('anna', [10]), request('bea', [0, 10]))).rejects.toThrow('full')
  await sql`drop trigger full`.execute(database.db)
  await send(request('carl', [0]), request('anna', [20]))
  await restart()
  await database.write('recover', undefined)
  await fold()
  expect(await Promise.all(OWNERS.map(minutesOf))).toEqual([[0, 20], [], [0]])
})
