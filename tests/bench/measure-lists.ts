/**
 * Measures how fast the lists for administrators are with 10,000 users and 10,000 transmitters: `node tests/bench/measure-lists.ts`. Prints the median server
 * time of each page and its size; fails if one takes too long or is too large.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../../server/store/tables.ts'
import { createTestApp } from '../support/server/test-app.ts'
import { median } from './statistics.ts'

const COUNT = 10_000
const ROWS_AT_ONCE = 500
const RUNS = 15
const MOST_MS = 50
const MOST_BYTES = 100_000
const HOUR_MS = 3_600_000

const firstnames = ['Anna', 'Berta', 'Claudio', 'Dominique', 'Elodie', 'Fritz', 'Gion', 'Öttilie']
const lastnames = ['Müller', 'Öttli', 'von Gunten', 'Bernasconi', 'Favre', 'Zürcher', 'Ryser', 'de Quervain']
const towns = ['Bern', 'La Chaux-de-Fonds', 'Bellinzona', 'Zürich', 'Romanshorn', 'Scuol']
const of = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!

const account = (index: number, now: number) => ({
  email: `beekeeper-${index}@example-bienenverein.ch`,
  password_hash: 'x'.repeat(97),
  language: 'de' as const,
  role: index % 200 === 0 ? (2 as const) : (3 as const),
  affiliation_id: (index % 20) + 1,
  firstname: of(firstnames, index),
  lastname: of(lastnames, index >> 3),
  company: index % 7 === 0 ? 'Imkerei am Waldrand' : '',
  street: `Waldweg ${index}`,
  zip: String(1000 + (index % 8000)),
  city: of(towns, index),
  country: 'ch',
  phone: `+4179${String(index).padStart(7, '0')}`,
  created_at: now - index * HOUR_MS,
})

const controller = (index: number, now: number) => ({
  imei: String(356_938_000_000_000 + index),
  imsi: String(228_010_000_000_000 + index),
  msisdn: `4179${String(index).padStart(7, '0')}`,
  name: `Bienenstand ${of(towns, index)} ${index}`,
  owner_id: index % 10 === 0 ? null : index + 2,
  affiliation_id: (index % 20) + 1,
  latitude: 46.9,
  longitude: 7.4,
  update_interval_hours: (index % 6) + 1,
  subscription_ends_at: now + (index - 500) * 24 * HOUR_MS,
  activated_at: now - 1000 * HOUR_MS,
  remaining_notifications: 200,
  software_version: `1.${index % 5}.${index % 3}`,
  battery_mv: 3400 + (index % 800),
  signal_dbm: -70 - (index % 40),
  last_seen_at: now - (index % 400) * HOUR_MS,
  created_at: now,
})

const app = await createTestApp()
const admin = await app.signIn('admin@example.org', { admin: true })
await fill(app.db, app.clock.now())

async function fill(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .insertInto('affiliation')
    .values(Array.from({ length: 20 }, (_, index) => ({ name: `Bienenzüchterverein ${index}` })))
    .execute()
  for (let at = 0; at < COUNT; at += ROWS_AT_ONCE) {
    const indexes = Array.from({ length: ROWS_AT_ONCE }, (_, index) => at + index)
    await db
      .insertInto('account')
      .values(indexes.map((index) => account(index, now)))
      .execute()
    await db
      .insertInto('controller')
      .values(indexes.map((index) => controller(index, now)))
      .execute()
  }
}

await fillHistory(app.db, app.clock.now())

/** Ten messages to each of as many channels, and as many changes. */
async function fillHistory(db: Kysely<Tables>, now: number): Promise<void> {
  for (let at = 0; at < COUNT; at += ROWS_AT_ONCE) {
    const indexes = Array.from({ length: ROWS_AT_ONCE }, (_, index) => at + index)
    const channel = { type: 'email', status: 'active', created_at: now } as const
    const channels = await db
      .insertInto('notification')
      .values(
        indexes.map((index) => ({
          ...channel,
          account_id: index + 2,
          address: `${index}@a.ch`,
          address_hash: `${index}`,
        })),
      )
      .returning('id')
      .execute()
    for (let turn = 0; turn < 10; turn++) {
      const row = { stage: 'test', attempts: 1, due_at: now, created_at: now - turn * HOUR_MS, sent_at: now } as const
      await db
        .insertInto('delivery')
        .values(channels.map(({ id }) => ({ ...row, notification_id: id, state: id % 500 === 0 ? 'failed' : 'sent' })))
        .execute()
      const change = {
        at: now,
        actor_id: 1,
        actor_email: 'admin@example.org',
        before: '{"name":"a"}',
        after: '{"name":"b"}',
      }
      await db
        .insertInto('audit')
        .values(
          indexes.map((index) => {
            const subject = index % 50 === 0 ? 'region' : 'user'
            return { ...change, action: `${subject}.edit`, subject_type: subject, subject_id: String(index) }
          }),
        )
        .execute()
    }
  }
}

const pages = [
  ...['', '?limit=50'].map((page) => `/admin/users${page}`),
  ...['?limit=50&sort=name', '?limit=50&sort=created&direction=descending'].map((page) => `/admin/users${page}`),
  ...['m', 'öttli anna', 'beekeeper-9999', 'nobody at all'].map((q) => `/admin/users?limit=50&q=${q}`),
  '/admin/users?limit=50&role=2&active=true',
  '/admin/affiliatedUsers?limit=50&affiliationId=3',
  ...['', '?limit=50', '?limit=50&sort=imei'].map((page) => `/admin/controllers${page}`),
  ...['lastUpdate', 'battery'].map((sort) => `/admin/controllers?limit=50&sort=${sort}`),
  ...['3', '356938000009999', 'bern müller', 'nobody at all'].map((q) => `/admin/controllers?limit=50&q=${q}`),
  ...['silent', 'low', 'expired', 'free'].map((state) => `/admin/controllers?limit=50&state=${state}`),
  '/admin/affiliatedControllers?limit=50&affiliationId=3',
  '/admin/fleet',
  ...['', '?limit=50', '?limit=50&state=failed', '?limit=50&q=öttli anna'].map((page) => `/admin/notifications${page}`),
  ...['', '?limit=50', '?limit=50&subject=region', '?limit=50&q=region.edit'].map((page) => `/admin/audit${page}`),
  '/admin/affiliation',
]

let faults = 0
for (const page of pages) {
  const times: number[] = []
  let bytes = 0
  for (let run = 0; run <= RUNS; run++) {
    const begun = performance.now()
    const { status, body } = await admin.get(encodeURI(page))
    if (run > 0) times.push(performance.now() - begun)
    if (status !== 200) throw new Error(`${page} was answered with ${status}`)
    bytes = JSON.stringify(body).length
  }
  const ms = median(times)
  const isFault = ms > MOST_MS || bytes > MOST_BYTES
  if (isFault) faults++
  console.info(`${ms.toFixed(1).padStart(6)} ms ${String(bytes).padStart(7)} B ${isFault ? 'TOO MUCH ' : ''}${page}`)
}
// the last page of a long list must be as fast as the first
let cursor: string | null = ''
const times: number[] = []
while (cursor !== null) {
  const begun = performance.now()
  const { body } = await admin.get(`/admin/users?limit=200&sort=name${cursor && `&cursor=${cursor}`}`)
  times.push(performance.now() - begun)
  cursor = body.nextCursor
}
console.info(
  `${median(times).toFixed(1).padStart(6)} ms, at most ${Math.max(...times).toFixed(1)}: each page of 200 of all users`,
)
await app.close()
if (faults > 0) process.exitCode = 1
