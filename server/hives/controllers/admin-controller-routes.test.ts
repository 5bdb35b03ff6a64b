import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const A = { imei: '356938035643809', imsi: '228011234567890' }
const B = { imei: '356938035643810', imsi: '228011234567891', name: 'Lager 2', msisdn: '+41790000000' }

let app: TestApp
let admin: Client
let manager: Client
let anna: Client
let berta: Client
let mine: { id: number; imei: string }
let verein: number

beforeAll(async () => {
  app = await createTestApp({ OPEN_PROVISIONING: 'true' })
  admin = await app.signIn('admin@example.org', { admin: true })
  verein = (await admin.post('/admin/affiliation', { name: 'Verein' })).body.id
  manager = await app.signIn('manager@example.org', { role: 1, affiliationId: verein })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  mine = await app.claim(anna, 'Waldrand')
})
afterAll(() => app.close())

const names = async (query = '', who = admin, path = 'controllers') => {
  const { status, body } = await who.get(`/admin/${path}${query}`)
  expect(status, query).toBe(200)
  return body.items.map(({ name }: { name: string }) => name)
}
const edit = (body: object, id = mine.id) => admin.post(`/admin/controller/${id}`, body)
const lastEntry = () => app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('many transmitters at once', () => {
  it('are added, each with a key that is shown only once', async () => {
    const { status, body } = await admin.post('/admin/controllers', { controllers: [A, B] })
    expect(status).toBe(201)
    expect(body.message).toContain('2 transmitters')
    expect(body.controllers).toMatchObject([
      { ...A, name: A.imei },
      { imei: B.imei, name: 'Lager 2' },
    ])
    const [first, second] = body.controllers
    expect(first.deviceKey).not.toBe(second.deviceKey)
    const sent = { ...A, readings: [{ time: '2026-05-10T09:00:00Z', channel: 1, weight: 40 }] }
    const answer = await app.nobody.post('/ingest', sent, { authorization: `Bearer ${first.deviceKey}` })
    expect(answer).toMatchObject({ status: 200 })
    await app.deps.ingest.settled()
    expect(await lastEntry()).toMatchObject({ action: 'controller.provision', subject_id: String(second.id) })
    expect((await lastEntry()).after).not.toContain(second.deviceKey)
  })

  it.each([
    [
      'one is known',
      [{ imei: '1'.repeat(15), imsi: '3'.repeat(15) }, B, A],
      409,
      'controller_already_registered',
      [1, 2],
    ],
    [
      'one stands twice',
      [
        { ...A, imei: '2'.repeat(15) },
        { ...B, imei: '2'.repeat(15) },
      ],
      400,
      'invalid_body',
      [1],
    ],
    ['one has a short IMEI', [{ ...A, imei: '123' }], 400, 'invalid_body', [0]],
    ['there are none', [], 400, 'invalid_body', undefined],
  ])('are none where %s', async (_, controllers, status, code, places) => {
    const before = (await admin.get('/admin/controllers')).body.items.length
    const answer = await admin.post('/admin/controllers', { controllers })
    expect(answer).toMatchObject({ status, body: { code } })
    if (places) {
      const paths = answer.body.issues.map(({ path }: { path: string }) => path)
      expect(paths).toEqual(places.map((place) => `controllers.${place}.imei`))
    }
    expect((await admin.get('/admin/controllers')).body.items).toHaveLength(before)
  })
})

describe('the list of transmitters', () => {
  it('tells administrators what they need to know about each', async () => {
    const { body } = await admin.get(`/admin/controllers?q=${mine.imei}`)
    expect(body).toEqual({
      items: [
        {
          id: mine.id,
          imei: mine.imei,
          imsi: mine.imei,
          name: 'Waldrand',
          owner: { id: anna.accountId, email: 'anna@example.org' },
          affiliation: null,
          lastUpdate: null,
          silent: false,
          battery: null,
          batteryLow: false,
          signal: null,
          softwareVersion: null,
          subscriptionEnd: '2027-05-10T10:00:00.000Z',
          subscriptionState: 'active',
          remainingNotifications: 200,
        },
      ],
      nextCursor: null,
    })
  })

  it.each([
    ['?q=ANNA%20wald', ['Waldrand']],
    ['?q=lager', ['Lager 2']],
    ['?q=356938', [A.imei, 'Lager 2']],
    ['?state=free', [A.imei, 'Lager 2']],
    ['?state=silent', []],
    ['?sort=imei&direction=descending&limit=1', ['Lager 2']],
    ['?sort=lastUpdate', ['Waldrand', 'Lager 2', A.imei]],
    ['?sort=battery', ['Waldrand', A.imei, 'Lager 2']],
    ['?softwareVersion=1.2', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('finds a version', async () => {
    await app.db.updateTable('controller').set({ software_version: '1.3.9' }).where('id', '=', mine.id).execute()
    expect(await names('?q=1.3.9')).toEqual(['Waldrand'])
    expect(await names('?q=1.4')).toEqual([])
  })

  it('knows who is silent, whose battery is low and whose subscription is over', async () => {
    const hours = (count: number) => app.clock.now() - count * 3_600_000
    const set = (columns: object) => app.db.updateTable('controller').set(columns).where('id', '=', mine.id).execute()
    await set({ last_seen_at: hours(5), battery_mv: 3500, subscription_ends_at: hours(1) })
    for (const state of ['silent', 'low', 'expired']) expect(await names(`?state=${state}`)).toEqual(['Waldrand'])
    const { body } = await admin.get('/admin/controllers?q=waldrand')
    expect(body.items[0]).toMatchObject({ silent: true, batteryLow: true, subscriptionState: 'expired', battery: 3.5 })
    await set({ last_seen_at: hours(2.5), battery_mv: 3700, subscription_ends_at: hours(-1) })
    for (const state of ['silent', 'low', 'expired']) expect(await names(`?state=${state}`)).toEqual([])
    await set({ last_seen_at: hours(30), subscription_ends_at: hours(29) })
    expect(await names('?state=silent')).toEqual([])
    expect((await admin.get('/admin/controllers?state=expired')).body.items).toMatchObject([{ silent: false }])
    await set({ last_seen_at: hours(2.5), subscription_ends_at: hours(-1) })
  })

  it.each([['name'], ['imei'], ['lastUpdate'], ['battery']])('comes in pages, sorted by %s', async (sort) => {
    for (const direction of ['ascending', 'descending']) {
      const seen: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const from: string = cursor && `&cursor=${cursor}`
        const { body } = await admin.get(`/admin/controllers?limit=1&sort=${sort}&direction=${direction}${from}`)
        seen.push(body.items[0].id)
        cursor = body.nextCursor
      }
      expect(new Set(seen).size).toBe(3)
      expect(seen).toHaveLength(3)
    }
  })
})

describe('a transmitter', () => {
  it('can be changed in every part, and the change is recorded', async () => {
    const changed = await edit({
      name: 'Am Bach',
      msisdn: '41790000001',
      subscriptionEnd: '2028-01-01T00:00:00Z',
      remainingNotifications: 5,
      affiliationId: verein,
      updateInterval: 3,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Am Bach',
        msisdn: '41790000001',
        subscriptionEnd: '2028-01-01T00:00:00.000Z',
        remainingNotifications: 5,
        affiliation: { id: verein, name: 'Verein' },
        owner: { email: 'anna@example.org' },
        updateInterval: 3,
      },
    })
    const { action, after } = await lastEntry()
    expect(action).toBe('controller.edit')
    expect(JSON.parse(after!)).toMatchObject({ name: 'Am Bach', remainingNotifications: 5 })
    expect(JSON.parse(after!)).not.toHaveProperty('imei')
    expect((await anna.get(`/controller/${mine.id}`)).body).toMatchObject({
      name: 'Am Bach',
      remainingNotifications: 5,
    })
  })

  it.each([
    [{ name: 'Am Bach' }, 400, 'no_changes'],
    [{ imei: A.imei }, 409, 'controller_already_registered'],
    [{ imsi: '12' }, 400, 'invalid_body'],
    [{ affiliationId: 99 }, 404, 'affiliation_not_found'],
    [{ primaryRegionId: 99 }, 404, 'region_not_found'],
    [{ ownerEmail: 'nobody@example.org' }, 400, 'owner_unknown'],
    [{ updateInterval: 7 }, 400, 'invalid_body'],
    [{ remainingNotifications: -1 }, 400, 'invalid_body'],
  ])('is not changed by %j', async (body, status, code) => {
    expect(await edit(body)).toMatchObject({ status, body: { code } })
  })

  it('moves to another owner, and loses all its watchers', async () => {
    const { body } = await anna.post(`/controller/${mine.id}/watchCode`, {})
    expect((await manager.post('/controller/watches', { code: body.watchCode })).status).toBe(201)
    expect(await edit({ ownerEmail: 'Berta@example.org' })).toMatchObject({ body: { owner: { id: berta.accountId } } })
    expect((await anna.get(`/controller/${mine.id}`)).status).toBe(404)
    expect((await berta.get('/controller')).body).toMatchObject([{ id: mine.id, access: 'own' }])
    expect((await manager.get('/controller/watches')).body).toEqual([])
    await edit({ ownerEmail: 'anna@example.org' })
  })

  it('is not muted for its new owner by what they muted when they watched it', async () => {
    const { body } = await anna.post(`/controller/${mine.id}/watchCode`, {})
    await berta.post('/controller/watches', { code: body.watchCode })
    await berta.post(`/notification/mute?idcontroller=${mine.id}`, { notificationType: 'swarm', enddate: null })
    await anna.post(`/notification/mute?idcontroller=${mine.id}`, { notificationType: 'silence', enddate: null })
    await berta.delete(`/controller/watches/${mine.id}`)
    for (const ownerEmail of ['berta@example.org', 'anna@example.org']) {
      await edit({ ownerEmail })
      const owner = ownerEmail.startsWith('berta') ? berta : anna
      expect((await owner.get('/notification/mute')).body).toEqual([])
    }
  })

  it('gets its full number of notifications again', async () => {
    const reset = await admin.post(`/admin/controller/${mine.id}/resetNotificationCount`)
    expect(reset.body).toMatchObject({ remainingNotifications: 200, lastReset: '2026-05-10T10:00:00.000Z' })
    const { action, after } = await lastEntry()
    expect(action).toBe('controller.resetNotificationCount')
    expect(JSON.parse(after!)).toEqual({ remainingNotifications: 200, lastReset: '2026-05-10T10:00:00.000Z' })
    expect((await admin.post('/admin/controller/999/resetNotificationCount')).body.code).toBe('controller_not_found')
  })

  it('is recorded, too, when an administrator changes what its owner may', async () => {
    await anna.post(`/controller/${mine.id}`, { updateInterval: 4 })
    expect((await lastEntry()).action).toBe('controller.resetNotificationCount')
    await admin.post(`/controller/${mine.id}`, { updateInterval: 5 })
    expect(await lastEntry()).toMatchObject({ action: 'controller.edit', after: '{"update_interval_hours":5}' })
  })
})

describe('a transmitter that is released', () => {
  it('keeps its remaining notifications and their limit, also for whoever claims it again', async () => {
    const old = await app.claim(berta, 'Bertas')
    await edit({ limitReset: 50 }, old.id)
    await admin.post(`/admin/controller/${old.id}/resetNotificationCount`)
    await edit({ remainingNotifications: 3 }, old.id)
    const { body } = await admin.post(`/admin/controller/${old.id}/release`)
    const counts = { remainingNotifications: 3, limitReset: 50, lastReset: '2026-05-10T10:00:00.000Z' }
    expect((await admin.get(`/admin/controller/${body.id}`)).body).toMatchObject(counts)
    const again = { imei: old.imei, imsi: old.imsi, name: 'Bertas', location: null, updateInterval: 1 }
    expect(await berta.post('/registration/controller', again)).toMatchObject({ status: 201, body: counts })
    await app.db.deleteFrom('controller').where('id', '=', body.id).execute()
  })

  it('is like new: free, without a name, a key, or readings', async () => {
    const old = await app.claim(berta, 'Bertas')
    const body = {
      imei: old.imei,
      imsi: old.imsi,
      readings: [{ time: '2026-05-10T09:00:00Z', channel: 1, weight: 40 }],
    }
    const send = () => app.nobody.post('/ingest', body, { authorization: `Bearer ${old.deviceKey}` })
    expect((await send()).status).toBe(200)
    expect((await berta.get('/scale')).status).toBe(200)
    const released = await admin.post(`/admin/controller/${old.id}/release`)
    expect(released).toMatchObject({ status: 200 })
    expect(await lastEntry()).toMatchObject({ action: 'controller.release', subject_id: String(old.id) })
    const mails = await app.db
      .selectFrom('mail')
      .select(['recipient', 'text'])
      .where('text', 'like', `%${old.imei}%`)
      .execute()
    expect(mails).toEqual([{ recipient: 'berta@example.org', text: expect.stringContaining('Bertas') }])
    expect((await admin.get(`/admin/controller/${old.id}`)).status).toBe(404)
    expect((await admin.get(`/admin/controller/${released.body.id}`)).body).toMatchObject({
      imei: old.imei,
      name: old.imei,
      owner: null,
    })
    expect((await send()).status).toBe(401)
    expect((await berta.get('/controller')).body).toEqual([])
    expect((await admin.post(`/admin/controller/${released.body.id}/release`)).body.code).toBe('no_changes')
    expect((await admin.post('/admin/controller/999/release')).body.code).toBe('controller_not_found')
    expect((await berta.post(`/admin/controller/${released.body.id}/release`)).status).toBe(403)
    const again = { imei: old.imei, imsi: old.imsi, name: 'Annas', location: null, updateInterval: 1 }
    expect(await anna.post('/registration/controller', again)).toMatchObject({
      status: 201,
      body: { deviceKey: expect.any(String) },
    })
    const scales = await app.db.selectFrom('scale').select('id').where('controller_id', '=', released.body.id).execute()
    expect(scales).toEqual([])
    await app.db.deleteFrom('controller').where('id', '=', released.body.id).execute()
  })

  it('stays with its owner if the audit entry cannot be written; nor is one added without it', async () => {
    const dora = await app.signIn('dora@example.org')
    const { id } = await app.claim(dora)
    const C = { imei: '356938035643899', imsi: '228011234567899' }
    const accept = await refuseRows(app.db, { table: 'audit', before: 'insert', says: 'database or disk is full' })
    expect((await admin.post(`/admin/controller/${id}/release`)).status).toBe(500)
    expect((await admin.post('/admin/controller', C)).status).toBe(500)
    await accept()
    expect((await dora.get('/controller')).body).toMatchObject([{ id }])
    expect((await admin.post('/admin/controller', C)).status).toBe(201)
    expect(await lastEntry()).toMatchObject({ action: 'controller.provision', actor_id: admin.accountId })
    const { body: released } = await admin.post(`/admin/controller/${id}/release`)
    const { imei } = (await admin.get(`/admin/controller/${released.id}`)).body
    expect(await lastEntry()).toMatchObject({
      ...{ action: 'controller.release', actor_id: admin.accountId, request_id: expect.any(String) },
      before: JSON.stringify({ name: 'Waldrand', ownerId: dora.accountId, id: null }),
      after: JSON.stringify({ name: imei, ownerId: null, id: released.id }),
    })
    await app.db.deleteFrom('controller').where('imei', 'in', [imei, C.imei]).execute()
  })
})

describe('managers', () => {
  it('see only the transmitters of their affiliation, read-only', async () => {
    expect(await names('', manager, 'affiliatedControllers')).toEqual(['Am Bach'])
    expect(await names(`?affiliationId=${verein}`, admin, 'affiliatedControllers')).toEqual(['Am Bach'])
    const other = (await admin.post('/admin/affiliation', { name: 'Andere' })).body.id
    expect((await manager.get(`/admin/affiliatedControllers?affiliationId=${other}`)).status).toBe(404)
    expect((await anna.get('/admin/affiliatedControllers')).status).toBe(403)
    expect((await manager.get(`/controller/${mine.id}`)).body.access).toBe('affiliated')
    expect((await manager.post(`/controller/${mine.id}`, { name: 'x' })).status).toBe(403)
    for (const path of [`/admin/controller/${mine.id}`, `/admin/controller/${mine.id}/resetNotificationCount`]) {
      expect((await manager.post(path, { name: 'x' })).status).toBe(403)
    }
    expect((await manager.get('/admin/controllers')).status).toBe(403)
  })

  it('get all of the transmitters assigned to their affiliation, or none', async () => {
    const all = (await admin.get('/admin/controllers')).body.items.map(({ id }: { id: number }) => id)
    const assign = (controllerIds: number[]) =>
      admin.post(`/admin/affiliation/${verein}/controllers`, { controllerIds })
    expect((await assign([...all, 999])).body.code).toBe('controller_not_found')
    expect(await names('', manager, 'affiliatedControllers')).toHaveLength(1)
    expect((await assign(all)).body).toMatchObject({ message: '3 transmitters assigned.', controllerIds: all })
    expect(await names('', manager, 'affiliatedControllers')).toHaveLength(3)
    expect((await admin.get('/admin/affiliation')).body).toContainEqual({
      id: verein,
      name: 'Verein',
      userCount: 1,
      controllerCount: 3,
    })
    expect((await admin.delete(`/admin/affiliation/${verein}`)).body.code).toBe('affiliation_in_use')
    expect((await admin.post('/admin/affiliation', { name: 'Verein' })).body.code).toBe('affiliation_name_taken')
    expect((await admin.post('/admin/affiliation', { id: verein, name: 'Club' })).body.name).toBe('Club')
  })
})
