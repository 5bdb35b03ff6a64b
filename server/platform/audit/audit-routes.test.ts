import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditedSubject, auditedActions, auditedSubjects } from '#domain/platform/audit.ts'
import { projectFiles, read } from '../../../tests/architecture/source-files.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { isPostgres } from '../../../tests/support/server/test-database.ts'
import { actByAdmin, followRequest } from '../http/current-request.ts'
import { forgetChanges } from './forget-changes.ts'
import { recordChange } from './record-change.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterAll(() => app.close())

const list = async (query = '') => (await admin.get(`/admin/audit${query}`)).body
const change = (subjectId: string, before: object | null, after: object | null) =>
  recordChange(app.deps, {
    actorId: admin.accountId,
    action: 'thing.edit',
    subjectType: 'thing',
    subjectId,
    before,
    after,
  })

it('says who changed which setting, from what to what, and by which request', async () => {
  await admin.post('/admin/settings', { activityDrain: 0.5 })
  const [entry] = (await list('?subject=settings')).items
  expect(entry).toMatchObject({
    at: '2026-05-10T10:00:00.000Z',
    actorId: admin.accountId,
    actorEmail: 'admin@example.org',
    actingAsId: null,
    action: 'settings.save',
    subjectType: 'settings',
    before: { activityDrain: 0.3 },
    after: { activityDrain: 0.5 },
  })
  expect(entry.requestId).toMatch(/^[\da-f-]{36}$/)
})

it('records nothing about a change that was refused', async () => {
  const before = (await list()).items.length
  await admin.post('/admin/settings', { activityDrain: 0.5 })
  await admin.post('/admin/settings', { activityDrain: 'much' })
  expect((await list()).items).toHaveLength(before)
})

it('knows the names of regions and transmitters', async () => {
  const geojson = { type: 'Polygon', coordinates: [[[7, 46], [8, 46], [8, 47], [7, 46]]] } // biome-ignore format: a ring
  const region = { name: 'Bern', geojson, priority: 1, utcOffset: 1, alarmFrom: 9, alarmTo: 18 }
  const { id } = (await admin.post('/region', region)).body
  await admin.post(`/region/${id}`, { alarmTo: 19 })
  await admin.delete(`/region/${id}`)
  expect((await list(`?subject=region:${id}`)).items).toMatchObject([
    { action: 'region.remove', after: null },
    { action: 'region.edit', before: { alarmTo: 18 }, after: { alarmTo: 19 } },
    { action: 'region.add', before: null, after: { name: 'Bern', box: [7, 46, 8, 47] } },
  ])
  await admin.post('/region', { ...region, name: 'Jura' })
  expect((await list('?subject=region&limit=1')).items).toMatchObject([{ action: 'region.add', subjectName: 'Jura' }])
  const numbers = { imei: '356938035643809', imsi: '228011234567890' }
  const { deviceKey } = (await admin.post('/admin/controller', numbers)).body
  const { items } = await list('?q=356938035643809')
  expect(items).toMatchObject([{ action: 'controller.provision', after: numbers }])
  expect(JSON.stringify(items)).not.toContain(deviceKey)
})

it('keeps no secrets, whatever a caller passes in', async () => {
  const secrets = { password: 's3cret', deviceKey: 's3cret', apiToken: 's3cret', device_key_hash: 's3cret' }
  await change('secret', null, { ...secrets, inner: [{ watchCode: 's3cret' }], url: 'ftp://anna:s3cret@example.org/x' })
  const [{ after }] = (await list('?subject=thing:secret')).items
  expect(after).toMatchObject({ password: '•••', inner: [{ watchCode: '•••' }], url: 'ftp://•••@example.org/x' })
  const rows = await app.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('s3cret')
})

it('keeps only what differs, and nothing if nothing does', async () => {
  await change('same', { name: 'Linden' }, { name: 'Linden' })
  expect((await list('?subject=thing:same')).items).toEqual([])
  await change('other', { name: 'Linden', gain: 200 }, { name: 'Linden', gain: 100 })
  expect((await list('?subject=thing:other')).items).toMatchObject([{ before: { gain: 200 }, after: { gain: 100 } }])
})

it('names the administrator behind an account in whose name something is done', async () => {
  const anna = await app.signIn('anna@example.org')
  const follow = followRequest(app.deps)
  await follow({} as never, async () => {
    actByAdmin(admin.accountId)
    await recordChange(app.deps, {
      actorId: anna.accountId,
      action: 'thing.edit',
      subjectType: 'thing',
      subjectId: 'acted',
      before: null,
      after: null,
    })
  })
  expect((await list('?subject=thing:acted')).items).toMatchObject([
    { actorEmail: 'admin@example.org', actingAsId: anna.accountId, actingAsEmail: 'anna@example.org' },
  ])
})

it('records nothing of a call that only asks whether an answer is there', async () => {
  const count = async () => (await list('?limit=200')).items.length
  const before = await count()
  const { status } = await app.app.request('/api/admin/settings', {
    method: 'HEAD',
    headers: { cookie: admin.cookie! },
  })
  expect(status).toBe(200)
  expect(await count()).toBe(before)
})

it('finds what was recorded of one call, whose route has a parameter', async () => {
  const call = 'POST /api/jobs/:id/cancel'
  const cancel = { action: 'call.make', subjectType: 'call', subjectId: call, before: null, after: {} }
  await recordChange(app.deps, { actorId: admin.accountId, ...cancel })
  expect((await list(`?subject=${encodeURIComponent(`call:${call}`)}`)).items).toMatchObject([{ subjectId: call }])
})

it('comes in pages, by who, when and what', async () => {
  for (let i = 0; i < 5; i++) await change('paged', { n: i }, { n: i + 1 })
  const first = await list('?subject=thing:paged&limit=2')
  expect(first.items).toHaveLength(2)
  const rest = await list(`?subject=thing:paged&limit=3&cursor=${first.nextCursor}`)
  expect(rest).toMatchObject({
    nextCursor: null,
    items: [{ after: { n: 3 } }, { after: { n: 2 } }, { after: { n: 1 } }],
  })
  expect((await list('?actor=999')).items).toEqual([])
  expect((await list('?to=2026-05-09')).items).toEqual([])
  expect((await list('?from=2026-05-10&to=2026-05-10&limit=1')).items).toHaveLength(1)
  expect((await admin.get('/admin/audit?limit=201')).status).toBe(400)
})

it('is also available as a table, in which nothing is a formula', async () => {
  await change('=1+1', null, { name: 'a;b' })
  const { status, body, headers } = await admin.get('/admin/audit.csv?action=thing.edit', { 'accept-language': 'de' })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('hivewatch-changes-2026-05-10.csv')
  const lines = (body as string).trimEnd().split('\r\n')
  expect(lines).toHaveLength((await list('?action=thing.edit')).items.length + 1)
  expect(lines[1]).toContain(`;'=1+1;;;"{""name"":""a;b""}"`)
})

it('is for administrators', async () => {
  const manager = await app.signIn('manager@example.org', { role: 1 })
  for (const path of ['/admin/audit', '/admin/audit.csv']) {
    expect((await manager.get(path)).status).toBe(403)
    expect((await app.nobody.get(path)).status).toBe(401)
  }
})

it('is never changed, and only deleted when it is old', async () => {
  expect(await forgetChanges(app.db, app.clock.now())).toBe(0)
  const kept = (await list()).items.length
  app.clock.advance(1000)
  await change('late', null, null)
  expect(await forgetChanges(app.db, app.clock.now())).toBe(kept)
  expect((await list()).items).toMatchObject([{ subjectId: 'late', before: null, after: null }])
  const writing = projectFiles('.ts')
    .filter((file) => file.startsWith('server/') && !file.endsWith('.test.ts'))
    .filter((file) => /(updateTable|deleteFrom)\('audit'\)/.test(read(file)))
  expect(writing).toEqual(['server/platform/audit/audit-queries.ts'])
  expect(read('server/platform/audit/audit-queries.ts')).not.toContain("updateTable('audit')")
})

it('is protected by the database itself', async () => {
  await change('kept', null, { n: 1 })
  const { id } = await app.db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', 'kept')
    .executeTakeFirstOrThrow()
  const row = { id, at: 1, actor_id: 1, actor_email: '', action: 'x', subject_type: 'x', subject_id: 'x' }
  const attacks = [
    () => app.db.updateTable('audit').set({ actor_email: 'nobody@example.org' }).execute(),
    () => app.db.deleteFrom('audit').where('id', '=', id).execute(),
    () => app.db.deleteFrom('audit').execute(),
    // PostgreSQL has no such statement
    ...(isPostgres ? [] : [() => app.db.replaceInto('audit').values(row).execute()]),
  ]
  for (const attack of attacks) await expect(attack()).rejects.toThrow(/audit are (never|only)/)
  expect((await list('?subject=thing:kept')).items).toMatchObject([{ after: { n: 1 } }])
  expect(await forgetChanges(app.db, 1)).toBe(0)
  await expect(app.db.deleteFrom('audit').where('id', '=', id).execute()).rejects.toThrow(/only forgotten/)
})

it('has words for every action that is recorded', () => {
  const written = projectFiles('.ts')
    .filter(
      (file) => file.startsWith('server/') && !file.endsWith('.test.ts') && read(file).includes('record-change.ts'),
    )
    .flatMap((file) => [...read(file).matchAll(/'([a-zA-Z]+\.[a-zA-Z_]+)'/g)].map(([, action]) => action!))
    .filter((action) => !action.endsWith('.ts') && auditedSubjects.includes(action.split('.')[0] as AuditedSubject))
  expect(written).toContain('settings.save')
  const known: readonly string[] = auditedActions
  expect(written.filter((action) => !known.includes(action.replace('.', '_')))).toEqual([])
})
