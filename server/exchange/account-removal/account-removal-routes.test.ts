import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { digitalCart, order } from '../../../tests/support/samples/order-cart.ts'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../../../tests/support/server/test-app.ts'
import { isPostgres } from '../../../tests/support/server/test-database.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { queueMail } from '../../platform/mails/queue-mail.ts'

let app: TestApp
let anna: Client
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterEach(() => app.close())

const remove = (client: Client, typed = PASSWORD) => client.post('/user/delete', { password: sent(typed) })

type Device = { imei: string; imsi: string; deviceKey: string }

function send({ imei, imsi, deviceKey }: Device, weight: number, battery = 3.9) {
  const time = new Date(app.clock.now()).toISOString()
  const body = { imei, imsi, battery, readings: [{ time, channel: 1, weight, temperature: 34.6 }] }
  return app.request('POST', '/ingest', { body, headers: { authorization: `Bearer ${deviceKey}` } })
}

const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)
  return Number(rows[0]!.n)
}

const claimAgain = (client: Client, { imei, imsi }: Device) =>
  client.post('/registration/controller', {
    imei,
    imsi,
    name: 'Second hand',
    location: { latitude: 47, longitude: 8 },
    updateInterval: 1,
  })

describe('deleting one’s own account', () => {
  it('requires the password, and signs out', async () => {
    expect(await remove(anna, 'wrong')).toMatchObject({ status: 400, body: { code: 'current_password_wrong' } })
    expect((await anna.get('/user/ping')).status).toBe(200)
    const removed = await remove(anna)
    expect(removed).toMatchObject({ status: 200, body: { message: 'Your account is deleted.' } })
    expect(removed.headers.getSetCookie()).toEqual([expect.stringMatching(/^hivewatch_session=; Max-Age=0/)])
    expect((await anna.get('/user/ping')).status).toBe(401)
    const login = { email: 'anna@example.org', password: sent(PASSWORD) }
    expect((await app.nobody.post('/user/login', login)).body.code).toBe('credentials_wrong')
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'Your account was deleted' }])
    expect((await app.signIn('anna@example.org')).accountId).not.toBe(anna.accountId)
  })

  it('says in the confirmation that orders are kept, if there are any', async () => {
    await order(anna, digitalCart)
    await remove(anna)
    const berta = await app.signIn('berta@example.org')
    await remove(berta)
    await app.sendMails()
    const said = app.mails.filter(({ subject }) => subject === 'Your account was deleted')
    expect(said.map(({ to, text }) => [to, /orders .* are kept for ten years/.test(text)])).toEqual([
      ['anna@example.org', true],
      ['berta@example.org', false],
    ])
  })

  it('happens only together with its confirmation, so that nothing that comes in between loses that', async () => {
    const accept = await refuseRows(app.db, { table: 'mail', before: 'insert', says: 'disk I/O error' })
    expect((await remove(anna)).status).toBe(500)
    await accept()
    expect((await anna.get('/user/ping')).status).toBe(200)
    expect((await remove(anna)).status).toBe(200)
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'Your account was deleted' }])
  })

  it('leaves the mails of its orders that are still to be sent, and no others', async () => {
    await order(anna, digitalCart)
    const { id: order_id } = await app.db.selectFrom('order').select('id').executeTakeFirstOrThrow()
    await app.db.deleteFrom('order_mail').execute()
    const queue = (subject: string) =>
      queueMail(app.deps, { to: 'anna@example.org', subject, text: 'Words.', html: '<p>Words.</p>' })
    await queue('The week at your hives')
    const mails = { queued: await queue('Your bill'), sent: await queue('Your order') }
    for (const state of ['queued', 'sent'] as const) {
      const row = { order_id, template: 'invoice' as const, state, mail_id: mails[state], due_at: 0, created_at: 0 }
      await app.db.insertInto('order_mail').values(row).execute()
    }
    await remove(anna)
    await app.sendMails()
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your bill', 'Your account was deleted'])
  })

  it('tells open screens that its transmitters are gone, also those of their watchers', async () => {
    const { id } = await app.claim(anna)
    const changed: number[] = []
    const unsubscribe = app.deps.events.subscribe((event) => {
      if (event.type === 'controller') changed.push(event.controllerId)
    })
    await remove(anna)
    unsubscribe()
    expect(changed).toEqual([id])
  })

  it('leaves nothing of the account’s own data, and everything of others', async () => {
    const berta = await app.signIn('berta@example.org')
    const bertas = await app.claim(berta, 'Bertas')
    await send(bertas, 50)
    const controller = await app.claim(anna)
    await send(controller, 43.215)
    await app.deps.ingest.settled()
    const [{ id: scaleId }] = (await anna.get('/scale')).body
    await anna.post('/intervention', { scaleId, label: 'other', description: 'x', time: '2026-05-10T09:00:00Z' })
    await anna.post('/visit', {
      ...{ id: '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21', controllerId: controller.id },
      startedAt: '2026-05-10T09:00:00Z',
    })
    const alarm = {
      controller_id: controller.id,
      scale_id: scaleId,
      type: 'swarm',
      status: 'confirmed',
      why: '[]',
    } as const
    const percent = { confidence_percent: 80, own_confidence_percent: 80, own_why: '[]', verdict: 'confirmed' } as const
    await app.db
      .insertInto('alarm')
      .values({ ...alarm, ...percent, started_at: 1, detected_at: 1 })
      .execute()
    const { id } = await app.db.selectFrom('alarm').select('id').executeTakeFirstOrThrow()
    await anna.post(`/alarm/${id}/followUp/afterSwarm`, {
      status: 'done',
      putOffUntil: null,
      at: '2026-05-10T09:00:00Z',
    })
    await anna.post(`/alarm/${id}/course`, {
      ...{ outcome: 'caught', spot: 'x', position: { latitude: 47, longitude: 7 }, hiveScaleId: scaleId, hiveName: '' },
    })
    await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
    await anna.post(`/notification/mute?idcontroller=${controller.id}`, { notificationType: 'swarm', enddate: null })
    await app.db.insertInto('jump').values({ scale_id: scaleId, time: 1, change_grams: 900 }).execute()
    const tilesOfBerta = (await app.db.selectFrom('tile').select('scale_id').execute()).length / 2

    expect((await remove(anna)).status).toBe(200)
    await app.removal.idle()
    for (const table of [
      'intervention',
      'visit',
      'alarm',
      'swarm_course',
      'follow_up',
      'notification',
      'mute',
      'jump',
      'inbox',
    ])
      expect(await count(table), table).toBe(0)
    for (const table of ['account', 'session', 'scale', 'scale_last']) expect(await count(table), table).toBe(1)
    expect(await count('tile')).toBe(tilesOfBerta)
    expect((await berta.get('/scale')).body).toHaveLength(1)
    expect((await berta.get('/controller')).body).toMatchObject([{ name: 'Bertas' }])
    // PostgreSQL enforces foreign keys by itself
    const { rows } = isPostgres ? { rows: [] } : await sql`pragma foreign_key_check`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('frees the transmitter with its paid time and a new key; the next owner sees nothing of before', async () => {
    const device = await app.claim(anna, 'Secret place')
    const paidUntil = (await anna.get(`/controller/${device.id}`)).body.subscriptionEnd
    await send(device, 43.215)
    await app.deps.ingest.settled()
    app.clock.advance(60_000)
    await send(device, 44, 3.5)
    expect((await remove(anna)).status).toBe(200)
    expect(await send(device, 45)).toMatchObject({ status: 401, body: { code: 'device_key_wrong' } })

    const berta = await app.signIn('berta@example.org')
    app.clock.advance(60_000)
    const claimed = await claimAgain(berta, device)
    expect(claimed).toMatchObject({ status: 201, body: { name: 'Second hand', subscriptionEnd: paidUntil } })
    expect((await berta.get('/scale/all')).body).toEqual([])
    const next = { ...device, deviceKey: claimed.body.deviceKey }
    expect(next.deviceKey).not.toBe(device.deviceKey)
    expect((await send(next, 20)).body).toMatchObject({ accepted: 1 })
    await app.deps.ingest.settled()
    const span = `from=${app.clock.now() / 1000 - 86_400}&to=${app.clock.now() / 1000 + 60}&level=raw`
    const [{ id: scaleId }] = (await berta.get('/scale')).body
    const series = (await berta.get(`/timeline?scales=${scaleId}&controllers=${claimed.body.id}&${span}`)).body.series
    expect(series.flatMap((one: { tiles: { time: number[] }[] }) => one.tiles.map(({ time }) => time.length))).toEqual([
      1, 1,
    ])
    expect(JSON.stringify(series)).not.toMatch(/43\.215|44|3\.5/)
  })

  it('keeps readings that arrive for others at the same moment', async () => {
    const berta = await app.signIn('berta@example.org')
    const bertas = await app.claim(berta, 'Bertas')
    const annas = await app.claim(anna)
    for (let i = 0; i < 20; i++) {
      await Promise.all([send(annas, 40 + i), send(bertas, 30 + i)])
      app.clock.advance(60_000)
    }
    const [removed] = await Promise.all([remove(anna), send(annas, 60), send(bertas, 50)])
    expect(removed.status).toBe(200)
    await app.deps.ingest.settled()
    const [{ id }] = (await berta.get('/scale')).body
    const span = `from=${app.clock.now() / 1000 - 86_400}&to=${app.clock.now() / 1000 + 60}&level=raw`
    const { series } = (await berta.get(`/timeline?scales=${id}&${span}`)).body
    expect(series[0].tiles[0].time).toHaveLength(21)
    await app.removal.idle()
    const known = await app.db.selectFrom('scale').select('id').execute()
    const stored = await app.db.selectFrom('tile').select('scale_id').distinct().execute()
    const controllers = await app.db.selectFrom('controller').select('id').where('owner_id', 'is not', null).execute()
    const allowed = [...known.map(({ id }) => id), ...controllers.map(({ id }) => -id)]
    expect(stored.map(({ scale_id }) => scale_id).filter((id) => !allowed.includes(id))).toEqual([])
  })

  it('is refused for the last administrator', async () => {
    const chief = await app.signIn('chief@example.org', { admin: true })
    expect(await remove(chief)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect((await chief.get('/user/ping')).status).toBe(200)
    const second = await app.signIn('second@example.org', { admin: true })
    expect((await remove(chief)).status).toBe(200)
    expect((await remove(second)).status).toBe(409)
  })

  it('is refused for the last administrator when the only other one is excluded from administration by its address', async () => {
    const excluding = await createTestApp({ ADMIN_MENU_EXCLUDED_EMAIL: 'Excluded@example.org' })
    const chief = await excluding.signIn('chief@example.org', { admin: true })
    await excluding.signIn('excluded@example.org', { admin: true })
    expect((await remove(chief)).status).toBe(409)
    await excluding.close()
  })
})

// both engines have the same schema: `migrations/schema.test.ts`
test.skipIf(isPostgres)(
  'every table defines what happens to a row when its account, transmitter or scale is deleted',
  async () => {
    const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table'`.execute(app.db)
    const undecided: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ table: string; from: string; on_delete: string }>`
      select "table", "from", on_delete from pragma_foreign_key_list(${name})`.execute(app.db)
      for (const key of rows) {
        const concerned = ['account', 'controller', 'scale'].includes(key.table)
        if (concerned && key.on_delete === 'NO ACTION') undecided.push(`${name}.${key.from}`)
      }
    }
    expect(undecided, 'write onDelete("cascade") or onDelete("set null") in the migration').toEqual([])
  },
)

describe('the export', () => {
  it('holds everything that belongs to the account, readings included, and nothing of others', async () => {
    const berta = await app.signIn('berta@example.org')
    const bertas = await app.claim(berta, 'Bertas')
    await send(bertas, 50)
    const device = await app.claim(anna)
    await send(device, 43.215)
    app.clock.advance(40 * 86_400_000)
    await send(device, 44)
    await app.deps.ingest.settled()
    const [{ id: scaleId }] = (await anna.get('/scale')).body
    await anna.post('/intervention', { scaleId, label: 'other', description: 'Fed', time: '2026-05-10T09:00:00Z' })
    await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
    const light = { quantity: 'weight', is: 'below', value: 20 }
    const terms = { conditions: [light], forMinutes: 0, hours: null, months: null, timeZone: 'Europe/Zurich' }
    const rule = { name: 'Light', terms, everyOwn: true, scaleIds: [], channelIds: null, isOn: true }
    await anna.post('/rule', rule)
    await anna.post('/season/digest', { way: 'email', weekday: 5 })
    const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' }
    await anna.post('/share', { type: 'fixed', description: 'May', scales: [scaleId], ...period })
    const table = {
      bytes: 24,
      encoding: 'utf-8',
      lines: '[]',
      status: 'imported',
      readings: 3,
      created_at: app.clock.now(),
    } as const
    await app.db
      .insertInto('import')
      .values([
        { ...table, account_id: anna.accountId, name: 'waage.csv' },
        { ...table, account_id: berta.accountId, name: 'Bertas.csv' },
      ])
      .execute()

    const { status, headers, body } = await anna.get('/user/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="hivewatch-2026-06-19.json"')
    expect(body).toMatchObject({
      account: { email: 'anna@example.org', language: 'en', createdAt: '2026-05-10T10:00:00.000Z' },
      notifications: [{ type: 'email', address: 'anna@example.org' }],
      rules: [rule],
      weeklyDigest: { way: 'email', weekday: 5, hour: 7 },
      shares: [{ description: 'May', scaleIds: [scaleId], beginsAt: period.from, endsAt: period.to }],
      imports: [{ name: 'waage.csv', readings: 3, createdAt: '2026-06-19T10:00:00.000Z', finishedAt: null }],
      controllers: [
        {
          name: 'Waldrand',
          imei: device.imei,
          readingColumns: ['time', 'weight', 'temperature', 'humidity', 'battery', 'signal'],
          readings: [
            ['2026-05-10T10:00:00Z', null, null, null, 3.9, null],
            ['2026-06-19T10:00:00Z', null, null, null, 3.9, null],
          ],
          scales: [
            {
              channel: 1,
              interventions: [{ label: 'other', description: 'Fed', happenedAt: '2026-05-10T09:00:00.000Z' }],
              readingColumns: ['time', 'weight', 'temperature', 'humidity'],
              readings: [
                ['2026-05-10T10:00:00Z', 43.215, 34.6, null],
                ['2026-06-19T10:00:00Z', 44, 34.6, null],
              ],
            },
          ],
        },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/Bertas|hash|\$argon2/)
  })

  it('holds the affiliations whose managers see the account and its transmitters', async () => {
    const { id } = await app.claim(anna)
    await app.claim(anna)
    const names = async () => {
      const { account, controllers } = (await anna.get('/user/export')).body
      return [account, ...controllers].map(({ affiliation }) => affiliation)
    }
    expect(await names()).toEqual([null, null, null])
    const admin = await app.signIn('admin@example.org', { admin: true })
    const clubId = (await admin.post('/admin/affiliation', { name: 'Club' })).body.id
    await admin.post(`/admin/user/${anna.accountId}/profile`, { affiliationId: clubId })
    await admin.post(`/admin/affiliation/${clubId}/controllers`, { controllerIds: [id] })
    expect(await names()).toEqual(['Club', 'Club', null])
  })

  it('holds what each channel is for, but none of its secrets', async () => {
    const { id: controllerId } = await app.claim(anna)
    const ntfy = { type: 'ntfy', address: 'https://ntfy.example.org/bees', token: 'tk_secret' }
    const { body: made } = await anna.post('/notification', ntfy)
    const choice = { alarmTypes: ['swarm'], everyOwn: false, controllerIds: [controllerId], ringsAlways: ['swarm'] }
    const night = { quietFrom: '22:00', quietTo: '06:00', timeZone: 'America/New_York' }
    expect((await anna.post(`/notification/${made.id}`, { ...choice, ...night })).status).toBe(200)
    const { body } = await anna.get('/user/export')
    expect(body.notifications).toMatchObject([
      { type: 'ntfy', address: ntfy.address, createdAt: '2026-05-10T10:00:00.000Z', ...choice, ...night },
    ])
    expect(JSON.stringify(body)).not.toMatch(/tk_secret|sealed/)
  })

  it('holds calibrations, and the raw weights that are kept', async () => {
    const { id, deviceKey: key } = await app.claim(anna)
    const weigh = (raw: number) =>
      app.request('POST', '/ingest/beep', { body: { key, w_v: raw, time: app.clock.now() / 1000 } })
    await weigh(500_000)
    await anna.post(`/controller/${id}/channel/1/calibration`, { offset: 100_000, multiplier: 0.0001 })
    app.clock.advance(86_400_000)
    await weigh(512_345.5)
    const from = new Date(app.clock.now()).toISOString()
    await anna.post(`/controller/${id}/channel/1/calibration`, { offset: 0, multiplier: 0.0002, from })
    const [controller] = (await anna.get('/user/export')).body.controllers
    expect(controller.calibrations).toEqual([
      { channel: 1, from: null, offset: 100_000, multiplier: 0.0001 },
      { channel: 1, from, offset: 0, multiplier: 0.0002 },
    ])
    expect(controller.scales).toMatchObject([
      {
        rawWeights: [
          ['2026-05-10T10:00:00Z', 500_000],
          ['2026-05-11T10:00:00Z', 512_345.5],
        ],
      },
    ])
    await app.db
      .updateTable('raw_weight_day')
      .set({ bytes: Uint8Array.of(1) })
      .where('from', '<', 1_778_450_000)
      .execute()
    const [{ scales }] = (await anna.get('/user/export')).body.controllers
    expect(scales[0].rawWeights).toEqual([{ damaged: '2026-05-10T00:00:00Z' }, ['2026-05-11T10:00:00Z', 512_345.5]])
  })

  it('holds all alarms, swarms and visits, however many there are', async () => {
    const { id: controllerId } = await app.claim(anna)
    const scaleId = await app.addScale(anna, controllerId)
    const numbers = Array.from({ length: 2001 }, (_, at) => at)
    const swarm = {
      ...{ controller_id: controllerId, scale_id: scaleId, type: 'swarm' as const, status: 'confirmed' as const },
      ...{ own_confidence_percent: 80, own_why: '[]', confidence_percent: 80, why: '[]' },
      verdict: 'confirmed' as const,
    }
    const visit = { controller_id: controllerId, created_by: anna.accountId, created_at: 0 }
    for (const part of partsOf(numbers, 500)) {
      const swarms = part.map((at) => ({ ...swarm, started_at: at, detected_at: at }))
      await app.db.insertInto('alarm').values(swarms).execute()
      // several begin at the same moment
      const visits = part.map((at) => ({ ...visit, id: `visit ${at}`, started_at: Math.floor(at / 3), ended_at: at }))
      await app.db.insertInto('visit').values(visits).execute()
    }
    const [{ alarms, courses, visits }] = (await anna.get('/user/export')).body.controllers
    expect([alarms, courses, visits].map((list) => list.length)).toEqual([2001, 2001, 2001])
  })

  it('comes in parts, month by month', async () => {
    const device = await app.claim(anna)
    for (let day = 0; day < 70; day++) {
      await send(device, 40)
      app.clock.advance(86_400_000)
    }
    const { body } = await anna.get('/user/export')
    expect(body.controllers[0].scales[0].readings).toHaveLength(70)
    expect(new Set(body.controllers[0].scales[0].readings.map(([time]: [string]) => time)).size).toBe(70)
  })

  it('is well formed when there is no data yet, and is limited to six an hour', async () => {
    for (let i = 0; i < 6; i++) {
      expect((await anna.get('/user/export')).body).toMatchObject({ controllers: [], notifications: [] })
    }
    expect((await anna.get('/user/export')).status).toBe(429)
  })
})
