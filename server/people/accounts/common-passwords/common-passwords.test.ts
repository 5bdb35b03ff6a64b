import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createFirstAdministrator } from '../users/create-first-administrator.ts'
import { isCommonPassword, PREFIX_BYTES } from './common-passwords.ts'

let app: TestApp
afterEach(() => app?.close())

it.each(['', '123456', 'password', 'qwerty', 'iloveyou', 'letmein', '1234567890', 'bonjour'])('knows %j', (typed) => {
  expect(isCommonPassword(sent(typed))).toBe(true)
})

it.each([PASSWORD, 'bienenkönigin', 'queen bee', 'a swarm in May', 'Wabenhonig 2026'])('does not know %j', (typed) => {
  expect(isCommonPassword(sent(typed))).toBe(false)
})

it('holds ten thousand and the empty one, in order', () => {
  const bytes = readFileSync(path.join(import.meta.dirname, 'hashes.bin'))
  const count = bytes.length / PREFIX_BYTES
  expect(count).toBe(10_001)
  const all = Array.from({ length: count }, (_, at) =>
    bytes.toString('hex', at * PREFIX_BYTES, (at + 1) * PREFIX_BYTES),
  )
  expect(all).toEqual([...new Set(all)].sort())
})

it('is refused as a new password, but still works if it was set before', async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  const refused = { status: 400, body: { code: 'password_too_common' } }
  const registration = { email: 'anna@example.org', password: sent('letmein'), acceptTerms: true }
  expect(await app.nobody.post('/registration/user', registration)).toMatchObject(refused)
  const anna = await app.signIn('anna@example.org')
  const change = { password: sent(''), currentPassword: sent(PASSWORD) }
  expect(await anna.post('/user/password', change)).toMatchObject(refused)
  await app.nobody.post('/user/passwordReset/request?email=anna@example.org')
  await app.sendMails()
  const token = resetToken(app.mails)
  const set = (typed: string) => app.nobody.post(`/user/passwordReset/set?token=${token}&password=${sent(typed)}`)
  expect(await set('password')).toMatchObject(refused)
  expect((await set('a swarm in May')).status).toBe(200)
  const password_hash = await app.deps.passwords.hash(sent('letmein'))
  await app.db.updateTable('account').set({ password_hash }).execute()
  expect((await app.nobody.post('/user/login', { email: 'anna@example.org', password: sent('letmein') })).status).toBe(
    200,
  )
})

it('is refused for a first administrator, but does not stop a server that has one', async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'chief@example.org', ADMIN_PASSWORD: 'password1' })
  await expect(createFirstAdministrator(app.deps)).rejects.toThrow(/ADMIN_PASSWORD/)
  await app.signIn('anna@example.org', { admin: true })
  await createFirstAdministrator(app.deps)
})
