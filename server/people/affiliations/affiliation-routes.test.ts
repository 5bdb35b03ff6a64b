import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterAll(() => app.close())

it('two affiliations never differ only in case, accents or spaces', async () => {
  const first = await admin.post('/admin/affiliation', { name: '  Verein\u00a0 Zürich ' })
  expect(first).toMatchObject({ status: 201, body: { name: 'Verein Zürich' } })
  for (const name of ['verein zürich', 'Verein   Zürich', 'Verein Zurich']) {
    const refused = await admin.post('/admin/affiliation', { name })
    expect(refused).toMatchObject({ status: 409, body: { code: 'affiliation_name_taken' } })
  }
  const { id } = (await admin.post('/admin/affiliation', { name: 'Äbi' })).body
  const renamed = await admin.post('/admin/affiliation', { id, name: 'VEREIN ZÜRICH' })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'affiliation_name_taken' } })
  const itself = await admin.post('/admin/affiliation', { id: first.body.id, name: 'VEREIN Zürich' })
  expect(itself).toMatchObject({ status: 200, body: { name: 'VEREIN Zürich' } })
  const { body } = await admin.get('/admin/affiliation')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Äbi', 'VEREIN Zürich'])
})

it('assigning transmitters again changes nothing, and is not listed among the changes again', async () => {
  const { id } = (await admin.post('/admin/affiliation', { name: 'Berg' })).body
  const anna = await app.signIn('anna@example.org')
  const { id: controllerId } = await app.claim(anna)
  const assign = () => admin.post(`/admin/affiliation/${id}/controllers`, { controllerIds: [controllerId] })
  for (let i = 0; i < 2; i++) expect((await assign()).status).toBe(200)
  const entries = await app.db.selectFrom('audit').select(['action', 'subject_type']).execute()
  expect(entries.filter(({ action }) => action === 'affiliation.assign')).toHaveLength(1)
  expect(entries.filter(({ subject_type }) => subject_type === 'call')).toEqual([])
})

it('the change says which transmitters were assigned, and where each belonged before', async () => {
  const [valley, hill] = await Promise.all(
    ['Tal', 'Hügel'].map(async (name) => (await admin.post('/admin/affiliation', { name })).body.id),
  )
  const name = 'Am Bach'
  const { id } = await app.claim(await app.signIn('beat@example.org'), name)
  for (const to of [valley, hill]) await admin.post(`/admin/affiliation/${to}/controllers`, { controllerIds: [id] })
  const { body } = await admin.get('/admin/audit?action=affiliation.assign')
  expect(body.items[0]).toMatchObject({
    before: { controllers: [{ id, name, affiliation: { id: valley, name: 'Tal' } }] },
    after: { controllers: [{ id, name, affiliation: { id: hill, name: 'Hügel' } }] },
  })
  expect(body.items[1].before).toEqual({ controllers: [{ id, name, affiliation: null }] })
})
