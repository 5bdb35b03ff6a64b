import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { tellNewKey } from './tell-new-key.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

it('a new key is normal for a new database, and a warning for one that is in use', async () => {
  const warn = vi.fn()
  const deps = { ...app.deps, logger: { ...app.deps.logger, warn } }
  await app.signIn('anna@example.org')
  await tellNewKey(deps)
  expect(warn).not.toHaveBeenCalled()
  await app.signIn('admin@example.org', { admin: true })
  await tellNewKey(deps)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { folder: app.deps.config.filesDir },
    expect.stringContaining('secret.key was missing'),
  )
})
