import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { isPostgres } from '../../../../tests/support/server/test-database.ts'
import { updateAccount } from '../account-queries.ts'
import { viewerOf } from '../viewer-of.ts'
import { editUser } from './edit-user.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

it.runIf(isPostgres)('leaves alone what the user saves at the same moment', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  const anna = await app.signIn('anna@example.org')
  let hasMoved = false
  const moving = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!hasMoved) {
        hasMoved = true
        await updateAccount(app.db, anna.accountId, { street: 'Neugasse 2' })
      }
      return result
    },
  })
  const deps = { ...app.deps, database: { ...app.deps.database, db: moving } }
  await editUser(deps, (await viewerOf(app.deps, admin.accountId))!, anna.accountId, { role: 2, city: 'Bern' })
  const { body } = await admin.get(`/admin/user/${anna.accountId}`)
  expect(body).toMatchObject({ role: 2, profile: { street: 'Neugasse 2', city: 'Bern' } })
})
