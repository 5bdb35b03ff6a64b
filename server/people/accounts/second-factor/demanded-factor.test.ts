import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { createCodeApp } from '../../../../tests/support/services/code-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createSoftPasskey } from '../../../../tests/support/services/soft-passkey.ts'
import { createFirstAdministrator } from '../users/create-first-administrator.ts'

const ORIGIN = 'https://bees.example.org'
const host = { host: 'bees.example.org', 'x-forwarded-proto': 'https' }
const EMAIL = 'chief@example.org'
const missing = { status: 403, body: { code: 'second_factor_missing' } }

let app: TestApp
let anna: Client
let chief: Client
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: ORIGIN, TRUST_PROXY: 'true', ADMIN_SECOND_FACTOR: '1' })
  anna = asSecure((await app.signIn('anna@example.org')).cookie)
  chief = asSecure((await app.signIn(EMAIL, { admin: true })).cookie)
})
afterEach(() => app.close())

/** A client behind a proxy that speaks https. */
function asSecure(cookie = ''): Client {
  const headers = (more = {}) => ({ cookie, ...host, ...more })
  return {
    ...app.nobody,
    cookie,
    get: (path, more) => app.nobody.get(path, headers(more)),
    post: (path, body, more) => app.nobody.post(path, body, headers(more)),
    delete: (path, more) => app.nobody.delete(path, headers(more)),
  }
}

async function byPassword(code?: string): Promise<Client> {
  const { headers } = await asSecure().post('/user/login', { email: EMAIL, password: sent(PASSWORD), code })
  return asSecure(cookieOf(headers))
}

async function addPasskey(client: Client) {
  const passkey = createSoftPasskey(ORIGIN)
  const response = passkey.register((await client.post('/user/passkey/options')).body.challenge)
  const { status, body } = await client.post('/user/passkey', { response })
  expect(status).toBe(201)
  return { passkey, id: body.id as number }
}

async function turnCodesOn(client: Client) {
  const phone = createCodeApp((await client.post('/user/secondFactor/options')).body.secret)
  expect((await client.post('/user/secondFactor', { code: phone.show(app.clock.now()) })).status).toBe(200)
  app.clock.advance(60_000)
  return { show: () => phone.show(app.clock.now()) }
}

describe('an administrator without a second factor', () => {
  it('signs in with the password, is treated as a beekeeper, and is told what is missing', async () => {
    expect(await asSecure().post('/user/login', { email: EMAIL, password: sent(PASSWORD) })).toMatchObject({
      status: 200,
      body: { admin: false },
    })
    expect((await chief.get('/user/ping')).body).toMatchObject({ admin: false, secondFactorMissing: true })
    expect((await chief.get('/user/secondFactor')).body).toMatchObject({ demanded: true, missing: true })
    expect(await chief.get('/admin/users')).toMatchObject(missing)
    expect(await chief.get('/admin/affiliatedUsers')).toMatchObject(missing)
    expect(await chief.post('/admin/user/1/actAs')).toMatchObject(missing)
    expect((await chief.get('/dashboard')).status).toBe(200)
    const { id } = await app.claim(anna)
    expect((await chief.get(`/controller/${id}`)).status).toBe(404)
  })

  it('has administrator rights at once with one-time codes, in this session and in those started with a code', async () => {
    const { show } = await turnCodesOn(chief)
    expect((await chief.get('/user/ping')).body).toMatchObject({ admin: true, secondFactorMissing: false })
    expect((await chief.get('/admin/users')).status).toBe(200)
    const next = await byPassword(show())
    expect((await next.get('/admin/users')).status).toBe(200)
  })

  it('has administrator rights at once with a passkey, in this session and in those started with it', async () => {
    const { passkey } = await addPasskey(chief)
    expect((await chief.get('/admin/users')).status).toBe(200)
    const { challenge } = (await asSecure().post('/user/login/passkey/options')).body
    const signedIn = await asSecure().post('/user/login/passkey', { response: passkey.signIn(challenge) })
    expect(signedIn).toMatchObject({ status: 200, body: { admin: true } })
    expect((await asSecure(cookieOf(signedIn.headers)).get('/admin/users')).status).toBe(200)
  })
})

it('can neither repeat jobs that its account started with all rights nor fetch their results', async () => {
  const job = { account_id: (await chief.get('/user/ping')).body.userId, input: '{}', due_at: 1, created_at: 1 }
  const rows = [
    { ...job, type: 'EXPORT', status: 'done' },
    { ...job, type: 'NOTIFY_CUSTOMERS', status: 'cancelled' },
  ] as const
  const [file, notice] = await app.db
    .insertInto('job')
    .values([...rows])
    .returning('id')
    .execute()
  expect(await chief.get(`/exports/${file!.id}`)).toMatchObject(missing)
  expect(await chief.post(`/jobs/${notice!.id}/retry`)).toMatchObject(missing)
  expect((await app.db.selectFrom('job').select('status').orderBy('id').execute()).at(-1)).toEqual({
    status: 'cancelled',
  })
})

describe('somebody with the password of an administrator who has a passkey', () => {
  it('cannot add a factor of their own or remove one', async () => {
    const { id } = await addPasskey(chief)
    const thief = await byPassword()
    expect(await thief.get('/admin/users')).toMatchObject(missing)
    expect(await thief.post('/user/secondFactor/options')).toMatchObject(missing)
    expect(await thief.post('/user/secondFactor', { code: '123456' })).toMatchObject(missing)
    expect(await thief.delete('/user/secondFactor')).toMatchObject(missing)
    expect(await thief.post('/user/secondFactor/recoveryCodes')).toMatchObject(missing)
    expect(await thief.post('/user/passkey/options')).toMatchObject(missing)
    expect(await thief.delete(`/user/passkey/${id}`)).toMatchObject(missing)
    expect((await thief.post('/user/confirm', { password: sent(PASSWORD) })).status).toBe(200)
    expect(await thief.post('/user/passkey/options')).toMatchObject(missing)
  })

  it('cannot delete the account', async () => {
    const password = { password: sent(PASSWORD) }
    const early = await byPassword()
    await addPasskey(chief)
    for (const thief of [early, await byPassword()])
      expect(await thief.post('/user/delete', password)).toMatchObject(missing)
    await app.signIn('other-chief@example.org', { admin: true })
    expect((await chief.post('/user/delete', password)).status).toBe(200)
  })

  it('cannot continue anything started before there was one', async () => {
    const early = await byPassword()
    const phone = createCodeApp((await early.post('/user/secondFactor/options')).body.secret)
    const { challenge } = (await early.post('/user/passkey/options')).body
    await addPasskey(chief)
    expect(await early.post('/user/secondFactor', { code: phone.show(app.clock.now()) })).toMatchObject(missing)
    const response = createSoftPasskey(ORIGIN).register(challenge)
    expect(await early.post('/user/passkey', { response })).toMatchObject(missing)
  })

  it('gets no further by the mailbox: a new password keeps the passkey', async () => {
    const { passkey } = await addPasskey(chief)
    await asSecure().post(`/user/passwordReset/request?email=${encodeURIComponent(EMAIL)}`)
    await app.sendMails()
    const token = resetToken(app.mails)
    const password = sent('new bees and honey')
    expect((await asSecure().post(`/user/passwordReset/set?token=${token}&password=${password}`)).status).toBe(200)
    const { headers } = await asSecure().post('/user/login', { email: EMAIL, password })
    const thief = asSecure(cookieOf(headers))
    expect(await thief.get('/admin/users')).toMatchObject(missing)
    expect(await thief.post('/user/passkey/options')).toMatchObject(missing)
    const { challenge } = (await asSecure().post('/user/login/passkey/options')).body
    expect((await asSecure().post('/user/login/passkey', { response: passkey.signIn(challenge) })).status).toBe(200)
  })

  it('has administrator rights once they show it after all', async () => {
    const { passkey } = await addPasskey(chief)
    const owner = await byPassword()
    const { challenge } = (await owner.post('/user/confirm/passkey/options')).body
    expect((await owner.post('/user/confirm/passkey', { response: passkey.signIn(challenge) })).status).toBe(200)
    expect((await owner.get('/admin/users')).status).toBe(200)
  })
})

test('the last second factor cannot be removed while one is required, any other can', async () => {
  const last = { status: 409, body: { code: 'second_factor_last' } }
  const { id } = await addPasskey(chief)
  expect(await chief.delete(`/user/passkey/${id}`)).toMatchObject(last)
  expect((await chief.get('/user/passkey')).body).toHaveLength(1)
  await turnCodesOn(chief)
  expect((await chief.delete(`/user/passkey/${id}`)).status).toBe(200)
  expect(await chief.delete('/user/secondFactor')).toMatchObject(last)
  await addPasskey(chief)
  expect((await chief.delete('/user/secondFactor')).status).toBe(200)
})

test('acting as a user ends with the rights of the administrator’s own session', async () => {
  await turnCodesOn(chief)
  const { body } = await anna.get('/user/ping')
  const acting = asSecure(cookieOf((await chief.post(`/admin/user/${body.userId}/actAs`)).headers))
  expect((await acting.get('/user/ping')).body).toMatchObject({
    userEmail: 'anna@example.org',
    secondFactorMissing: false,
  })
  await app.db.updateTable('session').set({ factor: 'password' }).execute()
  expect((await acting.get('/user/ping')).status).toBe(401)
})

test('returning from acting as a user says what one’s own session may do', async () => {
  await turnCodesOn(chief)
  const { body } = await anna.get('/user/ping')
  const acting = asSecure(cookieOf((await chief.post(`/admin/user/${body.userId}/actAs`)).headers))
  expect(await acting.post('/user/endActAs')).toMatchObject({ status: 200, body: { admin: true } })
})

test('beekeepers, and the excluded administrator, need no second factor', async () => {
  expect((await anna.get('/user/secondFactor')).body).toMatchObject({ demanded: false, missing: false })
  expect((await anna.get('/user/ping')).body.secondFactorMissing).toBe(false)
  const { id } = await addPasskey(anna)
  expect((await anna.delete(`/user/passkey/${id}`)).status).toBe(200)
})

test('beekeepers keep no passkey when a new password is set by mail, as nothing is required of them', async () => {
  const { passkey } = await addPasskey(anna)
  await asSecure().post('/user/passwordReset/request?email=anna%40example.org')
  await app.sendMails()
  const reset = `/user/passwordReset/set?token=${resetToken(app.mails)}&password=${sent('new bees and honey')}`
  expect((await asSecure().post(reset)).status).toBe(200)
  const { challenge } = (await asSecure().post('/user/login/passkey/options')).body
  expect((await asSecure().post('/user/login/passkey', { response: passkey.signIn(challenge) })).status).toBe(401)
})

test('an address made administrator by the settings keeps no codes of whoever had it before', async () => {
  await app.db.updateTable('account').set({ admin: 0 }).execute()
  const { show } = await turnCodesOn(anna)
  const config = { ...app.deps.config, admin: { email: 'anna@example.org', password: 'a new hive of bees' } }
  await createFirstAdministrator({ ...app.deps, config })
  expect(await app.db.selectFrom('one_time_code').selectAll().execute()).toEqual([])
  const login = { email: 'anna@example.org', password: sent('a new hive of bees'), code: show() }
  expect((await asSecure().post('/user/login', login)).status).toBe(200)
})
