import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Locale } from '#domain/platform/locale.ts'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../tests/support/server/test-app.ts'
import { createMailer } from '../../platform/adapters/mailer.ts'
import { createMailLoop } from '../../platform/mails/mail-loop.ts'
import { createWeekTelling } from './tell-weeks.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const origin = 'https://hives.example.org'

let station: DeliveryStation
let anna: Client
let weekday: number
let hour: number
let place: Awaited<ReturnType<DeliveryStation['app']['claim']>>

/** Sends hourly readings of thirty days up to now: Linden gains for five days, Maple nothing. */
async function send() {
  const { app } = station
  const readings = []
  for (let time = app.clock.now() - 30 * DAY_MS; time <= app.clock.now(); time += HOUR_MS) {
    const gained = Math.max(0, 5 - (app.clock.now() - time) / DAY_MS)
    const at = new Date(time).toISOString()
    readings.push({ time: at, channel: 1, weight: 40 + Math.round(1200 * gained) / 1000 })
    readings.push({ time: at, channel: 2, weight: 30 })
  }
  const { imei, imsi, deviceKey } = place
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
}

beforeEach(async () => {
  station = await openDeliveryStation({ PUBLIC_URL: origin })
  const { app } = station
  anna = await app.signIn('anna@example.org')
  place = await app.claim(anna)
  await anna.post(`/controller/${place.id}`, { name: 'Orchard' })
  await app.addScale(anna, place.id, 1, { name: 'Linden <b>' })
  await app.addScale(anna, place.id, 2, { name: 'Maple' })
  await send()
  const now = new Date(app.clock.now())
  weekday = now.getUTCDay() || 7
  hour = now.getUTCHours()
})
afterEach(() => station.close())

const tellBy = (deps: object = {}) =>
  createWeekTelling({ ...station.app.deps, wakeMails: () => undefined, wakeDeliveries: () => undefined, ...deps })()
const tell = () => tellBy()
const mails = () => station.app.db.selectFrom('mail').selectAll().where('unsubscribe', 'is not', null).execute()
const digest = async () => (await anna.get('/season/digest')).body
/** Chooses a time some minutes before now, so that the summary is due as soon as a week has passed. */
const choose = (change: object, by = anna) => by.post('/season/digest', { weekday, hour, timeZone: 'UTC', ...change })
/** Makes the summary due: what is chosen now comes next week. */
async function aWeekLater() {
  station.app.clock.advance(7 * DAY_MS)
}
const request = (path: string, init: object = {}) =>
  station.app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    ...init,
  })
const endOf = (mail: { unsubscribe: string | null }) => {
  const { pathname, search } = new URL(mail.unsubscribe!)
  return pathname + search
}

describe('the week', () => {
  test('is told only to those who asked for it', async () => {
    expect(await digest()).toEqual({ way: null, weekday: 1, hour: 7, timeZone: 'Europe/Zurich', notAsked: false })
    await choose({ notAsked: true })
    await aWeekLater()
    await tell()
    expect(await mails()).toEqual([])
    expect(await digest()).toMatchObject({ way: null, notAsked: true })
  })

  test("comes by mail with what is to be done and each hive's gain", async () => {
    expect((await choose({ way: 'email' })).body).toMatchObject({ way: 'email', notAsked: true })
    await tell()
    expect(await mails()).toEqual([])
    await aWeekLater()
    await send()
    await tell()
    const [mail] = await mails()
    expect(mail).toMatchObject({ recipient: 'anna@example.org', subject: 'Your bees this week: 1 hive needs you' })
    expect(mail!.text).toMatch(/Orchard\nFlow began on \d+ May, \+1\.\d\skg a day: put a super on .*\. \(Linden <b>\)/)
    expect(mail!.text).toMatch(/- Linden <b>: \+\d\.\d\skg this week\.\n- Maple: 0\.0\skg this week\. /)
    expect(mail!.text).toContain('not counting what was added or removed by hand')
    expect(mail!.text).toContain(`Stop these mails: ${mail!.unsubscribe}`)
    expect(mail!.html).toContain('Linden &lt;b&gt;')
    const mailer = createMailer({ smtpUrl: station.mailServer.url, mailFrom: 'hivewatch@example.org' })
    const loop = createMailLoop({ ...station.app.deps, mailer })
    loop.wake()
    await loop.idle()
    expect(station.mailServer.received.at(-1)!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    await loop.stop()
  })

  test('comes once a week, despite crashes and however many servers check', async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    await Promise.all([tell(), tell()])
    await tell()
    expect(await mails()).toHaveLength(1)
    await aWeekLater()
    await tell()
    expect(await mails()).toHaveLength(2)
  })

  test('comes once if the server was off for weeks', async () => {
    await choose({ way: 'email' })
    for (let week = 0; week < 5; week++) await aWeekLater()
    for (let hours = 0; hours < 48; hours++) {
      station.app.clock.advance(HOUR_MS)
      await tell()
    }
    expect(await mails()).toHaveLength(1)
  })

  test('comes again after a clock that was years ahead', async () => {
    await choose({ way: 'email' })
    await station.app.db
      .updateTable('season_digest')
      .set({ last_at: station.app.clock.now() + 900 * DAY_MS })
      .execute()
    await aWeekLater()
    await tell()
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('waits for a trusted clock, and for a server that sends mail', async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    await tellBy({ clock: { ...station.app.clock, isTrusted: () => false } })
    await tellBy({ mailer: { ...station.app.deps.mailer, available: false } })
    expect(await mails()).toEqual([])
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('interrupted by a crash is told by the next check', async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    await station.app.db.schema.alterTable('mail').renameTo('gone').execute()
    await tell()
    await station.app.db.schema.alterTable('gone').renameTo('mail').execute()
    station.app.clock.advance(HOUR_MS)
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('is not sent to deactivated or deleted accounts, and goes to the current address', async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    const account = () => station.app.db.updateTable('account').where('id', '=', anna.accountId)
    await account().set({ active: 0 }).execute()
    await tell()
    expect(await mails()).toEqual([])
    await account().set({ active: 1, email: 'anna@example.net' }).execute()
    await tell()
    expect(await mails()).toMatchObject([{ recipient: 'anna@example.net' }])
    await station.app.db.deleteFrom('account').where('id', '=', anna.accountId).execute()
    await aWeekLater()
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('waits for the next time if that was moved, and does not come twice because of it', async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    await tell()
    await choose({ way: 'push' })
    await choose({ way: 'email' })
    await tell()
    expect(await mails()).toHaveLength(0)
    await choose({ weekday: (weekday % 7) + 1 })
    station.app.clock.advance(DAY_MS)
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('of an account with a zone unknown to this machine does not hold up the others', async () => {
    const ben = await station.app.signIn('ben@example.org')
    await choose({ way: 'email' }, ben)
    await choose({ way: 'email' })
    await station.app.db
      .updateTable('season_digest')
      .set({ time_zone: 'Mars/Olympus' })
      .where('account_id', '=', ben.accountId)
      .execute()
    await aWeekLater()
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('of an account without hives is not told', async () => {
    const ben = await station.app.signIn('ben@example.org')
    await choose({ way: 'email' }, ben)
    await aWeekLater()
    await tell()
    expect(await mails()).toEqual([])
  })

  test.each<[Locale, RegExp]>([
    ['de', /^Ihre Bienen in dieser Woche: 1 Volk braucht Sie$/],
    ['fr', /^Vos abeilles cette semaine : 1 colonie a besoin de vous$/],
    ['es', /^Sus abejas esta semana: 1 colonia le necesita$/],
  ])('comes in %s', async (language, subject) => {
    await anna.post('/user/language', { language })
    await choose({ way: 'email' })
    await aWeekLater()
    await send()
    await tell()
    const [mail] = await mails()
    expect(mail!.subject).toMatch(subject)
    expect(mail!.html).toContain(`<html lang="${language}">`)
  })

  test('comes to nobody else’s devices, and one mailbox that ends it ends nobody else’s', async () => {
    const { app } = station
    const berta = await app.signIn('berta@example.org')
    await station.addPush(berta)
    const { id: annas } = (await station.addPush(anna)).body
    await choose({ way: 'push' })
    await aWeekLater()
    await tell()
    const planned = await app.db
      .selectFrom('delivery')
      .select('notification_id')
      .where('stage', '=', 'season')
      .execute()
    expect(planned).toEqual([{ notification_id: annas }])
    await app.addScale(berta, (await app.claim(berta)).id)
    for (const by of [anna, berta]) await choose({ way: 'email' }, by)
    await aWeekLater()
    await tell()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['anna@example.org', 'berta@example.org'])
    await request(endOf((await mails())[1]!))
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['anna@example.org'])
    expect((await digest()).way).toBe('email')
  })

  test('comes by push to each device, in a few words, as long as that is wanted', async () => {
    await station.addPush(anna)
    await choose({ way: 'push' })
    await aWeekLater()
    await send()
    await tell()
    await station.deliver()
    const [{ message }] = station.service.received as [(typeof station.service.received)[0]]
    expect(message.notification).toMatchObject({ title: 'Your bees this week: 1 hive needs you', silent: true })
    expect(message.notification.body).toMatch(/^Orchard: Flow began on/)
    await aWeekLater()
    await tell()
    await choose({ way: null })
    await station.deliver()
    expect(station.service.received).toHaveLength(1)
  })
})

describe('the end of the mails', () => {
  const aMail = async () => {
    await choose({ way: 'email' })
    await aWeekLater()
    await tell()
    return (await mails())[0]!
  }

  test('takes one request of the mail program, and removes what is waiting', async () => {
    const mail = await aMail()
    expect(new URL(mail.unsubscribe!).origin).toBe(origin)
    for (const _ of [1, 2]) expect((await request(endOf(mail))).status).toBe(200)
    expect(await digest()).toMatchObject({ way: null, notAsked: true })
    expect(await mails()).toEqual([])
    await aWeekLater()
    await tell()
    expect(await mails()).toEqual([])
  })

  test('is confirmed first if a person or a program only follows the link', async () => {
    const mail = await aMail()
    const answer = await station.app.app.request(endOf(mail))
    const page = await answer.text()
    expect(page).toContain('<form method="post"><button>Stop it</button></form>')
    expect(page).not.toContain('anna')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect((await digest()).way).toBe('email')
  })

  test('does not reveal the account, and its token is useless to others', async () => {
    const mail = await aMail()
    const token = new URL(mail.unsubscribe!).searchParams.get('token')!
    expect(token).toMatch(/^[\w-]{39,60}$/)
    const ben = await station.app.signIn('ben@example.org')
    await choose({ way: 'email' }, ben)
    expect((await request(endOf(mail))).status).toBe(200)
    expect((await ben.get('/season/digest')).body.way).toBe('email')
  })

  test.each<[string, (token: string) => string]>([
    ['nothing', () => ''],
    ['an account', () => '1'],
    ['half of it', (token) => token.slice(0, token.length / 2)],
    ['another letter', (token) => `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`],
    ['another end', (token) => `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`],
    ['more than any', () => 'a'.repeat(101)],
    ['what was sealed for something else', () => station.app.deps.secrets.seal(String(anna.accountId), 'share')],
  ])('does not come from %s', async (_, change) => {
    const mail = await aMail()
    const token = change(new URL(mail.unsubscribe!).searchParams.get('token')!)
    const answer = await request(`/api/season/unsubscribe?token=${token}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('<h1>')
    expect((await digest()).way).toBe('email')
  })

  test('a truncated link leads to the page that says so', async () => {
    const answer = await request('/api/season/unsubscribe')
    expect([answer.status, (await answer.text()).includes('<h1>')]).toEqual([404, true])
  })

  test('cannot be triggered from another site', async () => {
    const mail = await aMail()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await request(endOf(mail), { headers })).status).toBe(403)
  })

  test('through an old mail leaves the pushes chosen since', async () => {
    const mail = await aMail()
    await choose({ way: 'push' })
    expect((await request(endOf(mail))).status).toBe(200)
    expect((await digest()).way).toBe('push')
  })

  test('is rate-limited against guessing', async () => {
    const answers = []
    for (let tries = 0; tries < 70; tries++) answers.push((await request('/api/season/unsubscribe?token=no')).status)
    expect(answers.at(0)).toBe(404)
    expect(answers.at(-1)).toBe(429)
  })
})
