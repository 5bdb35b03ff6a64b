import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const SPARE = { imei: '356938035643809', imsi: '228011234567890', msisdn: '+41790000001' }
const SIM = { imei: '356938035643810', imsi: '228011234567891' }
const BROKEN = { imei: '1'.padStart(15, '0'), imsi: '1'.padStart(15, '0') }

let app: TestApp
let admin: Client
let anna: Client
let berta: Client
let mine: { id: number; deviceKey: string }
let spare: { id: number; deviceKey: string }

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  mine = await app.claim(anna)
  spare = (await admin.post('/admin/controller', SPARE)).body
})
afterEach(() => app.close())

const replace = (body: object, id = mine.id) => admin.post(`/admin/controller/${id}`, body)
const send = (key: string, pair: { imei: string; imsi: string }, time = '2026-05-10T09:00:00Z') =>
  app.nobody.post(
    '/ingest',
    { imei: pair.imei, imsi: pair.imsi, readings: [{ time, channel: 1, weight: 40 }] },
    { authorization: `Bearer ${key}` },
  )
const seen = async (id: number) => (await admin.get(`/admin/controller/${id}`)).body
const both = { imei: SPARE.imei, imsi: SPARE.imsi }
const taken = { status: 409, body: { code: 'controller_already_registered' } }

it('takes the place of a broken device, which becomes the spare: nothing measured is lost', async () => {
  await send(mine.deviceKey, BROKEN)
  await app.deps.ingest.settled()
  const [scale] = (await anna.get('/scale')).body
  const end = (await anna.get(`/controller/${mine.id}`)).body.subscriptionEnd
  const replaced = await replace(both)
  expect(replaced).toMatchObject({ status: 200, body: { id: mine.id, name: 'Waldrand', ...SPARE } })
  expect(replaced.body.message).toMatch(/^Device replaced/)
  expect(await send(spare.deviceKey, SPARE, '2026-05-10T09:10:00Z')).toMatchObject({ body: { accepted: 1 } })
  expect((await send(mine.deviceKey, BROKEN)).body.code).toBe('device_key_wrong')
  await app.deps.ingest.settled()
  expect((await anna.get('/scale')).body).toEqual([scale])
  expect((await anna.get(`/controller/${mine.id}`)).body).toMatchObject({ access: 'own', subscriptionEnd: end })
  expect(await seen(spare.id)).toMatchObject({ ...BROKEN, name: BROKEN.imei, msisdn: null, owner: null })
})

it('is not blamed for what the broken one sent', async () => {
  const findings = async () =>
    (await anna.get(`/controller/${mine.id}/doctor`)).body.findings.map(({ code }: { code: string }) => code)
  await send(mine.deviceKey, BROKEN)
  await app.deps.ingest.settled()
  const of = { controller_id: mine.id, count: 12, last_at: app.clock.now() }
  await app.db
    .insertInto('refused_time')
    .values({ ...of, since: app.clock.now(), ahead_seconds: 86_400 })
    .execute()
  const day = app.clock.now() - (app.clock.now() % 86_400_000)
  await app.db
    .insertInto('field_fault')
    .values({ ...of, day, channel: 1, field: 'weight', code: 'value_out_of_range', last_value: '999' })
    .execute()
  expect(await findings()).toEqual(expect.arrayContaining(['clockAhead', 'valueImpossible']))
  await replace(both)
  const after = await findings()
  expect(after).not.toContain('clockAhead')
  expect(after).not.toContain('valueImpossible')
})

it('can be repaired, and registered by somebody else with a key of its own', async () => {
  await replace(both)
  const claim = { ...BROKEN, name: 'Repaired', location: null, updateInterval: 1 }
  const { status, body } = await berta.post('/registration/controller', claim)
  expect({ status, id: body.id }).toEqual({ status: 201, id: spare.id })
  expect(await send(body.deviceKey, BROKEN)).toMatchObject({ body: { accepted: 1 } })
  const over = await berta.post(`/controller/${spare.id}/deviceKey`, { overTheAir: true })
  expect(over.status).toBe(200)
})

it('takes back its place when the devices are swapped again', async () => {
  await replace(both)
  expect(await replace(BROKEN)).toMatchObject({ status: 200, body: BROKEN })
  expect(await seen(spare.id)).toMatchObject(both)
})

it.each([
  ['its own SIM card moves to the new device', {}, BROKEN.imsi, SPARE.imsi],
  ['the new device gets a new SIM card', { imsi: '228011234567899' }, '228011234567899', BROKEN.imsi],
])('each SIM card stays in one transmitter if %s', async (_, card, now, left) => {
  expect(await replace({ imei: SPARE.imei, ...card })).toMatchObject({ status: 200, body: { imsi: now } })
  expect(await seen(spare.id)).toMatchObject({ imei: BROKEN.imei, imsi: left })
})

it('both changes are recorded', async () => {
  await replace(both)
  const entries = await app.db
    .selectFrom('audit')
    .select(['subject_id', 'before', 'after'])
    .orderBy('id', 'desc')
    .execute()
  const [own, other] = entries.map(({ subject_id, before, after }) => [
    subject_id,
    JSON.parse(before!),
    JSON.parse(after!),
  ])
  expect(own).toMatchObject([String(mine.id), BROKEN, both])
  expect(other).toEqual([String(spare.id), both, BROKEN])
})

it('is refused if the other device has sent, if only just', async () => {
  await send(spare.deviceKey, SPARE)
  expect(await replace({ imei: SPARE.imei })).toMatchObject(taken)
  expect((await replace(both)).status).toBe(409)
  expect([await seen(mine.id), await seen(spare.id)]).toMatchObject([BROKEN, both])
})

it.each([
  ['has been heard, though it measured nothing', { last_seen_at: 1 }],
  ['has a scale, and so belonged to somebody', undefined],
])('is refused if the other device %s', async (_, heard) => {
  if (heard) await app.db.updateTable('controller').set(heard).where('id', '=', spare.id).execute()
  else await app.addScale(admin, spare.id)
  expect(await replace({ imei: SPARE.imei })).toMatchObject(taken)
})

it('is refused if the other device belongs to somebody, also if it has never sent', async () => {
  await app.db.updateTable('controller').set({ owner_id: berta.accountId }).where('id', '=', spare.id).execute()
  expect(await replace({ imei: SPARE.imei })).toMatchObject(taken)
  expect(await replace(both)).toMatchObject({ status: 409 })
})

it('changes nothing if something else is refused', async () => {
  await admin.post('/admin/controller', SIM)
  const refused = await replace({ imei: SPARE.imei, imsi: SIM.imsi })
  expect(refused).toMatchObject({ status: 409, body: { code: 'imsi_taken' } })
  expect([await seen(mine.id), await seen(spare.id)]).toMatchObject([BROKEN, both])
  expect(await send(spare.deviceKey, SPARE)).toMatchObject({ body: { accepted: 1 } })
})

it('is only for a transmitter in use: two spares do not swap', async () => {
  const { id } = (await admin.post('/admin/controller', SIM)).body
  expect(await replace({ imei: SPARE.imei }, id)).toMatchObject(taken)
})

it('goes to one of two transmitters that want it at once', async () => {
  const other = await app.claim(berta)
  const answers = await Promise.all([replace(both), replace(both, other.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const imeis = await app.db.selectFrom('controller').select('imei').orderBy('imei').execute()
  expect(imeis.map(({ imei }) => imei)).toEqual([BROKEN.imei, '2'.padStart(15, '0'), SPARE.imei])
})

it('a device that is registered by a beekeeper at the same moment is either theirs or replaces', async () => {
  const claim = { ...both, name: 'Bertas', location: null, updateInterval: 1 }
  const [claimed, replaced] = await Promise.all([berta.post('/registration/controller', claim), replace(both)])
  expect([claimed.status, replaced.status].sort()).toEqual([claimed.status === 201 ? 201 : 200, 409].sort())
  const holder = claimed.status === 201 ? berta : anna
  expect((await holder.get('/controller')).body).toMatchObject([{ imei: SPARE.imei }])
})
