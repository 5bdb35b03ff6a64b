import { readdirSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pendingMigrations, runMigrations } from '../server/db/run-migrations.ts'
import type { Tables } from '../server/db/tables.ts'

type Row = Record<string, number | string | Buffer | null>

const names = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .map((file) => file.replace('.ts', ''))
const latest = names.at(-1)!

/** A row for every table, as the migration that made the table would hold it; later migrations must keep them. */
const rowsOf: Record<string, [table: string, row: Row][]> = {
  '0001-account': [
    ['affiliation', { id: 1, name: 'Verein' }],
    [
      'account',
      {
        id: 1,
        email: 'anna@example.org',
        password_hash: 'x',
        language: 'de',
        role: 3,
        affiliation_id: 1,
        firstname: 'Anna',
        lastname: '',
        company: '',
        street: '',
        zip: '',
        city: '',
        country: 'ch',
        phone: '',
        created_at: 1_778_400_000_000,
      },
    ],
    [
      'session',
      { token_hash: 'a', account_id: 1, user_agent: '', created_at: 1, last_seen_at: 1, expires_at: 1_778_400_000_000 },
    ],
  ],
  '0002-controller': [
    ['region', { id: 1, name: 'Bern', geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 }],
    [
      'controller',
      {
        id: 1,
        imei: '356938035643809',
        imsi: '228011234567890',
        name: 'Waldrand',
        owner_id: 1,
        affiliation_id: 1,
        latitude: 46.95,
        longitude: 7.45,
        primary_region_id: 1,
        created_at: 1,
      },
    ],
    ['watch', { account_id: 1, controller_id: 1, created_at: 1 }],
    ['scale', { id: 1, controller_id: 1, channel: 1, name: 'Volk 1', type: 'weight', state: 'active', created_at: 1 }],
    ['scale', { id: 2, controller_id: 1, channel: 1, name: 'Old', type: 'weight', state: 'archived', created_at: 1 }],
  ],
  '0003-reading': [
    ['inbox', { id: 1, controller_id: 1, received_at: 1, body: Buffer.from([1, 2]) }],
    ['tile', { scale_id: 1, level: 0, from: 1_778_371_200, bytes: Buffer.from([1, 2, 3]), revision: 1 }],
    ['scale_last', { scale_id: 1, time: 1, weight_grams: 43_215, gain_level_grams: 0, loss_level_grams: 0 }],
    ['detector_checkpoint', { scale_id: 1, from: 1, state: Buffer.from([1]) }],
  ],
  '0004-alarm': [
    [
      'alarm',
      {
        id: 1,
        controller_id: 1,
        scale_id: 1,
        type: 'swarm',
        status: 'confirmed',
        started_at: 1,
        detected_at: 1,
        own_confidence_percent: 90,
        own_why: '[]',
        confidence_percent: 90,
        why: '[]',
        verdict_by: 1,
      },
    ],
    ['jump', { scale_id: 1, time: 1, change_grams: -2100 }],
    ['intervention', { id: 'a', scale_id: 1, label: 'other', description: '', time: 1, created_by: 1, created_at: 1 }],
  ],
  '0005-notification': [
    [
      'notification',
      { id: 1, account_id: 1, type: 'email', address: 'a', address_hash: 'a', status: 'active', created_at: 1 },
    ],
    ['mute', { account_id: 1, controller_id: 1, notification_type: 'swarm', until: null }],
    ['delivery', { id: 1, notification_id: 1, alarm_id: 1, stage: 'rang', state: 'due', due_at: 1, created_at: 1 }],
  ],
  '0006-setting': [['setting', { name: 'activityDrain', value: 0.3 }]],
  '0040-second-factor': [
    ['one_time_code', { account_id: 1, secret_sealed: 'a', since: 1, last_step: 59_280_000 }],
    ['recovery_code', { account_id: 1, code_hash: 'a' }],
  ],
  '0042-mail-address': [['mail_address', { account_id: 1, address_hash: 'z', address: 'z@example.org' }]],
  '0011-forwarding': [
    [
      'forwarding',
      {
        id: 1,
        account_id: 1,
        controller_id: 1,
        channel: 1,
        target: 'raw',
        address: 'https://example.org/',
        address_key: 'g',
        due_at: 1,
        starts_at: 1,
        revision: 0,
        created_at: 1,
      },
    ],
    ['forwarding_run', { forwarding_id: 1, key: 'h', scale_id: 1, times: '[]', revision: 1, created_at: 1 }],
    ['forwarding_sent', { forwarding_id: 1, scale_id: 1, from: 0, bytes: Buffer.from([1]) }],
  ],
  '0013-import': [
    ['calibration', { controller_id: 1, channel: 1, zero_raw: 77_101, kg_per_raw: 0.00005 }],
    ['lora_device', { dev_eui: '0004A30B001C0530', controller_id: 1 }],
    [
      'import',
      {
        id: 1,
        account_id: 1,
        name: 'waage.csv',
        bytes: 10,
        encoding: 'utf-8',
        lines: '[]',
        status: 'imported',
        created_at: 1,
      },
    ],
    ['import_reading', { import_id: 1, scale_id: 1, from: 1_778_371_200, bytes: Buffer.from([1]) }],
  ],
  '0007-account-security': [
    ['password_reset', { id: 1, token_hash: 'b', account_id: 1, created_at: 1, expires_at: 2 }],
    [
      'passkey',
      {
        id: 1,
        account_id: 1,
        credential_id: 'c',
        public_key: Buffer.from([1]),
        counter: 0,
        transports: '[]',
        name: 'Phone',
        created_at: 1,
      },
    ],
    ['passkey_challenge', { challenge_hash: 'd', account_id: 1, expires_at: 1 }],
    ['mail', { id: 1, recipient: 'a', subject: 'b', text: 'c', state: 'due', due_at: 1, expires_at: 2, created_at: 1 }],
  ],
  '0012-order-key': [
    ['order_key', { id: 1, key_hash: 'a', term_years: 1, term_days: 0, uses_left: 1, source: 'script', created_at: 1 }],
    [
      'order_key_redemption',
      {
        id: 1,
        order_key_id: 1,
        controller_id: 1,
        account_id: 1,
        owner_id: 1,
        redeemed_at: 1,
        term_years: 1,
        term_days: 0,
        extra_days: 30,
        end_before: 1,
        ends_at: 1_778_400_000_000,
      },
    ],
    ['subscription_reminder', { controller_id: 1, ends_at: 1_778_400_000_000, days_before: 7 }],
  ],
  '0026-order': [
    [
      'order',
      {
        id: 1,
        key: 'B0XE-5JYT-TXF0-NKFW',
        client_id: 'a',
        account_id: 1,
        language: 'de',
        variant: 'hivewatch',
        site: 'https://hives.example.org',
        config_version: 1,
        mode: 'digital',
        cart: '{}',
        price: '{}',
        currency: 'chf',
        total: 12_000,
        payment_method: 'twint',
        state: 'open',
        email: 'anna@example.org',
        firstname: 'Anna',
        lastname: 'Muster',
        street: 'Waldweg 1',
        zip: '3000',
        city: 'Bern',
        country: 'ch',
        ordered_at: 1_778_400_000_000,
        updated_at: 1_778_400_000_000,
      },
    ],
    ['order_history', { id: 1, order_id: 1, at: 1, actor: 'customer', account_id: 1, action: 'placed' }],
    [
      'order_payment',
      {
        id: 1,
        order_id: 1,
        provider: 'stripe',
        provider_id: 'pi_1',
        amount: 12_000,
        currency: 'chf',
        method: 'twint',
        status: 'received',
        received_at: 1,
      },
    ],
    [
      'order_checkout',
      {
        id: 1,
        order_id: 1,
        provider: 'stripe',
        provider_id: 'cs_1',
        amount: 12_000,
        currency: 'chf',
        method: 'twint',
        url: 'https://pay.example.org/',
        state: 'open',
        due_at: 1,
        expires_at: 2,
        created_at: 1,
      },
    ],
    ['order_fulfilment', { id: 1, order_id: 1, state: 'due', due_at: 1 }],
    ['order_code', { id: 1, order_id: 1, code_sealed: 'a', term_years: 2, created_at: 1 }],
  ],
  '0008-watch': [
    ['ended_watch', { account_id: 1, controller_id: 1, code_hash: 'a', code_sealed: 'b', created_at: 1, ended_at: 2 }],
  ],
  '0020-job': [
    [
      'job',
      { id: 1, type: 'EXPORT', account_id: 1, input: '{}', status: 'done', due_at: 1, created_at: 1_778_400_000_000 },
    ],
    ['job_schedule', { type: 'BACKUP', planned_at: 1_778_400_000_000 }],
  ],
  '0024-average': [
    ['region_day', { region_id: 1, date: '2026-05-10', hives: 3, owners: 3, mean_grams: 1200, median_grams: 1100 }],
    ['region_dirty_month', { region_id: 1, month: '2026-05' }],
    ['region_basis', { region_id: 1, basis_hash: 'a' }],
  ],
  '0025-shop-config': [
    ['shop_config', { version: 1, yaml: 'enabled: true', comment: '', created_at: 1, created_by: 1 }],
  ],
  '0027-affiliation': [
    [
      'session',
      {
        id: 'acting',
        token_hash: 'acting',
        account_id: 1,
        actor_token_hash: 'a',
        user_agent: '',
        created_at: 1,
        last_seen_at: 1,
        expires_at: 2,
      },
    ],
  ],
  '0028-audit': [
    ['audit', { id: 1, at: 1, actor_id: 1, actor_email: 'a', action: 'x.y', subject_type: 'x', subject_id: '1' }],
  ],
  '0030-customer-notice': [
    [
      'customer_notice',
      { id: 1, account_id: 1, types: '[]', region_ids: '[]', subject: 'a', text: 'b', job_id: 1, created_at: 1 },
    ],
    ['ingest_hour', { from: 1_778_400_000_000, requests: 1, readings: 8, refused: 0 }],
  ],
  '0045-throttled-hour': [
    ['throttled_hour', { controller_id: 1, from: 1_778_400_000_000, reason: 'day', requests: 3 }],
  ],
  '0049-webhook': [['webhook_message', { delivery_id: 1, message_id: 'a', body: '{}' }]],
  '0031-mail-sender': [
    [
      'mail',
      { id: 2, recipient: 'a', subject: 'b', state: 'due', due_at: 1, expires_at: 2, created_at: 1, sender_name: 'c' },
    ],
  ],
  '0009-notification-choice': [['notification_controller', { notification_id: 1, controller_id: 1 }]],
  '0010-share': [
    [
      'share',
      {
        id: 1,
        account_id: 1,
        type: 'livefeed',
        description: '',
        days: 7,
        token_hash: 'e',
        token_sealed: 'f',
        created_at: 1,
      },
    ],
    ['share_scale', { share_id: 1, scale_id: 1, place: 0 }],
  ],
  '0034-set-aside': [
    [
      'set_aside',
      {
        ...{ id: 1, controller_id: 1, series_id: 1, stage: 'readings', reason: 'damaged', message: '' },
        ...{ body: Buffer.from([1]), readings: 1, received_at: 1, attempts: 1, tried_at: 1 },
      },
    ],
  ],
  '0033-detection-due': [
    ['unusable_hour', { scale_id: 1, time: 1 }],
    ['detection_due', { scale_id: 1, day: 1_778_371_200, carried: '[]' }],
    ['assessment_due', { alarm_id: 1 }],
  ],
  '0032-firmware': [
    [
      'firmware',
      { id: 1, version: '1.4.2', name: '', kind: 'esp', file: 'a.bin', bytes: 64, sha256: 'a', uploaded_at: 1 },
    ],
    [
      'firmware_rollout',
      { id: 1, firmware_id: 1, state: 'done', plan: '{}', stage: 0, numbers: '{}', checked_at: 1, created_at: 1 },
    ],
    ['firmware_rollout_controller', { rollout_id: 1, controller_id: 1, place: 0, earlier_firmware_id: 1 }],
    ['firmware_rollout_event', { id: 1, rollout_id: 1, at: 1_778_400_000_000, what: 'began', numbers: '{}' }],
  ],
  '0046-field-fault': [
    [
      'field_fault',
      {
        ...{
          controller_id: 1,
          day: 1_778_371_200_000,
          channel: 2,
          field: 'temperature',
          code: 'temperature_unplugged',
        },
        ...{ count: 8, last_value: '-127', last_at: 1_778_400_000_000 },
      },
    ],
  ],
  '0038-listening-span': [
    ['listening_span', { id: 1, from: 1, to: 1_778_400_000_000 }],
    ['refused_time', { controller_id: 1, count: 8, since: 1, last_at: 1_778_400_000_000, ahead_seconds: 3600 }],
  ],
  '0037-trouble': [['trouble', { id: 1, kind: 'disk_low', values: '{}', since: 1_778_400_000_000, last_seen: 1 }]],
  '0022-weather': [
    ['weather_place', { id: 1, latitude: 46.95, longitude: 7.45, loaded_at: 1, created_at: 1 }],
    ['weather_controller', { controller_id: 1, place_id: 1, latitude: 46.95, longitude: 7.45 }],
    ['weather_month', { place_id: 1, from: 1_777_593_600, bytes: Buffer.from([1]), archived: 1 }],
  ],
}

let sqlite: Sqlite.Database
let db: Kysely<Tables>

function open(): void {
  sqlite = new Sqlite(':memory:')
  sqlite.pragma('foreign_keys = ON')
  db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
}

beforeEach(open)
afterEach(() => db.destroy())

const quoted = (name: string) => `"${name}"`

function insert(table: string, row: Row): void {
  const columns = Object.keys(row)
  sqlite
    .prepare(`insert into ${quoted(table)} (${columns.map(quoted).join()}) values (${columns.map(() => '?').join()})`)
    .run(...Object.values(row))
}

const schema = () =>
  sqlite
    .prepare<[], { sql: string }>(
      "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by sql",
    )
    .all()
    .map(({ sql }) => sql)

const tables = () =>
  sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely_'))

it('has rows for every table that a migration makes', async () => {
  await runMigrations(db, latest)
  const given = new Set(Object.values(rowsOf).flatMap((rows) => rows.map(([table]) => table)))
  const filledByMigration = ['tile_cursor', 'average_cursor', 'audit_forgetting']
  expect(tables().filter((table) => !given.has(table) && !filledByMigration.includes(table))).toEqual([])
  expect(Object.keys(rowsOf).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(names)('a database at %s', (name) => {
  const rows = names.slice(0, names.indexOf(name) + 1).flatMap((earlier) => rowsOf[earlier] ?? [])

  it('rolls forward to the newest with all its rows', async () => {
    await runMigrations(db, name)
    for (const [table, row] of rows) insert(table, row)
    await runMigrations(db)

    expect(await pendingMigrations(db)).toEqual([])
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    for (const [table, row] of rows) {
      const kept = sqlite.prepare<[], Row>(`select * from ${quoted(table)}`).all()
      expect(kept, table).toContainEqual(expect.objectContaining(row))
    }
  })

  it('ends with the same schema as a new one', async () => {
    await runMigrations(db, name)
    for (const [table, row] of rows) insert(table, row)
    await runMigrations(db)
    const rolledForward = schema()
    await db.destroy()
    open()
    await runMigrations(db)
    expect(rolledForward).toEqual(schema())
  })
})

describe('the newest schema', () => {
  beforeEach(async () => {
    await runMigrations(db)
    for (const [table, row] of Object.values(rowsOf).flat()) insert(table, row)
  })

  it('stays as it is when it is brought up to date again', async () => {
    const before = schema()
    await runMigrations(db)
    expect(schema()).toEqual(before)
  })

  it('has one scale in use on a channel, and any number of archived ones', () => {
    const scale = { controller_id: 1, channel: 1, name: 'x', type: 'weight', created_at: 1 }
    expect(() => insert('scale', { ...scale, state: 'archived' })).not.toThrow()
    for (const state of ['active', 'empty', 'deactivated']) {
      expect(() => insert('scale', { ...scale, state }), state).toThrow(/UNIQUE/)
    }
  })

  it('forgets with an account what was its alone, and keeps its transmitters', () => {
    sqlite.prepare('delete from account where id = 1').run()
    const left = (table: string) => sqlite.prepare(`select * from ${quoted(table)}`).all()
    for (const table of [
      'session',
      'password_reset',
      'passkey',
      'one_time_code',
      'recovery_code',
      'watch',
      'notification',
      'mute',
      'delivery',
      'forwarding',
      'forwarding_run',
      'forwarding_sent',
    ])
      expect(left(table), table).toEqual([])
    expect(left('controller')).toMatchObject([{ owner_id: null }])
    expect(left('intervention')).toMatchObject([{ created_by: null }])
    expect(left('alarm')).toMatchObject([{ verdict_by: null }])
  })
})
