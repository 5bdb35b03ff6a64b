import { describe, expect, it } from 'vitest'
import { createTestApp, PASSWORD, sent } from '../../../../tests/support/server/test-app.ts'
import { createFirstAdministrator } from './create-first-administrator.ts'

describe('the first administrator', () => {
  const admin = { ADMIN_EMAIL: 'Admin@example.org', ADMIN_PASSWORD: 'queen bee' }

  it('comes from the configuration, once', async () => {
    const fresh = await createTestApp(admin)
    await createFirstAdministrator(fresh.deps)
    await createFirstAdministrator(fresh.deps)
    const body = { email: 'admin@example.org', password: sent('queen bee') }
    expect((await fresh.nobody.post('/user/login', body)).body).toMatchObject({ admin: true, role: 3 })
    expect(await fresh.db.selectFrom('account').select('id').execute()).toHaveLength(1)
    await fresh.close()
  })

  it('has the language of the page on which it signs in, until its profile is filled in', async () => {
    const fresh = await createTestApp(admin)
    await createFirstAdministrator(fresh.deps)
    const body = { email: 'admin@example.org', password: sent('queen bee') }
    const signInOn = async (language: string) => {
      await fresh.nobody.post('/user/login', body, { 'accept-language': language })
      return (await fresh.db.selectFrom('account').select('language').executeTakeFirstOrThrow()).language
    }
    expect(await signInOn('es')).toBe('es')
    expect(await signInOn('*')).toBe('es')
    await fresh.db.updateTable('account').set({ street: 'Waldweg 1' }).execute()
    expect(await signInOn('fr')).toBe('es')
    await fresh.close()
  })

  it('takes over an account that somebody made at its address before', async () => {
    const squatted = await createTestApp(admin)
    const squatter = await squatted.signIn('admin@example.org')
    const account_id = squatter.accountId
    const passkey = { account_id, credential_id: 'one', public_key: new Uint8Array(1), counter: 0, transports: '[]' }
    await squatted.db
      .insertInto('passkey')
      .values({ ...passkey, name: 'Phone', created_at: 0 })
      .execute()
    const reset = { account_id, token_hash: 'one', created_at: 0, expires_at: Number.MAX_SAFE_INTEGER }
    await squatted.db.insertInto('password_reset').values(reset).execute()
    const lasting = { scopes: '["readings"]', created_at: 0, expires_at: Number.MAX_SAFE_INTEGER }
    await squatted.db
      .insertInto('api_token')
      .values({ account_id, token_hash: 'one', name: 'Script', ...lasting })
      .execute()
    const push = { type: 'push' as const, address: '{}', address_hash: 'one', status: 'active' as const, created_at: 0 }
    await squatted.db
      .insertInto('notification')
      .values({ ...push, account_id, session_id: 'one' })
      .execute()
    await createFirstAdministrator(squatted.deps)
    for (const table of ['passkey', 'password_reset', 'api_token', 'notification'] as const)
      expect(await squatted.db.selectFrom(table).select('id').execute()).toEqual([])
    expect((await squatter.get('/user/ping')).status).toBe(401)
    const login = (typed: string) =>
      squatted.nobody.post('/user/login', { email: 'admin@example.org', password: sent(typed) })
    expect((await login(PASSWORD)).status).toBe(401)
    expect(await login('queen bee')).toMatchObject({ status: 200, body: { admin: true, userId: squatter.accountId } })
    await squatted.close()
  })

  it('is not created if there is an administrator', async () => {
    const running = await createTestApp(admin)
    await running.signIn('anna@example.org', { admin: true })
    await createFirstAdministrator(running.deps)
    expect(await running.db.selectFrom('account').select('id').execute()).toHaveLength(1)
    await running.close()
  })

  it('has no administrator rights at the excluded address', async () => {
    const excluding = await createTestApp({ ADMIN_MENU_EXCLUDED_EMAIL: 'Anna@example.org' })
    const anna = await excluding.signIn('anna@example.org', { admin: true })
    expect((await anna.get('/user/ping')).body.admin).toBe(false)
    expect(await anna.get('/admin/settings')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    await excluding.close()
  })
})
