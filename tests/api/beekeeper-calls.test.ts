import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { Alarm, AlarmReply, WeightJump } from '#domain/alerts/alarm.ts'
import {
  Mute,
  MuteReply,
  NotificationChannel,
  NotificationExists,
  NotificationRemovedReply,
  NotificationReply,
  UnmuteReply,
} from '#domain/alerts/notification.ts'
import { CourseReply, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { Visit, VisitRemovedReply, VisitReply } from '#domain/alerts/visit.ts'
import { AccountExport } from '#domain/exchange/account-removal.ts'
import { Forwarding, ForwardingRemovedReply, ForwardingReply } from '#domain/exchange/forwarding.ts'
import { Share, ShareRemovedReply, ShareReply } from '#domain/exchange/share.ts'
import { Watch, WatchEndedReply, Watching, WatchingReply } from '#domain/exchange/watch.ts'
import { ClaimReply, Controller, ControllerReply, DeviceKeyReply } from '#domain/hives/controller.ts'
import { Intervention, InterventionRemovedReply, InterventionReply } from '#domain/hives/intervention.ts'
import { Region } from '#domain/hives/regions/region.ts'
import { Scale, ScaleReply } from '#domain/hives/scale.ts'
import { MidnightValues, Timeline } from '#domain/hives/timeline.ts'
import { Dashboard } from '#domain/insight/dashboard.ts'
import {
  LanguageBody,
  LanguageReply,
  LoginReply,
  MessageReply,
  ProfileReply,
  SessionReply,
} from '#domain/people/account.ts'
import { ResetCheckReply } from '#domain/people/password.ts'
import { OwnSession, SessionEndedReply, SessionsEndedReply } from '#domain/people/session.ts'
import { Job, JobList, JobReply } from '#domain/platform/job.ts'
import { Redemption } from '#domain/shop/subscription.ts'
import { translate } from '../../server/platform/runtime/translate.ts'
import { type Apiary, makeApiary } from '../support/samples/beekeeper-apiary.ts'
import { type Client, createTestApp, PASSWORD, sent, TEST_START, type TestApp } from '../support/server/test-app.ts'

/**
 * `call` as in the specification, with Anna's things in braces. `status`, `shape` and `says` (the message of a change, in the caller's language) apply to Anna,
 * who owns these things; `watcher` and `stranger` are the statuses for somebody who watches her transmitter and for somebody unrelated. Without these two, a
 * call is only about the caller.
 */
type Call = {
  call: string
  body?: Record<string, unknown>
  shape: v.GenericSchema
  status?: number
  says?: string
  watcher?: number
  stranger?: number
  withoutSession?: true
}

const profile = {
  firstname: 'Anna',
  lastname: 'Muster',
  street: 'Wabenweg 3',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
  company: '',
  phone: '',
}
const place = { latitude: 46.95, longitude: 7.45 }
const own = { imei: '356938035643809', imsi: '228011234567890', name: 'Seeblick', location: place, updateInterval: 2 }
const scale = { channelId: 2, name: 'Ahorn', type: 'weight', emptyWeight: 12.5 }
const raw = { target: 'raw', address: 'https://receiver.example.org/in' }
const time = TEST_START
const newPassword = sent('another one')
const span = 'from=2026-05-01T00:00:00Z&to=2026-05-11T00:00:00Z'
/** A list that must not be empty here. */
const some = (entry: v.GenericSchema) => v.pipe(v.array(entry), v.nonEmpty())
const Failure = v.object({ message: v.string(), code: v.string() })

// biome-ignore format: one call per line
const session: Call[] = [
  { call: 'POST registration/user', body: { email: 'dora@example.org', password: newPassword, acceptTerms: true }, shape: LoginReply, status: 201, says: 'account.message.registered', withoutSession: true },
  { call: 'POST user/login', body: { email: 'anna@example.org', password: sent(PASSWORD) }, shape: LoginReply, says: 'account.message.signed_in', withoutSession: true },
  { call: 'GET user/logout', shape: MessageReply, says: 'account.message.signed_out', withoutSession: true },
  { call: 'GET user/ping', shape: SessionReply, says: 'account.message.signed_in' },
  { call: 'GET user/language', shape: LanguageBody },
  { call: 'POST user/language', body: { language: 'es' }, shape: LanguageReply, says: 'account.message.language_saved' },
  { call: 'POST user/passwordReset/request?email=anna@example.org', shape: MessageReply, says: 'account.message.reset_requested', withoutSession: true },
  { call: 'GET user/passwordReset/check?token={resetToken}', shape: ResetCheckReply, withoutSession: true },
  { call: `POST user/passwordReset/set?token={resetToken}&password=${newPassword}`, shape: MessageReply, says: 'account.message.password_saved', withoutSession: true },
  { call: 'POST user/password', body: { password: newPassword, currentPassword: sent(PASSWORD) }, shape: MessageReply, says: 'account.message.password_saved' },
  { call: 'POST user/profile', body: profile, shape: ProfileReply, says: 'account.message.profile_saved' },
  { call: 'GET user/sessions', shape: some(OwnSession), stranger: 200, watcher: 200 },
  { call: 'DELETE user/sessions/{session}', shape: SessionEndedReply, says: 'account.message.session_ended', stranger: 404, watcher: 404 },
  { call: 'DELETE user/sessions', shape: SessionsEndedReply },
  { call: 'GET user/export', shape: AccountExport, stranger: 200 },
]

// biome-ignore format: one call per line
const controllers: Call[] = [
  { call: 'GET controller', shape: some(Controller), stranger: 200, watcher: 200 },
  { call: 'GET controller/{controller}', shape: Controller, stranger: 404, watcher: 200 },
  { call: 'GET controller/{controller}/midnightvalues', shape: MidnightValues, stranger: 404, watcher: 200 },
  { call: 'POST registration/controller', body: own, shape: ClaimReply, status: 201, says: 'controller.message.claimed' },
  { call: 'POST controller/{controller}', body: { name: 'Waldrand Süd' }, shape: ControllerReply, says: 'controller.message.saved', stranger: 404, watcher: 403 },
  { call: 'POST controller/{controller}/deviceKey', shape: DeviceKeyReply, says: 'controller.message.device_key_renewed', stranger: 404, watcher: 403 },
  { call: 'POST controller/{controller}/renew', body: { orderKey: '0000-0000-0000-0000' }, shape: Failure, status: 400, says: 'error.order_key_invalid', stranger: 404, watcher: 403 },
  { call: 'GET controller/{controller}/redemptions', shape: v.array(Redemption), stranger: 404, watcher: 403 },
  { call: 'POST controller/{controller}/channel/1/archive', shape: ScaleReply, says: 'scale.message.archived', stranger: 404, watcher: 403 },
  { call: 'GET controller/{controller}/channel/1/forwarding', shape: some(Forwarding), stranger: 404, watcher: 403 },
  { call: 'POST controller/{controller}/channel/1/forwarding', body: raw, shape: ForwardingReply, status: 201, says: 'forwarding.message.added', stranger: 404, watcher: 403 },
  { call: 'DELETE controller/forwarding/{forwarding}', shape: ForwardingRemovedReply, says: 'forwarding.message.removed', stranger: 404, watcher: 404 },
]

// biome-ignore format: one call per line
const watches: Call[] = [
  { call: 'GET controller/watches', shape: some(Watch), stranger: 200 },
  { call: 'POST controller/watches', body: { code: '{watchCode}' }, shape: Failure, status: 409, says: 'error.watch_own_controller', stranger: 201, watcher: 200 },
  { call: 'DELETE controller/watches/{watched}', shape: WatchEndedReply, says: 'watch.message.ended', stranger: 404 },
  { call: 'GET controller/{controller}/watchCode', shape: Watching, stranger: 404, watcher: 403 },
  { call: 'POST controller/{controller}/watchCode', body: {}, shape: WatchingReply, says: 'watch.message.renewed', stranger: 404, watcher: 403 },
  { call: 'DELETE controller/{controller}/watcher/{watcher}', shape: WatchingReply, says: 'watch.message.removed', stranger: 404, watcher: 403 },
]

// biome-ignore format: one call per line
const scales: Call[] = [
  { call: 'GET scale', shape: some(Scale), stranger: 200, watcher: 200 },
  { call: 'GET scale/all', shape: some(Scale), stranger: 200, watcher: 200 },
  { call: 'GET user/{anna}/scales', shape: some(Scale), stranger: 404, watcher: 404 },
  { call: 'POST scale', body: { ...scale, controllerId: '{controller}' }, shape: ScaleReply, status: 201, says: 'scale.message.added', stranger: 404, watcher: 403 },
  { call: 'POST scale', body: { ...scale, channelId: 1, controllerId: '{controller}', idscale: '{scale}' }, shape: ScaleReply, says: 'scale.message.saved', stranger: 404, watcher: 403 },
  { call: 'POST scale/{scale}', body: { name: 'Linde 2' }, shape: ScaleReply, says: 'scale.message.saved', stranger: 404, watcher: 403 },
]

// biome-ignore format: one call per line
const notifications: Call[] = [
  { call: 'GET notification', shape: some(NotificationChannel), stranger: 200, watcher: 200 },
  { call: 'POST notification', body: { type: 'email', address: 'stock@example.org' }, shape: NotificationReply, status: 201, says: 'notification.message.code_mailed' },
  { call: 'POST notification', body: { type: 'email', address: 'bell@example.org' }, shape: NotificationExists, status: 409, says: 'error.combination_exists' },
  { call: 'POST notification/{notification}/test', shape: NotificationReply, says: 'notification.message.tested', stranger: 404, watcher: 404 },
  { call: 'POST notification/{notification}/remove', shape: NotificationRemovedReply, says: 'notification.message.removed', stranger: 404, watcher: 404 },
  { call: 'GET notification/mute?idcontroller={controller}', shape: some(Mute), stranger: 404, watcher: 200 },
  { call: 'POST notification/mute?idcontroller={controller}', body: { notificationType: 'swarm', enddate: '2026-05-10T12:00:00Z' }, shape: MuteReply, says: 'notification.message.muted', stranger: 404, watcher: 200 },
  { call: 'POST notification/unmute?idcontroller={controller}&notificationType=activity', shape: UnmuteReply, says: 'notification.message.unmuted', stranger: 404 },
]

// biome-ignore format: one call per line
const alarms: Call[] = [
  { call: 'GET dashboard', shape: Dashboard, stranger: 200, watcher: 200 },
  { call: 'GET timeline?scales={scale}&from=1778000000&to=1778400000', shape: Timeline, stranger: 404, watcher: 200 },
  { call: `GET alarm?scales={scale}&${span}`, shape: some(Alarm), stranger: 404, watcher: 200 },
  { call: 'GET alarm/{alarm}', shape: Alarm, stranger: 404, watcher: 200 },
  { call: 'POST alarm/{alarm}', body: { verdict: 'confirmed' }, shape: AlarmReply, says: 'alarm.message.judged', stranger: 404, watcher: 403 },
  { call: 'GET course', shape: v.array(SwarmCourse), stranger: 200, watcher: 200 },
  { call: 'GET alarm/{alarm}/course', shape: SwarmCourse, stranger: 404, watcher: 200 },
  { call: 'POST alarm/{alarm}/course', body: { outcome: 'caught', spot: 'Birnbaum', position: null, hiveScaleId: null, hiveName: 'Kasten 7' }, shape: CourseReply, says: 'course.message.saved', stranger: 404, watcher: 403 },
  { call: 'POST alarm/{alarm}/followUp/afterSwarm', body: { status: 'done', putOffUntil: null, at: time }, shape: CourseReply, says: 'course.message.done', stranger: 404, watcher: 403 },
  { call: `GET jump?scales={scale}&${span}`, shape: some(WeightJump), stranger: 404, watcher: 200 },
  { call: 'GET intervention?scales={scale}', shape: some(Intervention), stranger: 404, watcher: 200 },
  { call: 'POST intervention', body: { scaleId: '{scale}', label: 'feeding', time }, shape: InterventionReply, status: 201, says: 'intervention.message.added', stranger: 404, watcher: 403 },
  { call: 'POST intervention/{intervention}', body: { label: 'queen' }, shape: InterventionReply, says: 'intervention.message.saved', stranger: 404, watcher: 403 },
  { call: 'GET visit?idcontroller={controller}', shape: some(Visit), stranger: 404, watcher: 200 },
  { call: 'POST visit', body: { id: 'b1f3a3d4-1d3e-4f0a-8c63-5b8d7c1e2f30', controllerId: '{controller}', startedAt: time }, shape: VisitReply, status: 201, says: 'visit.message.started', stranger: 404, watcher: 403 },
  { call: 'POST visit/{visit}', body: { endedAt: time }, shape: VisitReply, says: 'visit.message.saved', stranger: 404, watcher: 403 },
  { call: 'DELETE visit/{visit}', shape: VisitRemovedReply, says: 'visit.message.removed', stranger: 404, watcher: 403 },
  { call: 'DELETE intervention/{intervention}', shape: InterventionRemovedReply, says: 'intervention.message.removed', stranger: 404, watcher: 403 },
]

// biome-ignore format: one call per line
const others: Call[] = [
  { call: 'GET region', shape: v.array(Region) },
  { call: 'GET jobs', shape: JobList, stranger: 200, watcher: 200 },
  { call: 'GET jobs/{job}', shape: Job, stranger: 404, watcher: 404 },
  { call: 'POST jobs', body: { type: 'EXPORT', scales: ['{scale}'], from: '2026-05-02', to: '2026-05-03' }, shape: JobReply, status: 201, says: 'job.message.begun', stranger: 404, watcher: 201 },
  { call: 'POST jobs', body: { type: 'WEATHER_UPDATE', from: '2026-05-02', to: '2026-05-03' }, shape: Failure, status: 403, says: 'error.forbidden' },
  { call: 'GET share', shape: some(Share), stranger: 200, watcher: 200 },
  { call: 'POST share', body: { type: 'livefeed', description: 'Stand', scales: ['{scale}'], days: 3 }, shape: ShareReply, status: 201, says: 'share.message.added', stranger: 404, watcher: 403 },
  { call: 'DELETE share/{share}', shape: ShareRemovedReply, says: 'share.message.removed', stranger: 404, watcher: 404 },
  { call: 'GET admin/settings', shape: Failure, status: 403, says: 'error.forbidden' },
]

let app: TestApp
let apiary: Apiary
/** If a call only read something, the next one may use the same apiary. */
let isTouched = true
beforeEach(async () => {
  if (!isTouched) return
  await app?.close()
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  apiary = await makeApiary(app)
  isTouched = false
})
afterAll(() => app.close())

/** Replaces the names in braces with the ids of Anna's things. */
function filled<Part>(part: Part): Part {
  const text = JSON.stringify(part)?.replace(/"\{(\w+)\}"|\{(\w+)\}/g, (whole, quoted?: string, inside?: string) => {
    const id = apiary.named[(quoted ?? inside) as keyof Apiary['named']]
    if (id === undefined) throw new Error(`Anna has nothing that is called ${whole}`)
    return quoted ? JSON.stringify(id) : String(id)
  })
  return text === undefined ? part : JSON.parse(text)
}

function ask(client: Client, { call, body }: Call, headers?: Record<string, string>) {
  const [method, path] = filled(call).split(' ') as [string, string]
  if (method === 'GET') return client.get(`/${path}`, headers)
  return method === 'DELETE' ? client.delete(`/${path}`, headers) : client.post(`/${path}`, filled(body), headers)
}

describe.each([
  ['session', session],
  ['transmitters', controllers],
  ['watches', watches],
  ['scales', scales],
  ['notifications', notifications],
  ['alarms and curves', alarms],
  ['the rest', others],
])('calls of a beekeeper: %s', (_, calls) => {
  it.each(calls)('$call', async (row) => {
    isTouched = !row.call.startsWith('GET')
    const { shape, status = 200, says, watcher, stranger, withoutSession } = row
    if (!withoutSession) {
      const { status: refused, body } = await ask(app.nobody, row)
      expect({ status: refused, code: body.code }, 'without a session').toEqual({ status: 401, code: 'not_signed_in' })
    }
    if (stranger !== undefined) {
      const { status: answered, body } = await ask(apiary.stranger, row)
      expect(answered, 'to a stranger').toBe(stranger)
      if (stranger !== 201) expect(JSON.stringify(body), 'nothing of Anna’s is in it').not.toMatch(apiary.secrets)
    }
    if (watcher !== undefined) {
      const { status: answered, body } = await ask(apiary.watcher, row)
      expect(answered, 'to a watcher').toBe(watcher)
      if (watcher === 403) expect(['forbidden', 'share_own_scales_only']).toContain(body.code)
    }
    const { status: answered, body } = await ask(withoutSession ? app.nobody : apiary.anna, row, {
      'accept-language': 'fr',
    })
    expect(answered, JSON.stringify(body)).toBe(status)
    expect(v.safeParse(shape, body).issues, JSON.stringify(body)).toBeUndefined()
    if (says) expect(body.message).toBe(translate('fr', says))
  })
})

it('a message is in the caller’s language, otherwise in that of the account, otherwise in German', async () => {
  const { anna } = apiary
  let counted = 0
  const renamed = async (headers: Record<string, string>) =>
    (await anna.post(`/controller/${apiary.named.controller}`, { name: `Stand ${++counted}` }, headers)).body.message
  for (const language of ['de', 'en', 'fr', 'es'] as const) {
    const said = translate(language, 'controller.message.saved')
    expect(await renamed({ 'accept-language': `${language}-CH;q=0.9, ja` })).toBe(said)
    await anna.post('/user/language', { language })
    expect(await renamed({ 'accept-language': 'ja' })).toBe(said)
  }
  const { body } = await app.nobody.get('/controller', { 'accept-language': '' })
  expect(body.message).toBe(translate('de', 'error.not_signed_in'))
})
