import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes } from '#domain/platform/error-code.ts'
import { type Locale, locales } from '#domain/platform/locale.ts'
import type { MessageId } from '../../locales/message-id.ts'
import { intlOf, translate } from '../../server/platform/runtime/translate.ts'
import { type Apiary, makeApiary } from '../support/samples/beekeeper-apiary.ts'
import { type Answer, type Client, createTestApp, sent, type TestApp } from '../support/server/test-app.ts'

type Headers = Record<string, string>

let app: TestApp
let apiary: Apiary
let admin: Client
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  apiary = await makeApiary(app)
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterAll(() => app.close())

const claim = (fields: object) => ({
  ...apiary.numbers,
  name: 'Seeblick',
  location: { latitude: 46.95, longitude: 7.45 },
  updateInterval: 1,
  ...fields,
})
const register = (fields: object, headers: Headers) =>
  apiary.stranger.post('/registration/controller', claim(fields), headers)
const notify = (fields: object, headers: Headers) => {
  const notice = { notificationTypes: ['email'], regionIds: [1], subject: 'Foulbrood', text: 'Look at your hives.' }
  return admin.post('/admin/notifyCustomers', { ...notice, ...fields }, headers)
}
const own = () => `/controller/${apiary.named.controller}`

/** What the specification's catalog calls a failure, how a beekeeper runs into it, and the answer. */
const failures: [string, number, ErrorCode, (headers: Headers) => Promise<Answer>][] = [
  ['transmitter already registered', 409, 'controller_already_registered', (headers) => register({}, headers)],
  [
    'invalid IMSI/IMEI combination',
    400,
    'imei_imsi_mismatch',
    (headers) => register({ imsi: '228019999999999' }, headers),
  ],
  ['IMEI missing', 400, 'imei_missing', (headers) => register({ imei: '' }, headers)],
  ['IMSI missing', 400, 'imsi_missing', (headers) => register({ imsi: undefined }, headers)],
  [
    'invalid order key',
    400,
    'order_key_invalid',
    (headers) => apiary.anna.post(`${own()}/renew`, { orderKey: '1234' }, headers),
  ],
  [
    'combination already exists',
    409,
    'combination_exists',
    (headers) => apiary.anna.post('/notification', { type: 'email', address: 'bell@example.org' }, headers),
  ],
  ['no changes', 400, 'no_changes', (headers) => apiary.anna.post(own(), { name: 'Waldrand' }, headers)],
  ['transmitter not found', 404, 'controller_not_found', (headers) => apiary.stranger.get(own(), headers)],
  [
    'invalid or expired password reset link',
    404,
    'password_reset_invalid',
    (headers) => app.nobody.get('/user/passwordReset/check?token=old', headers),
  ],
  [
    'share unavailable',
    404,
    'share_unavailable',
    (headers) => app.nobody.get('/share/view', { ...headers, 'x-share-token': 'removed' }),
  ],
  [
    'no scales selected',
    400,
    'no_scales_selected',
    (headers) => apiary.anna.post('/share', { type: 'unlimited', scales: [] }, headers),
  ],
  [
    'no notification type',
    400,
    'notification_type_missing',
    (headers) => apiary.anna.post(`/notification/${apiary.named.notification}`, { alarmTypes: [] }, headers),
  ],
  [
    'an archived scale cannot be shared',
    400,
    'not_shareable',
    (headers) => apiary.anna.post('/share', { type: 'unlimited', scales: [apiary.archived] }, headers),
  ],
  [
    'wrong password',
    401,
    'credentials_wrong',
    (headers) => app.nobody.post('/user/login', { email: 'nobody@example.org', password: sent('x') }, headers),
  ],
  [
    'no notification type for customers',
    400,
    'no_notification_type',
    (headers) => notify({ notificationTypes: [] }, headers),
  ],
  ['no region', 400, 'no_region', (headers) => notify({ regionIds: [] }, headers)],
  ['session over', 401, 'not_signed_in', (headers) => app.nobody.get('/dashboard', headers)],
  [
    'unknown watch code',
    404,
    'watch_code_unknown',
    (headers) => apiary.stranger.post('/controller/watches', { code: 'ZZZZ' }, headers),
  ],
]

describe('what a beekeeper is told when something fails', () => {
  it.each(failures)('%s: %d %s', async (_, status, code, fail) => {
    for (const locale of locales) {
      const { status: answered, body } = await fail({ 'accept-language': locale })
      expect({ status: answered, code: body.code }).toEqual({ status, code })
      expect(body.message).toBe(translate(locale, `error.${code}`))
    }
  })
})

/** What a screen says by itself. */
const screenTexts: [string, MessageId][] = [
  ['error while loading data', 'app.crash.title'],
  ['error loading chart data', 'timeline.error'],
  ['weather data not available', 'weather.unavailable'],
  ['invalid email', 'session.email.invalid'],
  ['share unavailable', 'share.unavailable'],
  ['page not found', 'app.notFound.title'],
  ['page not found, link to dashboard', 'app.notFound.action'],
  ['generic page error, link to start', 'app.toStart'],
  ['checking login', 'session.checking'],
  ['checking login takes long', 'session.stuck'],
  ['no network', 'app.offline.next'],
  ['a notification is saved', 'notification.message.saved'],
]

/** The text in a language before its values are filled in. */
const textOf = (locale: Locale, id: string) => String(intlOf(locale).messages[id as MessageId])

describe('texts of failures', () => {
  it.each([...screenTexts, ...errorCodes.map((code) => [code, `error.${code}`])])(
    '%s has a text of its own in each language',
    (_, id) => {
      const texts = locales.map((locale) => textOf(locale, id!))
      expect(texts.every((text) => text.trim().length > 3)).toBe(true)
      expect(new Set(texts).size, texts.join('\n')).toBe(locales.length)
      expect(texts.join(' ')).not.toMatch(/ß|undefined|error\./)
    },
  )
})
