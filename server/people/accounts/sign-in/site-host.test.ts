import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { swarmDelivery } from '../../../../tests/support/samples/swarm-delivery.ts'
import { cookieOf, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { sendDelivery } from '../../../alerts/notifications/sending/send-delivery.ts'
import { selectDelivery } from '../../../alerts/notifications/sending-queries.ts'
import { buildAlarmMail } from '../../../alerts/notifications/words/build-alarm-mail.ts'
import { siteOf } from '../../../platform/http/site-address.ts'

const VET = { host: 'vet.example.org' }
let app: TestApp

beforeEach(async () => {
  app = await createTestApp({
    PUBLIC_URL: 'https://bees.example.org',
    VARIANT_HOSTS: 'vet.example.org=biovet',
  })
})
afterEach(() => app.close())

async function signInAt(headers: Record<string, string>, email = 'anna@example.org') {
  const body = { email, password: sent(PASSWORD) }
  const known = await app.request('POST', '/user/login', { body, headers })
  const reply =
    known.status === 200
      ? known
      : await app.request('POST', '/registration/user', { body: { ...body, acceptTerms: true }, headers })
  const cookie = cookieOf(reply.headers)
  return {
    get: (path: string, more = headers) => app.request('GET', path, { headers: { ...more, cookie } }),
    post: (path: string, sentBody: unknown, more = headers) =>
      app.request('POST', path, { body: sentBody, headers: { ...more, cookie } }),
  }
}
const hostOf = async (email = 'anna@example.org') =>
  (await app.db.selectFrom('account').select('site_host').where('email', '=', email).executeTakeFirstOrThrow())
    .site_host
const resetLink = async (headers: Record<string, string>) => {
  await app.request('POST', '/user/passwordReset/request?email=anna@example.org', { headers })
  await app.sendMails()
  return /https?:\/\/\S+(?=\/password)/.exec(app.mails.at(-1)!.text)?.[0]
}

describe('the host at which an account is used', () => {
  it('is that of the last sign-in, if it is in the settings', async () => {
    await signInAt(VET)
    expect(await hostOf()).toBe('vet.example.org')
    await signInAt({ host: 'vet.example.org:6666' })
    expect(await hostOf()).toBe('vet.example.org')
    await signInAt({ host: 'evil.example' })
    expect(await hostOf()).toBe('vet.example.org')
    await signInAt({ host: 'BEES.example.org' })
    expect(await hostOf()).toBe('bees.example.org')
  })

  it('is learned from a session older than the storing of hosts', async () => {
    const anna = await signInAt({ host: 'evil.example' })
    expect(await hostOf()).toBeNull()
    await anna.get('/user/ping')
    expect(await hostOf()).toBeNull()
    await anna.get('/user/ping', VET)
    expect(await hostOf()).toBe('vet.example.org')
    await anna.get('/user/ping', { host: 'bees.example.org' })
    expect(await hostOf()).toBe('vet.example.org')
  })

  it('is the public one if it is no longer in the settings', () => {
    const config = { publicUrl: 'http://localhost:8080', variantHosts: new Map([['vet.localhost', 'biovet' as const]]) }
    expect(siteOf(config, 'vet.localhost')).toEqual({ origin: 'http://vet.localhost:8080', name: 'BioVet' })
    for (const host of ['gone.localhost', null, undefined, '']) {
      expect(siteOf(config, host)).toEqual({ origin: 'http://localhost:8080', name: 'HiveWatch' })
    }
    expect(siteOf({ ...config, publicUrl: undefined }, 'vet.localhost')).toEqual({ origin: undefined, name: 'BioVet' })
  })
})

describe('what is sent', () => {
  it('resets a password at the host where that was requested, and never at one not in the settings', async () => {
    await signInAt(VET)
    expect(await resetLink(VET)).toBe('https://vet.example.org')
    expect(await resetLink({ host: 'bees.example.org' })).toBe('https://bees.example.org')
    expect(await resetLink({ host: 'evil.example' })).toBe('https://vet.example.org')
    expect(await resetLink({ host: 'vet.example.org:6666' })).toBe('https://vet.example.org')
    expect(await resetLink({ host: 'bees.example.org', 'x-forwarded-host': 'evil.example' })).toBe(
      'https://bees.example.org',
    )
  })

  it('names the variant, and leads to its host', async () => {
    const anna = await signInAt(VET)
    await anna.post('/notification', { type: 'email', address: 'other@example.org' })
    await app.sendMails()
    expect(app.mails.at(-1)!.subject).toMatch(/^Your BioVet code: /)
    const { body: number } = await anna.post('/notification', { type: 'sms', address: '+41791234567' })
    expect(number.id).toBeGreaterThan(0)
    const rows = await app.db.selectFrom('delivery').select(['id', 'stage']).orderBy('id').execute()
    for (const { id } of rows) await sendDelivery(app.deps, (await selectDelivery(app.db, id))!)
    expect(app.texts.at(-1)!.text).toMatch(/^\d{6} is your BioVet code for SMS alarms/)
    const { text, html } = buildAlarmMail(swarmDelivery, siteOf(app.deps.config, 'vet.example.org'))
    expect(text).toContain('In BioVet öffnen: https://vet.example.org/scaleoverview/4/9?alarm=77')
    expect(text + html).not.toMatch(/HiveWatch|bees\.example/)
  })

  it('names files of an account after its variant', async () => {
    const anna = await signInAt(VET)
    const { headers } = await anna.get('/user/export', { host: 'bees.example.org' })
    expect(headers.get('content-disposition')).toMatch(/filename="biovet-\d{4}-\d\d-\d\d\.json"/)
  })

  it('shares from the host where the link was created, wherever its owner looks', async () => {
    const anna = await signInAt(VET)
    const claimed = await anna.post('/registration/controller', {
      ...{ imei: '1'.repeat(15), imsi: '2'.repeat(15), name: 'Waldrand', updateInterval: 1 },
      location: { latitude: 46.95, longitude: 7.45 },
    })
    const scale = { controllerId: claimed.body.id, channelId: 1, name: 'Hive', type: 'weight' }
    const { body: made } = await anna.post('/scale', scale)
    const { body: share } = await anna.post('/share', { type: 'livefeed', description: '', days: 7, scales: [made.id] })
    expect(share.link).toMatch(/^https:\/\/vet\.example\.org\/shared\/livefeed\?token=/)
    expect(share.iframe).toContain('title="BioVet"')
    for (const host of ['bees.example.org', 'evil.example']) {
      const { body: shares } = await anna.get('/share', { host })
      expect(shares[0]).toMatchObject({ link: share.link, iframe: share.iframe })
    }
  })
})
