import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterAll(() => app.close())

const names = ['Ähre 9', 'Stand 2', 'Stand 2b', 'Stand 02 c', 'Stand 10', 'Stand 10 a 3', 'Stand 10 a 20', 'Stand 100']
const sorted = names.toSorted(new Intl.Collator('en', { numeric: true }).compare)

test('transmitters are listed as people count, on every page', async () => {
  await sql`delete from controller`.execute(app.db)
  for (const name of ['356938000643809', '356938035643809', ...names.toReversed()]) await app.claim(admin, name)
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await admin.get(`/admin/controllers?sort=name&limit=3${cursor && `&cursor=${cursor}`}`)
    found.push(...body.items.map(({ name }: { name: string }) => name))
    cursor = body.nextCursor
  }
  expect(found).toEqual(['356938000643809', '356938035643809', ...sorted])
})

test('so are users and affiliations', async () => {
  for (const name of names.toReversed()) await admin.post('/admin/affiliation', { name })
  const { body } = await admin.get('/admin/affiliation')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(sorted)
  for (const lastname of ['Ten 10', 'Ten 9']) {
    const { accountId } = await app.signIn(`${lastname.replace(' ', '')}@example.org`.toLowerCase())
    await app.db.updateTable('account').set({ lastname }).where('id', '=', accountId).execute()
  }
  const users = (await admin.get('/admin/users?sort=name')).body.items.map(({ email }: { email: string }) => email)
  expect(users.slice(-2)).toEqual(['ten9@example.org', 'ten10@example.org'])
})
