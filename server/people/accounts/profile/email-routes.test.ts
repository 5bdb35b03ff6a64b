import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { addMailChannel, mailedCode } from '../../../../tests/support/services/confirm-mail.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { MailRefused, MailServerSilent } from '../../../platform/adapters/mailer.ts'

const OLD = 'anna@example.org'
const NEW = 'anna@bees.example.org'

let app: TestApp
let anna: Client
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', ADMIN_MENU_EXCLUDED_EMAIL: 'none@example.org' })
  anna = await app.signIn(OLD)
})
afterEach(() => app.close())

const ask = (client: Client, email = NEW) => client.post('/user/email', { email })
const confirm = (client: Client, code: string, email = NEW) => client.post('/user/email/confirm', { email, code })
const login = (email: string) => app.nobody.post('/user/login', { email, password: sent(PASSWORD) })

it('is changed with the code sent to the new address, and the old one is notified', async () => {
  expect((await ask(anna, ' Anna@Bees.example.org ')).status).toBe(200)
  expect((await login(OLD)).status).toBe(200)
  const code = await mailedCode(app, NEW)
  expect(await confirm(anna, code)).toMatchObject({ status: 200, body: { userEmail: NEW } })
  expect((await anna.get('/user/ping')).body.userEmail).toBe(NEW)
  expect((await login(NEW)).status).toBe(200)
  expect((await login(OLD)).status).toBe(401)
  await app.sendMails()
  expect(app.mails.at(-1)).toMatchObject({ to: OLD, subject: 'Your e-mail address was changed' })
  expect(app.mails.at(-1)?.text).toContain(NEW)
  const entries = await app.db.selectFrom('audit').select(['action', 'before', 'after']).execute()
  expect(entries).toEqual([{ action: 'user.changeEmail', before: `{"email":"${OLD}"}`, after: `{"email":"${NEW}"}` }])
})

it('ends the links for a new password that went to the old address', async () => {
  await app.nobody.post(`/user/passwordReset/request?email=${encodeURIComponent(OLD)}`)
  await app.sendMails()
  const token = resetToken(app.mails)
  await ask(anna)
  await confirm(anna, await mailedCode(app, NEW))
  expect((await app.nobody.get(`/user/passwordReset/check?token=${token}`)).status).toBe(404)
})

describe('the channel that mails alarms to the old address', () => {
  const change = async (email: string) => {
    await ask(anna, email)
    expect((await confirm(anna, await mailedCode(app, email), email)).status).toBe(200)
  }
  const channels = async () =>
    (await anna.get('/notification')).body.map(({ name, address, status }: Record<string, unknown>) => [
      ...[name, address],
      status,
    ])

  it('mails them to the new one', async () => {
    const id = await addMailChannel(app, anna, OLD)
    await anna.post(`/notification/${id}`, { name: 'mine' })
    await app.db.updateTable('notification').set({ status: 'failing', failing_since: 1 }).execute()
    await change(NEW)
    expect(await channels()).toEqual([['mine', NEW, 'active']])
    const again = await anna.post('/notification', { type: 'email', address: NEW })
    expect(again, 'a second one').toMatchObject({ status: 409, body: { code: 'combination_exists' } })
  })

  it('stays as it is if it belongs to somebody else', async () => {
    const berta = await app.signIn('berta@example.org')
    await addMailChannel(app, berta, OLD)
    await change(NEW)
    expect((await berta.get('/notification')).body).toMatchObject([{ address: OLD, status: 'active' }])
  })

  it('stays as it is if it has ended', async () => {
    await addMailChannel(app, anna, OLD)
    await app.db.updateTable('notification').set({ status: 'ended', ended_at: 1 }).execute()
    await change(NEW)
    expect(await channels()).toEqual([['', OLD, 'ended']])
  })

  it('stays as it is if the new one has a channel of its own', async () => {
    await addMailChannel(app, anna, OLD)
    await addMailChannel(app, anna, NEW)
    await change(NEW)
    const both = [NEW, OLD].map((address) => ['', address, 'active'])
    expect((await channels()).toSorted()).toEqual(both)
  })
})

it('accepts a code only for its own address and account, with five attempts, and once', async () => {
  const berta = await app.signIn('berta@example.org')
  await ask(anna)
  const code = await mailedCode(app, NEW)
  const refused = { status: 400, body: { code: 'code_wrong' } }
  expect(await confirm(berta, code)).toMatchObject(refused)
  expect(await confirm(anna, code, 'other@example.org')).toMatchObject(refused)
  for (let i = 0; i < 5; i++)
    expect(await confirm(anna, code === '000000' ? '000001' : '000000')).toMatchObject(refused)
  expect(await confirm(anna, code)).toMatchObject(refused)
  await ask(anna)
  const next = await mailedCode(app, NEW)
  expect((await confirm(anna, next)).status).toBe(200)
  expect(await confirm(anna, next)).toMatchObject({ status: 400, body: { code: 'no_changes' } })
})

it('says that an address is taken only to those who read its mail, and then changes nothing', async () => {
  await app.signIn(NEW)
  expect((await ask(anna)).status).toBe(200)
  expect(await confirm(anna, await mailedCode(app, NEW))).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect((await anna.get('/user/ping')).body.userEmail).toBe(OLD)
  await app.sendMails()
  expect(app.mails.map(({ to }) => to)).not.toContain(OLD)
  expect(await app.db.selectFrom('audit').selectAll().execute()).toEqual([])
})

it('goes to one of two who want the same address at the same moment', async () => {
  const berta = await app.signIn('berta@example.org')
  await ask(anna)
  const annas = await mailedCode(app, NEW)
  await ask(berta)
  const bertas = await mailedCode(app, NEW)
  const answers = await Promise.all([confirm(anna, annas), confirm(berta, bertas)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('requires a recently confirmed identity, and refuses those who act as a user', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  const acting = (await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers.getSetCookie()[0]!.split(';')[0]!
  expect(await app.nobody.post('/user/email', { email: NEW }, { cookie: acting })).toMatchObject({
    status: 403,
    body: { code: 'not_while_acting' },
  })
  app.clock.advance(10 * 60_000 + 1)
  expect(await ask(anna)).toMatchObject({ status: 403, body: { code: 'confirm_identity' } })
  expect(await confirm(anna, '123456')).toMatchObject({ status: 403, body: { code: 'confirm_identity' } })
})

it('cannot be changed to or from the address excluded from administration', async () => {
  const none = await app.signIn('none@example.org', { admin: true })
  const forbidden = { status: 403, body: { code: 'forbidden' } }
  expect(await ask(none)).toMatchObject(forbidden)
  expect(await confirm(none, '123456')).toMatchObject(forbidden)
  expect(await ask(anna, 'none@example.org')).toMatchObject(forbidden)
})

it('is refused if no mail can be sent, and for the current address', async () => {
  expect(await ask(anna, OLD)).toMatchObject({ status: 400, body: { code: 'no_changes' } })
  app.deps.mailer.available = false
  expect(await ask(anna)).toMatchObject({ status: 503, body: { code: 'mail_unavailable' } })
})

it('reports the state of the mail with the code, only to those who requested it', async () => {
  const berta = await app.signIn('berta@example.org')
  const outcome = async (client = anna) => (await client.get(`/user/email?email=${NEW.toUpperCase()}`)).body
  expect(await outcome()).toEqual({ state: 'none', reason: null })
  const { send } = app.deps.mailer
  app.deps.mailer.send = () => Promise.reject(new MailServerSilent('no answer'))
  await ask(anna)
  expect(await outcome()).toEqual({ state: 'due', reason: null })
  await app.sendMails()
  expect(await outcome()).toEqual({ state: 'due', reason: 'no answer' })
  app.deps.mailer.send = () => Promise.reject(new MailRefused('550 no such user'))
  await ask(anna)
  await app.sendMails()
  expect(await outcome()).toEqual({ state: 'refused', reason: '550 no such user' })
  expect(await outcome(berta)).toEqual({ state: 'none', reason: null })
  app.deps.mailer.send = send
  await ask(anna)
  await app.sendMails()
  expect(await outcome()).toEqual({ state: 'sent', reason: null })
})

it('fills nobody’s mailbox', async () => {
  const answers = []
  for (let i = 0; i < 6; i++) {
    answers.push((await ask(anna, NEW)).status)
    app.clock.advance(20_000)
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  await app.sendMails()
  expect(app.mails.filter(({ to }) => to === NEW)).toHaveLength(5)
})

it('mails one code however often the button is pressed, and another one later', async () => {
  for (let i = 0; i < 12; i++) expect((await ask(anna)).status).toBe(200)
  app.clock.advance(20_000)
  expect((await ask(anna)).status).toBe(200)
  await app.sendMails()
  expect(app.mails.filter(({ to }) => to === NEW)).toHaveLength(2)
})
