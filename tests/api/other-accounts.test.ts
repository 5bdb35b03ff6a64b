import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetSecondFactor } from '../../server/people/accounts/second-factor/reset-second-factor.ts'
import { digitalCart, order } from '../support/samples/order-cart.ts'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../support/server/test-app.ts'
import { createCodeApp } from '../support/services/code-app.ts'
import { addMailChannel, mailedCode } from '../support/services/confirm-mail.ts'
import { resetToken } from '../support/services/reset-token.ts'
import { permissions } from './permissions-table.ts'
import { rule } from './rule-sample.ts'

/** A mailbox that both have entered, and neither confirmed. */
const SHARED = 'club@bell.example.org'

type Things = Awaited<ReturnType<typeof furnish>>

let app: TestApp
let admin: Client
let watched: number
let watchCode: string
let anna: Client
let berta: Client
let annas: Things
let bertas: Things
let before: { rows: Record<string, string[]>; answers: unknown }

/** Gives an account one of everything that belongs to somebody. */
async function furnish(client: Client, name: string) {
  const { accountId } = client
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const { id: controller, imei, imsi, deviceKey } = await app.claim(client, name)
  const scale = await app.addScale(client, controller)
  const key = { authorization: `Bearer ${deviceKey}` }
  const time = new Date(app.clock.now() - 3_600_000).toISOString()
  const readings = [{ time, channel: 1, weight: 40 }]
  await app.nobody.post('/ingest', { imei, imsi, readings }, key)
  await app.deps.ingest.settled()
  await made('/controller/watches', { code: watchCode })
  for (const idcontroller of [controller, watched])
    await made(`/notification/mute?idcontroller=${idcontroller}`, { notificationType: 'swarm', enddate: null })
  await made(`/controller/${controller}/watchCode`, {})
  await made(`/controller/${controller}/channel/2/calibration`, { offset: 0, multiplier: 0.0001 })
  const into = { target: 'raw', address: `https://${name}.example.org/in` }
  const { id: forwarding } = await made(`/controller/${controller}/channel/1/forwarding`, into)
  const notification = await addMailChannel(app, client, `${name}@bell.example.org`)
  await made('/notification', { type: 'email', address: SHARED })
  const { id: share } = await made('/share', { type: 'livefeed', scales: [scale] })
  const { id: apiToken } = await made('/user/apiToken', { name: 'Sheet', scopes: ['scales'], days: 1 })
  const { id: ruleId } = await made('/rule', rule)
  await made('/season/digest', { way: 'email', weekday: 5 })
  const { id: job } = await made('/jobs', { type: 'EXPORT', scales: [scale], format: 'json' })
  await app.jobs.idle()
  const { id: intervention } = await made('/intervention', { scaleId: scale, label: 'harvest', time })
  const { id: visit } = await made('/visit', { id: app.deps.ids.uuid(), controllerId: controller, startedAt: time })
  const { body: secret } = await client.post('/user/secondFactor/options')
  const phone = createCodeApp(secret.secret)
  await made('/user/secondFactor', { code: phone.show(app.clock.now()) })
  const upload = { account_id: accountId, name: `${name}.csv`, bytes: 1, encoding: 'utf-8', lines: '[]', created_at: 1 }
  const { id: imported } = await app.db
    .insertInto('import')
    .values({ ...upload, status: 'undone' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const passkey = { credential_id: name, public_key: new Uint8Array(), counter: 0, transports: '[]', name: 'Phone' }
  const { id: passkeyId } = await app.db
    .insertInto('passkey')
    .values({ ...passkey, account_id: accountId, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = Math.floor(app.clock.now() / 1000)
  const percent = { own_confidence_percent: 90, own_why: '[]', confidence_percent: 90, why: '[]', detected_at: now }
  const found = { status: 'open', started_at: now, ...percent } as const
  const { id: alarm } = await app.db
    .insertInto('alarm')
    .values({ ...found, controller_id: controller, scale_id: scale, type: 'swarm' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // a rule of one’s own rings at a hive that both watch
  await app.db
    .insertInto('alarm')
    .values({ ...found, controller_id: watched, type: 'rule', rule_id: String(ruleId), account_id: accountId })
    .execute()
  await order(client, digitalCart)
  const { id: orderKey } = await app.db
    .insertInto('order_key')
    .values({ key_hash: name, term_years: 1, term_days: 0, uses_left: 0, source: 'script', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const term = { term_years: 1, term_days: 0, extra_days: 0, end_before: 0, ends_at: 1, redeemed_at: 0 }
  await app.db
    .insertInto('order_key_redemption')
    .values({ ...term, order_key_id: orderKey, controller_id: controller, account_id: accountId, owner_id: accountId })
    .execute()
  await app.nobody.post(`/user/passwordReset/request?email=${name}@example.org`)
  await app.sendMails()
  await app.db
    .insertInto('mail')
    .values({
      ...{ recipient: `${name}@example.org`, subject: 'Your week', text: 'x', unsubscribe: 'https://example.org' },
      ...{ state: 'due', due_at: app.clock.now() + 3_600_000, expires_at: app.clock.now() + 7_200_000, created_at: 0 },
    })
    .execute()
  const { body: sessions } = await client.get('/user/sessions')
  return {
    ...{
      anna: accountId,
      address: `${name}@example.org`,
      controller,
      scale,
      forwarding,
      notification,
      webhook: notification,
      share,
      apiToken,
      job,
      export: job,
    },
    ...{ rule: ruleId, intervention, visit, import: imported, passkey: passkeyId, alarm, session: sessions[0].id },
  }
}

/** The stored rows that name an account, its transmitter or its scale. */
async function rowsOf({ anna: account, address, controller, scale }: Things) {
  const owner: Record<string, readonly unknown[]> = {
    account_id: [account],
    owner_id: [account],
    recipient: [address],
    controller_id: [controller],
    scale_id: [scale, -controller],
  }
  const found: Record<string, string[]> = {}
  for (const { name, columns } of await app.db.introspection.getTables()) {
    const naming = columns.filter((column) => column.name in owner)
    if (naming.length === 0) continue
    const rows = await app.db
      .selectFrom(name as 'scale')
      .selectAll()
      .where(({ eb, or }) => or(naming.map((column) => eb(column.name as 'id', 'in', owner[column.name] as number[]))))
      .execute()
    found[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return found
}

/** What each call that only reads answers to an account about its own things. */
async function answersTo(client: Client, things: Things) {
  const { signedIn, read, write, pass, private: own, supervised, account } = permissions
  const calls = Object.entries({
    ...signedIn,
    ...read,
    ...write,
    ...pass,
    ...own,
    ...supervised,
    ...account,
  })
  const answers: Record<string, unknown> = {}
  for (const [name, { path = name.slice('GET /api'.length) }] of calls) {
    if (!name.startsWith('GET ') || path === '/events') continue
    const { status, body } = await client.get(path.replaceAll(/\{(\w+)\}/g, (_, of) => String(things[of as 'scale'])))
    answers[path] = { status, body }
  }
  for (const path of ['/admin/user/{anna}', '/user/{anna}/scales'])
    answers[`an administrator: ${path}`] = (await admin.get(path.replace('{anna}', String(things.anna)))).body
  return answers
}

beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  const carl = await app.signIn('carl@example.org')
  watched = (await app.claim(carl, 'Moos')).id
  watchCode = (await carl.post(`/controller/${watched}/watchCode`, {})).body.watchCode
  admin = await app.signIn('admin@example.org', { admin: true })
  berta = await app.signIn('berta@example.org')
  bertas = await furnish(berta, 'berta')
  before = { rows: await rowsOf(bertas), answers: await answersTo(berta, bertas) }
  anna = await app.signIn('anna@example.org')
  annas = await furnish(anna, 'anna')
})
afterAll(() => app.close())

async function confirmShared() {
  const listed: { id: number; address: string }[] = (await anna.get('/notification')).body
  const { id } = listed.find(({ address }) => address === SHARED)!
  return anna.post(`/notification/${id}/confirm`, { code: await mailedCode(app, SHARED) })
}

/** In this order: each leaves what the next ones need. */
const deeds: [string, () => Promise<unknown>][] = [
  ['renews her watch code', () => anna.post(`/controller/${annas.controller}/watchCode`, {})],
  ['says how it ended', () => anna.post(`/alarm/${annas.alarm}`, { verdict: 'false' })],
  ['unmutes', () => anna.post(`/notification/unmute?idcontroller=${watched}&notificationType=swarm`)],
  ['ends a watch', () => anna.delete(`/controller/watches/${watchCode}`)],
  ['brings it back', () => anna.post('/controller/watches', { code: watchCode })],
  ['renames her hive', () => anna.post(`/scale/${annas.scale}`, { name: 'Linden' })],
  ['calibrates', () => anna.post(`/scale/${annas.scale}/calibration`, { offset: 1, multiplier: 2 })],
  ['stops the digest', () => anna.post('/season/digest', { way: null, weekday: 5 })],
  ['pauses forwarding', () => anna.post(`/controller/forwarding/${annas.forwarding}`, { paused: true })],
  ['confirms a mailbox', confirmShared],
  ['removes a forwarding', () => anna.delete(`/controller/forwarding/${annas.forwarding}`)],
  ['removes a share', () => anna.delete(`/share/${annas.share}`)],
  ['removes a rule', () => anna.delete(`/rule/${annas.rule}`)],
  ['ends a visit', () => anna.post(`/visit/${annas.visit}`, { endedAt: new Date(app.clock.now()).toISOString() })],
  ['removes a visit', () => anna.delete(`/visit/${annas.visit}`)],
  ['removes an entry', () => anna.delete(`/intervention/${annas.intervention}`)],
  ['chooses for a channel', () => anna.post(`/notification/${annas.notification}`, { alarmTypes: ['swarm'] })],
  ['removes a channel', () => anna.post(`/notification/${annas.notification}/remove`)],
  ['archives', () => anna.post(`/controller/${annas.controller}/channel/1/archive`)],
  ['revokes a token', () => anna.delete(`/user/apiToken/${annas.apiToken}`)],
  ['removes a passkey', () => anna.delete(`/user/passkey/${annas.passkey}`)],
  ['renews recovery codes', () => anna.post('/user/secondFactor/recoveryCodes')],
  ['turns codes off', () => anna.delete('/user/secondFactor')],
  ['signs out elsewhere', () => anna.delete('/user/sessions')],
  ['changes language', () => anna.post('/user/language', { language: 'fr' })],
  ['changes her profile', () => anna.post('/user/profile', { firstname: 'Anna', zip: '3000' })],
  [
    'changes her password',
    () => anna.post('/user/password', { password: sent('a new secret'), currentPassword: sent(PASSWORD) }),
  ],
]

it('no mail to somebody tells of what another account has', () => {
  const texts = app.mails.flatMap(({ to, text }) => (to.startsWith('anna@') ? [text] : []))
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(text).not.toMatch(/berta/i)
})

describe('nothing of another account changes when somebody', () => {
  it('gets everything that an account can have', async () => {
    expect(await rowsOf(bertas)).toEqual(before.rows)
    expect(await answersTo(berta, bertas)).toEqual(before.answers)
  })

  it.each(deeds)('%s', async (_, act) => {
    const answer = await act()
    expect((answer as { status: number }).status, JSON.stringify(answer)).toBeLessThan(300)
    expect(await rowsOf(bertas)).toEqual(before.rows)
  })

  it('sets a password by a link, after which nothing else lets in', async () => {
    await app.nobody.post('/user/passwordReset/request?email=anna@example.org')
    await app.sendMails()
    const token = resetToken(app.mails.filter(({ to }) => to === 'anna@example.org'))
    const set = await app.nobody.post(`/user/passwordReset/set?token=${token}&password=${sent(PASSWORD)}`)
    expect(set.status).toBe(200)
    expect(await rowsOf(bertas)).toEqual(before.rows)
  })

  it('loses a second factor, and deletes the account', async () => {
    await resetSecondFactor(app.deps, 'anna@example.org')
    const login = { email: 'anna@example.org', password: sent(PASSWORD) }
    const { headers } = await app.nobody.post('/user/login', login)
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!
    expect((await app.nobody.post('/user/delete', { password: sent(PASSWORD) }, { cookie })).status).toBe(200)
    await app.removal.idle()
    expect(await rowsOf(bertas)).toEqual(before.rows)
    expect(await answersTo(berta, bertas)).toEqual(before.answers)
    const { mail, ...left } = await rowsOf(annas)
    expect(mail, 'the confirmation').toHaveLength(1)
    const kept = Object.entries(left).filter(([, rows]) => rows.length > 0)
    expect(kept.map(([table]) => table)).toEqual([])
  })
})
