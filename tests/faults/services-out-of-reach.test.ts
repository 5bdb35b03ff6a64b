import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { digitalCart } from '../support/samples/order-cart.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'

/** A port that nobody listens on. */
const NOWHERE = await (async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `127.0.0.1:${port}`
})()
const START = Date.parse('2026-05-10T00:00:00Z') / 1000
const secret = (name: string) => `${name}-${randomBytes(6).toString('hex')}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const planted = {
  mailPassword: secret('mail'),
  smsKey: secret('sms'),
  weatherKey: secret('weather'),
  paymentKey: `sk_test_${secret('pay').replaceAll('-', '')}`,
  webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
  adminPassword: secret('admin'),
  resetToken: randomBytes(32).toString('base64url'),
  newPassword: sha256(secret('new')),
  shareToken: randomBytes(32).toString('base64url'),
  deviceKey: randomBytes(32).toString('base64url'),
  pushEndpoint: secret('endpoint'),
  pushAuth: randomBytes(16).toString('base64url'),
  hookPassword: secret('hook'),
  hookToken: secret('token'),
  orderKey: 'ab3d-ef6h-jk8m-np7r',
}

let folder: string
let server: ServerProcess
let anna: Beekeeper
let controller: ClaimedController

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-down-'))
  server = await startServerProcess({
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'https://hives.example.org',
    ALLOW_PRIVATE_ENDPOINTS: 'true',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: planted.adminPassword,
    SMTP_URL: `smtp://hives:${planted.mailPassword}@${NOWHERE}`,
    SMS_URL: `http://${NOWHERE}/send?key=${planted.smsKey}&to={to}&text={text}`,
    WEATHER_URL: `http://${NOWHERE}`,
    WEATHER_API_KEY: planted.weatherKey,
    SENTRY_DSN: `http://0123456789abcdef0123456789abcdef@${NOWHERE}/7`,
    PAYMENT_PROVIDER: 'stripe',
    PAYMENT_STRIPE_SECRET_KEY: planted.paymentKey,
    PAYMENT_STRIPE_WEBHOOK_SECRET: planted.webhookSecret,
    PAYMENT_STRIPE_URL: `http://${NOWHERE}`,
  })
  anna = await registerBeekeeper(server.url)
  controller = await claimController(anna)
  const readings = Array.from({ length: 48 }, (_, hour) => ({
    time: new Date((START + 3600 * hour) * 1000).toISOString(),
    channel: 1,
    weight: 40 + hour / 100,
  }))
  await sendReadings(server.url, controller, readings)
})
afterAll(async () => {
  if (server.process.exitCode === null) await server.kill()
  rmSync(folder, { recursive: true })
})

const call = (method: string, target: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${server.url}${target}`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

describe('with weather, mail, SMS, push, payment and error reports out of reach', { timeout: 30_000 }, () => {
  const week = `from=${START}&to=${START + 7 * 86_400}`

  it.each([
    ['the dashboard', '/dashboard'],
    ['the alarms', '/alarm'],
    ['the transmitters', '/controller'],
    ['the scales', '/scale'],
    ['the timeline', `/timeline?scales=1&${week}`],
    ['the midnight values', '/controller/1/midnightvalues'],
    ['the analysis', '/analysis?year=2026'],
    ['the heat map', '/heatmap/map?from=2026-05-10&to=2026-05-12'],
    ['the profile', '/user/ping'],
    ['the channels', '/notification'],
    ['the watches', '/controller/watches'],
    ['the shares', '/share'],
    ['the regions', '/region'],
    ['the jobs', '/jobs'],
    ['the shop', '/shop/config'],
  ])('%s answers', async (_, target) => {
    await expect(anna.api.get(target)).resolves.toEqual(expect.anything())
  })

  it('the weather says why there is no data', async () => {
    const weather = () => anna.api.get<{ problem: string; time: unknown[] }>(`/weather?controllerId=1&${week}`)
    await expect.poll(async () => (await weather()).problem).toBe('weather_unreachable')
    expect((await weather()).time).toEqual([])
  })

  it('a channel that cannot be reached says so, and mails wait', async () => {
    const endpoint = `https://${NOWHERE}/push/${planted.pushEndpoint}`
    const keys = { p256dh: randomBytes(65).toString('base64url'), auth: planted.pushAuth }
    const push = await anna.api.post<{ id: number }>('/notification', {
      type: 'push',
      address: JSON.stringify({ endpoint, keys }),
    })
    const email = await anna.api.post<{ id: number }>('/notification', { type: 'email', address: anna.email })
    for (const { id } of [push, email]) {
      await expect(anna.api.post(`/notification/${id}/test`, {})).rejects.toMatchObject({
        code: 'notification_undeliverable',
      })
    }
    const sms = anna.api.post('/notification', { type: 'sms', address: '+41791234567' })
    await expect(sms).rejects.toMatchObject({ code: 'notification_undeliverable' })
    const asked = await call('POST', `/api/user/passwordReset/request?email=${encodeURIComponent(anna.email)}`)
    expect(asked.status).toBe(200)
  })

  it('an order that cannot be paid now says so', async () => {
    type Shown = { total: number; configVersion: number }
    const { total, configVersion } = await anna.api.post<Shown>('/shop/validate', digitalCart)
    const ordered = anna.api.post('/shop/order', { ...digitalCart, total, configVersion, id: randomUUID() })
    await expect(ordered).rejects.toMatchObject({ code: 'payment_unavailable' })
  })
})

it('no secrets get into the log, whatever fails', async () => {
  const bearer = { authorization: `Bearer ${planted.deviceKey}` }
  const { resetToken, newPassword, shareToken, deviceKey, hookPassword, hookToken, orderKey } = planted
  const address = `http://me:${hookPassword}@${NOWHERE}/in/${hookToken}?key=${hookToken}`
  const all = async () => {
    await call('POST', '/api/user/login', {}, { email: 'root@example.org', password: sha256(planted.adminPassword) })
    await call('GET', `/api/user/passwordReset/check?token=${resetToken}`)
    await call('POST', `/api/user/passwordReset/set?token=${resetToken}&password=${newPassword}`)
    await call('GET', `/password/reset/${resetToken}`)
    await call('GET', `/shared/timeline?token=${shareToken}`)
    await call('GET', '/api/share/view', { 'x-share-token': shareToken })
    await call('GET', `/api/ingest/beelogger?PW=${deviceKey}&T1=34.5`)
    await call('POST', `/api/ingest/beep?key=${deviceKey}&t_i=34.5`)
    await call('POST', '/api/ingest', bearer, { readings: [] })
    await call('GET', `/api/shop/order/${orderKey}`)
    await anna.api.post(`/controller/${controller.id}/renew`, { orderKey }).catch(() => undefined)
    await anna.api
      .post(`/controller/${controller.id}/channel/1/forwarding`, { target: 'raw', address })
      .catch(() => undefined)
    await sendReadings(server.url, controller, [{ time: '2026-05-20T00:00:00Z', channel: 1, weight: 41 }]).catch(
      () => undefined,
    )
  }
  await all()
  const sqlite = new Sqlite(path.join(folder, 'hivewatch.sqlite'))
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec('drop table password_reset; drop table share; drop table order_key; drop table session')
  sqlite.close()
  await all()
  expect((await call('GET', '/healthz')).status).toBe(200)
  const exited = once(server.process, 'exit')
  await server.stop()
  expect(await exited).toEqual([0, null])
  const output = server.output()
  expect(output).toContain('"route":"/api/user/passwordReset/set","status":500')
  expect(output).toContain('no such table')
  const found = { ...planted, password: sha256(anna.password), key: controller.deviceKey }
  expect(Object.entries(found).filter(([, value]) => output.includes(value))).toEqual([])
})
