import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { Author } from '../../platform/audit/record-entry.ts'
import { type createRefusedTimes, createRefusedTimesWatch } from '../readings/refusals/refused-times.ts'

let app: TestApp
let admin: Client
let anna: Client
let berta: Client
let club: { id: number; name: string }

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  const { id, name } = (await admin.post('/admin/affiliation', { name: 'Imkerverein Thun' })).body
  club = { id, name }
})
afterEach(() => app.close())

/** Anna's transmitter, assigned to the club, which lends it to her. */
async function lent() {
  const device = await app.claim(anna)
  await admin.post(`/admin/affiliation/${club.id}/controllers`, { controllerIds: [device.id] })
  return device
}
const manager = () => app.signIn('manager@example.org', { role: 2, affiliationId: club.id })
const claimOf = ({ imei, imsi }: { imei: number | string; imsi: number | string }) => {
  const [named, card] = [String(imei).padStart(15, '0'), String(imsi).padStart(15, '0')]
  return { imei: named, imsi: card, name: 'Bertas', location: null, updateInterval: 1 }
}
const free = async () => {
  const device = await lent()
  const { body } = await admin.post(`/admin/controller/${device.id}/release`)
  return { ...device, id: body.id as number }
}

it('tells its owner whose managers see it, and watchers nothing', async () => {
  const { id } = await lent()
  expect((await anna.get(`/controller/${id}`)).body.affiliation).toEqual(club)
  expect((await anna.get('/controller')).body).toMatchObject([{ id, affiliation: club }])
  expect((await anna.get('/dashboard')).body).toMatchObject([{ id, affiliation: club }])
  expect((await anna.post(`/controller/${id}`, { name: 'Am Bach' })).body.affiliation).toEqual(club)
  expect((await (await manager()).get(`/controller/${id}`)).body).toMatchObject({
    access: 'affiliated',
    affiliation: club,
  })
  await app.db
    .insertInto('watch')
    .values({ account_id: berta.accountId, controller_id: id, created_at: app.clock.now() })
    .execute()
  expect((await berta.get('/controller')).body).toMatchObject([{ id, access: 'watched', affiliation: null }])
  await admin.post(`/admin/controller/${id}`, { affiliationId: null })
  expect((await anna.get(`/controller/${id}`)).body.affiliation).toBeNull()
})

it('whose values made no sense just before does not come to its next owner with them', async () => {
  const device = await lent()
  const time = new Date(app.clock.now()).toISOString()
  const ahead = new Date(app.clock.now() + 3_600_000).toISOString()
  const readings = [
    { time, channel: 1, temperature: -127, weight: 40 },
    { time: ahead, channel: 1, weight: 40 },
  ]
  const body = { imei: device.imei, imsi: device.imsi, readings }
  await app.nobody.post('/ingest', body, { authorization: `Bearer ${device.deviceKey}` })
  await admin.post(`/admin/controller/${device.id}/release`)
  await app.countFaults()
  const refused = app.deps.refusedTimes as ReturnType<typeof createRefusedTimes>
  await createRefusedTimesWatch(app.deps, refused)()
  for (const table of ['field_fault', 'refused_time'] as const) {
    expect(await app.db.selectFrom(table).select('controller_id').execute()).toEqual([])
  }
})

it('is taken from its owner with the mail that tells them, or not at all', async () => {
  const { id } = await lent()
  const release = (author: Author) =>
    app.deps.database.write('releaseController', {
      ...{ controllerId: id, nowMs: app.clock.now(), author, mailIsAvailable: true },
    })
  const author = { at: app.clock.now(), actor_id: admin.accountId, acting_as_id: null, request_id: null }
  await expect(release({ ...author, actor_id: null as never })).rejects.toThrow()
  expect(await app.db.selectFrom('mail').select('id').execute()).toEqual([])
  await release(author)
  const mails = await app.db.selectFrom('mail').select(['recipient', 'state']).execute()
  expect(mails).toEqual([{ recipient: 'anna@example.org', state: 'due' }])
})

it('stays lent to whoever registers it next, who learns from the answer whose managers see it', async () => {
  const device = await free()
  const claimed = await berta.post('/registration/controller', claimOf(device))
  expect(claimed).toMatchObject({ status: 201, body: { affiliation: club } })
  expect((await (await manager()).get(`/controller/${device.id}`)).status).toBe(200)
})

it('stays with the club when it is handed over', async () => {
  const { id } = await lent()
  const moved = await admin.post(`/admin/controller/${id}`, { ownerEmail: 'berta@example.org' })
  expect(moved).toMatchObject({ status: 200, body: { affiliation: club } })
  expect((await berta.get('/controller')).body).toMatchObject([{ id, affiliation: club }])
})

it('is not registered before somebody who asks has learned whose managers see it', async () => {
  const device = await free()
  const asked = { ...claimOf(device), askAboutAffiliation: true }
  const refused = await berta.post('/registration/controller', asked)
  expect(refused).toMatchObject({ status: 409, body: { code: 'controller_affiliated' } })
  expect(refused.body.message).toContain('Imkerverein Thun')
  expect((await berta.get('/controller')).body).toEqual([])
  const told = await berta.post('/registration/controller', { ...asked, askAboutAffiliation: false })
  expect(told).toMatchObject({ status: 201, body: { id: device.id, deviceKey: expect.any(String) } })
  expect(await berta.post('/registration/controller', asked)).toMatchObject({ status: 409, body: { id: device.id } })
})

it('is not named to somebody who does not know both of its numbers', async () => {
  const device = await free()
  const guess = { ...claimOf({ ...device, imsi: '999999999999999' }), askAboutAffiliation: true }
  const { body } = await berta.post('/registration/controller', guess)
  expect(body.code).toBe('imei_imsi_mismatch')
})

it('is registered without a question if it belongs to no affiliation', async () => {
  const asked = { ...claimOf({ imei: '77', imsi: '77' }), askAboutAffiliation: true }
  const claimed = await berta.post('/registration/controller', asked)
  expect(claimed).toMatchObject({ status: 201, body: { affiliation: null } })
})

describe('a new owner', () => {
  const mails = async () => app.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute()
  const give = (id: number, ownerEmail: string, more = {}) =>
    admin.post(`/admin/controller/${id}`, { ownerEmail, ...more })

  it('gets a mail that names the transmitter, and whose managers see it', async () => {
    const { id, imei } = await lent()
    await give(id, 'berta@example.org', { name: 'Am Bach' })
    expect(await mails()).toMatchObject([
      { recipient: 'anna@example.org', text: expect.stringContaining('Waldrand') },
      { recipient: 'berta@example.org', subject: 'A transmitter is now in your account' },
    ])
    const text = (await mails())[1]!.text
    for (const part of ['Am Bach', imei, 'berta@example.org', 'The managers of Imkerverein Thun see it, too.'])
      expect(text).toContain(part)
  })

  it('gets one for the first owner of a transmitter, too; nothing is said about managers if there are none', async () => {
    const pair = { imei: '356938035643809', imsi: '228011234567890' }
    const { body } = await admin.post('/admin/controller', { ...pair, name: 'Neu' })
    await give(body.id, 'berta@example.org')
    expect(await mails()).toMatchObject([{ recipient: 'berta@example.org' }])
    expect((await mails())[0]!.text).toMatch(/alarms reach you\. If that is wrong/)
  })

  it('gets none if nothing about the owner changed, or the change was refused', async () => {
    const { id } = await lent()
    await give(id, 'anna@example.org', { name: 'Am Bach' })
    await give(id, 'berta@example.org', { affiliationId: 99 })
    expect(await mails()).toEqual([])
  })
})
