import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { hashToken } from '../../platform/runtime/ids.ts'

const IMEI = '356938035643809'
const IMSI = '228011234567890'
const claim = {
  imei: IMEI,
  imsi: IMSI,
  name: 'Waldrand',
  location: { latitude: 46.95, longitude: 7.45 },
  updateInterval: 2,
}

let app: TestApp
let anna: Client
let berta: Client
let admin: Client

async function start(environment: Record<string, string>) {
  app = await createTestApp(environment)
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
}

afterEach(() => app.close())

const provision = () => admin.post('/admin/controller', { imei: IMEI, imsi: IMSI })

describe('with provisioning by administrators', () => {
  beforeEach(() => start({ OPEN_PROVISIONING: 'false' }))

  it('shows the device key once, and stores only its hash', async () => {
    const { status, body } = await provision()
    expect(status).toBe(201)
    const row = await app.db.selectFrom('controller').selectAll().executeTakeFirstOrThrow()
    expect(row.device_key_hash).toBe(hashToken(body.deviceKey))
    const { body: read } = await admin.get(`/controller/${body.id}`)
    expect(JSON.stringify(read)).not.toContain(body.deviceKey)
    expect(read).toMatchObject({ access: 'administered', name: IMEI, subscriptionState: 'off', activationDate: null })
  })

  it('is for administrators only', async () => {
    expect(await anna.post('/admin/controller', { imei: IMEI, imsi: IMSI })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  it('accepts each IMEI once', async () => {
    await provision()
    expect(await admin.post('/admin/controller', { imei: IMEI, imsi: '228011234567891' })).toMatchObject({
      status: 409,
      body: { code: 'controller_already_registered' },
    })
  })

  it('accepts a SIM card in one transmitter only', async () => {
    await provision()
    const other = { imei: '356938035643817', imsi: IMSI }
    expect(await admin.post('/admin/controller', other)).toMatchObject({ status: 409, body: { code: 'imsi_taken' } })
    const free = { ...other, imsi: '228011234567891' }
    const { body: made } = await admin.post('/admin/controller', free)
    const edited = await admin.post(`/admin/controller/${made.id}`, { imsi: IMSI })
    expect(edited).toMatchObject({ status: 409, body: { code: 'imsi_taken' } })
    const batch = {
      controllers: [
        { imei: '356938035643825', imsi: '228011234567892' },
        { imei: '356938035643833', imsi: IMSI },
      ],
    }
    const refused = await admin.post('/admin/controllers', batch)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'imsi_taken', issues: [{ path: 'controllers.1.imsi' }] },
    })
  })

  it('lets the first who names the pair claim it, with a trial and notifications', async () => {
    const { body: made } = await provision()
    const claimed = await anna.post('/registration/controller', claim)
    expect(claimed.status).toBe(201)
    expect(claimed.body).toEqual({
      message: 'Transmitter registered.',
      id: made.id,
      imei: IMEI,
      imsi: IMSI,
      msisdn: null,
      name: 'Waldrand',
      access: 'own',
      affiliation: null,
      location: { latitude: 46.95, longitude: 7.45 },
      updateInterval: 2,
      loadCells: 1,
      signalFilter: false,
      primaryRegionId: null,
      secondaryRegionId: null,
      subscriptionEnd: '2027-05-10T10:00:00.000Z',
      subscriptionState: 'active',
      activationDate: '2026-05-10T10:00:00.000Z',
      remainingNotifications: 200,
      lastReset: null,
      limitReset: 200,
      softwareVersion: null,
      battery: null,
      chipTemperature: null,
      signal: null,
      lastUpdate: null,
      newKeyWaits: false,
      hasFormerKey: false,
    })
  })

  it('keeps the term and the limit of notifications that an administrator set before', async () => {
    const { body: made } = await provision()
    const paid = { subscriptionEnd: '2031-06-01T00:00:00.000Z', remainingNotifications: 50, limitReset: 50 }
    await admin.post(`/admin/controller/${made.id}`, paid)
    const { body } = await anna.post('/registration/controller', claim)
    expect(body).toMatchObject({ ...paid, activationDate: '2026-05-10T10:00:00.000Z' })
  })

  it('has its notifications also if an administrator gives it to its first owner', async () => {
    const { body: made } = await provision()
    await admin.post(`/admin/controller/${made.id}`, { limitReset: 80 })
    const begun = { activationDate: '2026-05-10T10:00:00.000Z', remainingNotifications: 80, subscriptionEnd: null }
    const given = await admin.post(`/admin/controller/${made.id}`, { ownerEmail: 'berta@example.org' })
    expect(given).toMatchObject({ status: 200, body: begun })
    app.clock.advance(60_000)
    await admin.post(`/admin/controller/${made.id}`, { ownerEmail: 'anna@example.org', remainingNotifications: 7 })
    expect((await anna.get(`/controller/${made.id}`)).body).toMatchObject({ ...begun, remainingNotifications: 7 })
  })

  it('gives the transmitter to one of many simultaneous claimants, the others get 409', async () => {
    await provision()
    const clients = [anna, berta, anna, berta]
    const answers = await Promise.all(clients.map((client) => client.post('/registration/controller', claim)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('controller_already_registered')
    // only its new owner is told which one it is
    const owner = clients[answers.findIndex(({ status }) => status === 201)]
    for (const [i, { status, body }] of answers.entries())
      if (status === 409) expect(typeof body.id).toBe(clients[i] === owner ? 'number' : 'undefined')
  })

  it('tells an owner who claims again after a lost answer that it is theirs, and leaves it unchanged', async () => {
    const { body: made } = await provision()
    await anna.post('/registration/controller', claim)
    const before = (await anna.get(`/controller/${made.id}`)).body
    const again = await anna.post('/registration/controller', { ...claim, name: 'Obstgarten' })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({
      message: 'This transmitter is already yours.',
      code: 'controller_already_registered',
      id: made.id,
    })
    expect((await anna.get(`/controller/${made.id}`)).body).toEqual(before)
    const wrong = await anna.post('/registration/controller', { ...claim, imsi: '228019999999999' })
    expect(wrong.body.code).toBe('imei_imsi_mismatch')
  })

  it('gives no second trial to a transmitter that changes hands', async () => {
    await provision()
    await anna.post('/registration/controller', claim)
    await app.db.updateTable('controller').set({ owner_id: null }).execute()
    app.clock.advance(400 * 24 * 3600 * 1000)
    const berta2 = await app.signIn('berta2@example.org')
    const { status, body } = await berta2.post('/registration/controller', claim)
    expect(status).toBe(201)
    expect(body).toMatchObject({ subscriptionState: 'expired', activationDate: '2026-05-10T10:00:00.000Z' })
  })

  it.each([
    ['an unknown pair', {}, false, 400, 'imei_imsi_mismatch'],
    ['the wrong IMSI', { imsi: '228011234567891' }, true, 400, 'imei_imsi_mismatch'],
    ['no IMEI', { imei: undefined }, true, 400, 'imei_missing'],
    ['a short IMEI', { imei: '35693803564380' }, true, 400, 'imei_missing'],
    ['letters in the IMSI', { imsi: '22801123456789x' }, true, 400, 'imsi_missing'],
    ['neither number', { imei: '', imsi: '' }, true, 400, 'imei_missing'],
    ['an unknown order key', { orderKey: 'abcd-efgh-ijkl-mnop' }, true, 400, 'order_key_invalid'],
    ['an unknown region', { primaryRegionId: 99 }, true, 404, 'region_not_found'],
    ['an interval of 7 hours', { updateInterval: 7 }, true, 400, 'invalid_body'],
    ['a latitude of 91', { location: { latitude: 91, longitude: 0 } }, true, 400, 'invalid_body'],
    ['no name', { name: ' ' }, true, 400, 'invalid_body'],
    ['an oversized name', { name: 'x'.repeat(81) }, true, 400, 'invalid_body'],
  ] as const)('refuses %s', async (_, fault, known, status, code) => {
    if (known) await provision()
    const body = { ...claim, ...fault }
    expect(await anna.post('/registration/controller', body)).toMatchObject({ status, body: { code } })
    expect(await app.db.selectFrom('controller').select('id').where('owner_id', 'is not', null).execute()).toEqual([])
  })

  it('does not reveal that the transmitter is taken to someone who names a wrong IMSI', async () => {
    await provision()
    await anna.post('/registration/controller', claim)
    const guess = await berta.post('/registration/controller', { ...claim, imsi: '228011234567891' })
    expect(guess).toMatchObject({ status: 400, body: { code: 'imei_imsi_mismatch' } })
  })
})

describe('guessing the numbers of a transmitter', () => {
  const right = (client: Client, fields: object = {}) =>
    client.post('/registration/controller', { ...claim, ...fields })
  const wrong = (client: Client, index: number, headers: Record<string, string> = {}) =>
    client.post('/registration/controller', { ...claim, imsi: String(228011234560000 + index) }, headers)
  /** How many answers had each status. */
  const statuses = async (answers: Promise<{ status: number }>[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  beforeEach(() => start({ OPEN_PROVISIONING: 'false', TRUST_PROXY: 'true', REGISTRATIONS_PER_HOUR: '1000' }))

  it('is limited to five a day per transmitter, and its owner can still claim it', async () => {
    await provision()
    const answers = await statuses(Array.from({ length: 120 }, (_, index) => wrong(berta, index)))
    expect(answers).toEqual({ 400: 5, 429: 115 })
    expect((await right(anna)).status).toBe(201)
  })

  it('does not lock out an owner who mistyped a digit while hundreds guess from the same address', async () => {
    await provision()
    for (let guesser = 0; guesser < 40; guesser++) {
      const client = await app.signIn(`guesser${guesser}@example.org`)
      for (let index = 0; index < 5; index++) await wrong(client, guesser * 5 + index)
    }
    const late = await app.signIn('late@example.org')
    expect(await statuses([wrong(late, 1), wrong(late, 2), wrong(late, 3), wrong(late, 4)])).toEqual({ 400: 2, 429: 2 })
    expect((await wrong(anna, 5)).status).toBe(400)
    expect((await right(anna)).status).toBe(201)
  })

  it('counts an IPv6 network as one address', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${index.toString(16)}` })
    const guessers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => app.signIn(`guesser${index}@example.org`)),
    )
    const answers = guessers.flatMap((client, guesser) =>
      Array.from({ length: 5 }, (_, index) =>
        client.post(
          '/registration/controller',
          { ...claim, imei: String(400000000000000 + guesser * 5 + index) },
          from(guesser * 5 + index + 1),
        ),
      ),
    )
    const made = (await statuses(answers))[400]!
    expect(made).toBeLessThanOrEqual(90)
    expect((await right(berta, { imei: '400000000000999' })).status).toBe(400)
  })

  it('does not stop a club that registers fifty transmitters at once', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(356938035000000 + index))
    const controllers = numbers.map((imei) => ({ imei, imsi: imei }))
    expect((await admin.post('/admin/controllers', { controllers })).status).toBe(201)
    expect(await statuses(numbers.map((imei) => right(anna, { imei, imsi: imei })))).toEqual({ 201: 50 })
  })
})

describe('a claim code required by whoever provisions', () => {
  const claimed = (client: Client, claimCode?: string) =>
    client.post('/registration/controller', { ...claim, ...(claimCode === undefined ? {} : { claimCode }) })
  const codeOf = async (id: number): Promise<string> => (await admin.get(`/admin/controller/${id}`)).body.claimCode
  beforeEach(() => start({ OPEN_PROVISIONING: 'false' }))

  it('is on the label, and required in addition to the numbers', async () => {
    const { body } = await admin.post('/admin/controller', { imei: IMEI, imsi: IMSI, demandClaimCode: true })
    const code = await codeOf(body.id)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await claimed(anna)).toMatchObject({ status: 400, body: { code: 'claim_code_missing' } })
    expect(await claimed(anna, 'AAAA-AAAA')).toMatchObject({ status: 400, body: { code: 'claim_code_wrong' } })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => claimed(berta, `AAAA-AAA${index % 10}`)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await claimed(anna, code.toLowerCase().replace('-', ' '))).status).toBe(201)
  })

  it('can be required and waived later, stays the same, and is kept when the transmitter is released', async () => {
    const { body } = await provision()
    const code = await codeOf(body.id)
    expect((await admin.post(`/admin/controller/${body.id}`, { demandClaimCode: true })).body).toMatchObject({
      demandClaimCode: true,
      claimCode: code,
    })
    expect((await claimed(anna, code)).status).toBe(201)
    const { id } = (await admin.post(`/admin/controller/${body.id}/release`, {})).body
    expect((await claimed(berta)).body.code).toBe('claim_code_missing')
    expect(await codeOf(id)).toBe(code)
    await admin.post(`/admin/controller/${id}`, { demandClaimCode: false })
    expect((await claimed(berta)).status).toBe(201)
  })

  it('is required of all new transmitters if the server says so, unless a call says otherwise', async () => {
    await app.close()
    await start({ OPEN_PROVISIONING: 'false', CLAIM_CODES: 'true' })
    const controllers = [
      { imei: IMEI, imsi: IMSI },
      { imei: '356938035643810', imsi: '228011234567892', demandClaimCode: false },
    ]
    expect((await admin.post('/admin/controllers', { controllers })).status).toBe(201)
    expect((await claimed(anna)).body.code).toBe('claim_code_missing')
    const other = { ...claim, imei: '356938035643810', imsi: '228011234567892' }
    expect((await anna.post('/registration/controller', other)).status).toBe(201)
  })
})

it('a transmitter claimed by somebody else is given back to its owner, and both are notified', async () => {
  await start({ OPEN_PROVISIONING: 'true' })
  const { body } = await berta.post('/registration/controller', claim)
  const given = await admin.post(`/admin/controller/${body.id}`, { ownerEmail: 'anna@example.org' })
  expect(given).toMatchObject({ status: 200, body: { owner: { email: 'anna@example.org' } } })
  expect((await berta.get(`/controller/${body.id}`)).status).toBe(404)
  expect((await anna.get(`/controller/${body.id}`)).body).toMatchObject({ access: 'own' })
  await app.sendMails()
  const text = expect.stringContaining(IMEI)
  expect(app.mails).toMatchObject([
    { to: 'berta@example.org', text },
    { to: 'anna@example.org', text },
  ])
})

describe('with open provisioning', () => {
  beforeEach(() => start({ OPEN_PROVISIONING: 'true' }))

  it('tells whoever claims again after a lost answer that the new transmitter is theirs', async () => {
    const unknown = { ...claim, imei: '356938035643817', imsi: '228011234567899' }
    const answers = await Promise.all([unknown, unknown].map((body) => anna.post('/registration/controller', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [made, again] = answers.toSorted((a, b) => a.status - b.status)
    expect(again!.body).toMatchObject({ code: 'controller_already_registered', id: made!.body.id })
  })

  it('registers an unknown pair and hands out its key', async () => {
    const { status, body } = await anna.post('/registration/controller', { ...claim, location: null })
    expect(status).toBe(201)
    expect(body).toMatchObject({ access: 'own', location: null, remainingNotifications: 200 })
    const row = await app.db.selectFrom('controller').selectAll().executeTakeFirstOrThrow()
    expect(row.device_key_hash).toBe(hashToken(body.deviceKey))
  })

  it('limits how many an account can register in a day, counting only unknown ones', async () => {
    await app.close()
    await start({ OPEN_PROVISIONING: 'true', OPEN_PROVISIONING_PER_DAY: '3' })
    const named = (client: Client, number: number) =>
      client.post('/registration/controller', {
        ...claim,
        imei: `35693803564380${number}`,
        imsi: `22801123456780${number}`,
      })
    expect((await named(anna, 1)).status).toBe(201)
    expect((await named(anna, 1)).status).toBe(409)
    expect((await anna.post('/registration/controller', { ...claim, orderKey: 'abcd-efgh-ijkl-mnop' })).status).toBe(
      400,
    )
    const { status: known } = await provision()
    expect([known, (await anna.post('/registration/controller', claim)).status]).toEqual([201, 201])
    expect([(await named(anna, 2)).status, (await named(anna, 3)).status]).toEqual([201, 201])
    expect(await named(anna, 4)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await named(berta, 4)).status).toBe(201)
  })

  it('hands out no key for a transmitter that was known before', async () => {
    await provision()
    expect((await anna.post('/registration/controller', claim)).body).not.toHaveProperty('deviceKey')
  })

  it('settles a race for an unknown pair', async () => {
    const answers = await Promise.all(
      [anna, berta, anna].map((client) => client.post('/registration/controller', claim)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('reading and changing', () => {
  let id: number
  beforeEach(async () => {
    await start({})
    id = (await app.claim(anna, 'Waldrand')).id
  })

  const watch = (client: Client) =>
    app.db.insertInto('watch').values({ account_id: client.accountId, controller_id: id, created_at: 0 }).execute()

  it('lists own first, then watched, each by name', async () => {
    await app.claim(berta, 'Zaun')
    await app.claim(berta, 'Acker')
    await watch(berta)
    const { body } = await berta.get('/controller')
    expect(body.map((c: { name: string; access: string }) => [c.name, c.access])).toEqual([
      ['Acker', 'own'],
      ['Zaun', 'own'],
      ['Waldrand', 'watched'],
    ])
    expect((await admin.get('/controller')).body).toEqual([])
  })

  it('lists them as people count and spell, on every engine', async () => {
    for (const name of ['Stand 10', 'Äsch', 'stand 2', 'Bern']) await app.claim(berta, name)
    const { body } = await berta.get('/controller')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Äsch', 'Bern', 'stand 2', 'Stand 10'])
  })

  it('is 404 for strangers, whether it exists or not', async () => {
    const foreign = await berta.get(`/controller/${id}`)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    expect((await berta.get('/controller/4711')).body).toEqual(foreign.body)
    expect((await berta.post(`/controller/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await berta.post(`/controller/${id}/deviceKey`)).status).toBe(404)
  })

  it('lets a watcher read and not change', async () => {
    await watch(berta)
    expect((await berta.get(`/controller/${id}`)).body.access).toBe('watched')
    expect(await berta.post(`/controller/${id}`, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await berta.post(`/controller/${id}/deviceKey`)).status).toBe(403)
  })

  it('changes only what is named', async () => {
    const { body: before } = await anna.get(`/controller/${id}`)
    const seen: number[] = []
    app.deps.events.subscribe((event) => event.type === 'controller' && seen.push(event.controllerId))
    const changed = await anna.post(`/controller/${id}`, { name: 'Am Bach', loadCells: 4, signalFilter: true })
    expect(changed).toMatchObject({ status: 200, body: { message: 'Transmitter saved.' } })
    const { body: after } = await anna.get(`/controller/${id}`)
    expect(after).toEqual({ ...before, name: 'Am Bach', loadCells: 4, signalFilter: true })
    expect(seen).toEqual([id])
  })

  it('takes a location away', async () => {
    await anna.post(`/controller/${id}`, { location: null })
    expect((await anna.get(`/controller/${id}`)).body.location).toBeNull()
  })

  it('lets an administrator change it', async () => {
    expect((await admin.post(`/controller/${id}`, { name: 'Am Bach' })).status).toBe(200)
    expect((await anna.get(`/controller/${id}`)).body.name).toBe('Am Bach')
  })

  it.each([
    ['nothing', {}, 400, 'no_changes'],
    ['the same again', { name: 'Waldrand', updateInterval: 1 }, 400, 'no_changes'],
    ['an unknown region', { secondaryRegionId: 99 }, 404, 'region_not_found'],
    ['three load cells', { loadCells: 3 }, 400, 'invalid_body'],
    ['half an hour', { updateInterval: 0.5 }, 400, 'invalid_body'],
  ])('refuses %s', async (_, edit, status, code) => {
    expect(await anna.post(`/controller/${id}`, edit)).toMatchObject({ status, body: { code } })
  })

  it('makes a new device key, which invalidates the old one', async () => {
    const ask = (deviceKey: string) =>
      app.request('POST', '/ingest', {
        body: { imei: '1'.padStart(15, '0'), imsi: '1'.padStart(15, '0'), readings: [] },
        headers: { authorization: `Bearer ${deviceKey}` },
      })
    const first = (await anna.post(`/controller/${id}/deviceKey`)).body.deviceKey
    expect((await ask(first)).status).toBe(200)
    const second = (await anna.post(`/controller/${id}/deviceKey`)).body.deviceKey
    expect(await ask(first)).toMatchObject({ status: 401, body: { code: 'device_key_wrong' } })
    expect((await ask(second)).status).toBe(200)
  })

  it('shows values in the units of the API', async () => {
    await app.db
      .updateTable('controller')
      .set({ battery_mv: 3910, chip_temperature_centi: 1840, signal_dbm: -71, last_seen_at: app.clock.now() })
      .execute()
    expect((await anna.get(`/controller/${id}`)).body).toMatchObject({
      battery: 3.91,
      chipTemperature: 18.4,
      signal: -71,
      lastUpdate: '2026-05-10T10:00:00.000Z',
    })
  })
})

it('reveals nothing about subscriptions if they are disabled', async () => {
  await start({ SUBSCRIPTIONS: 'off' })
  const { id } = await app.claim(anna)
  expect((await anna.get(`/controller/${id}`)).body).toMatchObject({ subscriptionEnd: null, subscriptionState: 'off' })
  await app.db.updateTable('controller').set({ subscription_ends_at: 1 }).execute()
  expect((await admin.get('/admin/controllers?state=expired')).body.items).toEqual([])
})
