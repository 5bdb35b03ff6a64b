import { createECDH, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'

const EMAIL = 'anna@example.org'
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36'

let app: TestApp
let home: Client

beforeEach(async () => {
  app = await createTestApp()
  home = await app.signIn(EMAIL)
})
afterEach(() => app.close())

async function signInOnPhone(cookie = '') {
  const body = { email: EMAIL, password: sent(PASSWORD) }
  const { headers } = await app.nobody.post('/user/login', body, { 'user-agent': phone, cookie })
  return { cookie: cookieOf(headers), 'user-agent': phone }
}

const address = (device: string) => {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return JSON.stringify({ endpoint: `https://push.example.org/send/${device}`, keys })
}
/** Turns alarms on, as a device does, or reports at its start that they are on. */
async function ringOn(device: string, headers = { cookie: home.cookie! } as Record<string, string>) {
  const { body } = await app.request('POST', '/notification', {
    body: { type: 'push', address: address(device), name: device },
    headers,
  })
  return body.id as number
}
const ringing = async (client = home) =>
  (await client.get('/notification')).body.map(({ name }: { name: string }) => name)
const phoneSession = async () =>
  (await home.get('/user/sessions')).body.find(({ thisDevice }: { thisDevice: boolean }) => !thisDevice).id

it('no longer rings after somebody signs it out elsewhere', async () => {
  await ringOn('desk')
  await ringOn('phone', await signInOnPhone())
  const berta = await app.signIn('berta@example.org')
  expect((await berta.delete(`/user/sessions/${await phoneSession()}`)).status).toBe(404)
  expect(await ringing()).toEqual(['desk', 'phone'])
  expect((await home.delete(`/user/sessions/${await phoneSession()}`)).status).toBe(200)
  expect(await ringing()).toEqual(['desk'])
})

it('no longer rings after all others are signed out, and neither do devices whose sign-in nobody knows', async () => {
  await ringOn('desk')
  await ringOn('phone', await signInOnPhone())
  const old = await ringOn('old')
  await app.db.updateTable('notification').set({ session_id: null }).where('id', '=', old).execute()
  await home.post('/notification', { type: 'webhook', address: 'https://bees.example.org/hook', name: 'house' })
  const berta = await app.signIn('berta@example.org')
  await ringOn('of Berta', { cookie: berta.cookie! })
  expect((await home.delete('/user/sessions')).body.message).toBe('One other device signed out; it no longer rings.')
  expect(await ringing()).toEqual(['desk', 'house'])
  expect(await ringing(berta)).toEqual(['of Berta'])
})

it('belongs to the session in which it last reported, also after signing in again', async () => {
  const first = await signInOnPhone()
  const id = await ringOn('phone', first)
  await signInOnPhone(first.cookie)
  const sessions = await app.db.selectFrom('session').select('id').where('user_agent', '=', phone).execute()
  const channel = () =>
    app.db.selectFrom('notification').select('session_id').where('id', '=', id).executeTakeFirstOrThrow()
  expect([await channel()]).toEqual(sessions.map((session) => ({ session_id: session.id })))
  await app.db.updateTable('notification').set({ session_id: 'over' }).execute()
  const second = await signInOnPhone()
  await ringOn('phone', second)
  await home.delete('/user/sessions')
  expect(await ringing()).toEqual([])
})

it('no longer rings after an administrator signs its owner out, who is told', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  await ringOn('phone', await signInOnPhone())
  await home.post('/notification', { type: 'webhook', address: 'https://bees.example.org/hook', name: 'house' })
  const reply = await admin.post(`/admin/user/${home.accountId}/signOut`)
  expect(reply.body).toMatchObject({ ended: 2, message: 'Signed out of 2 devices, which no longer ring.' })
  const left = await app.db.selectFrom('notification').select('name').execute()
  expect(left).toEqual([{ name: 'house' }])
  await app.sendMails()
  expect(app.mails).toMatchObject([{ to: EMAIL, subject: 'You were signed out everywhere' }])
  await admin.post(`/admin/user/${home.accountId}/signOut`)
  await app.sendMails()
  expect(app.mails).toHaveLength(1)
})

it('goes on ringing after a new password, and the mail about that names it', async () => {
  await ringOn('desk')
  await ringOn('', await signInOnPhone())
  await home.post('/notification', { type: 'webhook', address: 'https://bees.example.org/secret' })
  await home.post('/notification', { type: 'email', address: 'else@example.org' })
  const password = sent('as good as honey')
  expect((await home.post('/user/password', { password, currentPassword: sent(PASSWORD) })).status).toBe(200)
  expect(await ringing()).toEqual(['desk', '', '', ''])
  await app.sendMails()
  const mail = app.mails.find(({ subject }) => subject === 'Your password was changed')
  expect(mail?.text).toContain(
    'Alarms still go to desk, Chrome · Android and Webhook. If one of these is not yours, remove it under Settings, Notifications.',
  )
})
