import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOrder } from '../support/samples/sample-order.ts'
import { type Answer, type Client, cookieOf, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { permissions } from './permissions-table.ts'

let app: TestApp
let anna: Client
let ben: Client
let admin: Client
let things: Record<string, string | number>

const ring = [[7, 46], [8, 46], [8, 47], [7, 46]] // biome-ignore format: a ring
const region = (name: string) => ({
  name,
  geojson: { type: 'Polygon', coordinates: [ring] },
  priority: 1,
  utcOffset: 1,
  alarmFrom: 9,
  alarmTo: 18,
})
const numbers = { imei: '356938035643809', imsi: '228011234567890' }

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  ben = await app.signIn('ben@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
  const { id: controller, imei, imsi, deviceKey } = await app.claim(anna)
  const readings = [{ time: '2026-05-01T10:00:00Z', channel: 1, weight: 40 }]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  const { id: scale } = await app.db.selectFrom('scale').select('id').executeTakeFirstOrThrow()
  const watch = { account_id: ben.accountId, controller_id: controller, created_at: 1 }
  await app.db.insertInto('watch').values(watch).execute()
  const percent = { own_confidence_percent: 9, own_why: '[]', confidence_percent: 9, why: '[]', detected_at: 1 }
  const alarm = { controller_id: controller, scale_id: scale, type: 'swarm', status: 'closed', started_at: 1 } as const
  const made = await app.db
    .insertInto('alarm')
    .values({ ...alarm, ...percent })
    .returning('id')
    .executeTakeFirstOrThrow()
  const logged = { scaleId: scale, label: 'other', description: '', time: '2026-05-01T00:00:00Z' }
  const { body: intervention } = await anna.post('/intervention', logged)
  const job = { account_id: anna.accountId, type: 'EXPORT', input: '{}', due_at: 1, created_at: 1 } as const
  const queued = await app.db
    .insertInto('job')
    .values({ ...job, status: 'queued' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const failed = await app.db
    .insertInto('job')
    .values({ ...job, status: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body: channel } = await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const message = {
    notification_id: channel.id,
    stage: 'test' as const,
    state: 'due' as const,
    due_at: 1,
    created_at: 1,
  }
  const field = { controller_id: controller, name: 'load_1', last_value: 40, last_at: 1 }
  await app.db.insertInto('unknown_field').values(field).execute()
  const delivery = await app.db.insertInto('delivery').values(message).returning('id').executeTakeFirstOrThrow()
  things = { anna: anna.accountId, controller, scale, watcher: ben.accountId, alarm: made.id, job: queued.id }
  things.intervention = intervention.id
  const visit = { id: app.deps.ids.uuid(), controllerId: controller, startedAt: '2026-05-01T00:00:00Z' }
  things.visit = (await anna.post('/visit', visit)).body.id
  things.failed = failed.id
  things.delivery = delivery.id
  things.region = (await admin.post('/region', region('Bern'))).body.id
  await app.db
    .updateTable('controller')
    .set({ primary_region_id: Number(things.region), regions_by_hand: 1 })
    .execute()
  things.affiliation = (await admin.post('/admin/affiliation', { name: 'Verein' })).body.id
  things.empty = (await admin.post('/admin/affiliation', { name: 'Leer' })).body.id
  things.order = (await sampleOrder(app)).id
  things.carl = (await app.signIn('carl@example.org')).accountId
  things.free = (await admin.post('/admin/controller', { imei: '356938035643001', imsi: '228011234567001' })).body.id
})
afterAll(() => app.close())

async function actAs({ accountId }: Client): Promise<Pick<Client, 'post' | 'delete'>> {
  const cookie = cookieOf((await admin.post(`/admin/user/${accountId}/actAs`, {})).headers)
  return {
    post: (path, body) => app.nobody.post(path, body, { cookie }),
    delete: (path) => app.nobody.delete(path, { cookie }),
  }
}

type Call = { path?: string; body?: object; action?: string }

/** The audit entry expected for each call of an administrator, in addition to what `permissions-table.ts` says about it. */
const calls: Record<string, Call> = {
  'POST /api/notification/mute': { action: 'controller.mute' },
  'POST /api/notification/unmute': { action: 'controller.unmute' },
  'DELETE /api/controller/:id/watcher/:accountId': { action: 'controller.removeWatcher' },
  'POST /api/controller/:id/watchCode': { action: 'controller.renewWatchCode' },
  'POST /api/alarm/:id': { action: 'alarm.judge' },
  'POST /api/alarm/:id/course': { action: 'alarm.follow' },
  'POST /api/alarm/:id/followUp/:kind': { action: 'alarm.settleFollowUp' },
  'POST /api/controller/:id': { body: { name: 'Am Bach' }, action: 'controller.edit' },
  'POST /api/controller/:id/channel/:channel/archive': {
    path: '/controller/{controller}/channel/1/archive',
    action: 'scale.archive',
  },
  'POST /api/controller/:id/channel/:channel/calibration': { action: 'controller.calibrate' },
  'POST /api/controller/:id/deviceKey': { action: 'controller.renewDeviceKey' },
  'POST /api/controller/:id/field': { action: 'controller.assignField' },
  'POST /api/controller/:id/json': {
    body: { mapping: [{ path: '/w', quantity: 'weight' }] },
    action: 'controller.mapJson',
  },
  'POST /api/controller/:id/lorawan': { body: { devEui: '0004A30B001C0530' }, action: 'controller.nameLoraDevice' },
  'POST /api/intervention': { action: 'intervention.add' },
  'POST /api/intervention/:id': { action: 'intervention.edit' },
  'DELETE /api/intervention/:id': { action: 'intervention.remove' },
  'POST /api/visit': { action: 'visit.add' },
  'POST /api/visit/:id': { action: 'visit.edit' },
  'DELETE /api/visit/:id': { action: 'visit.remove' },
  'POST /api/scale': {
    body: { controllerId: '{controller}', channelId: 7, name: 'x', type: 'weight' },
    action: 'scale.add',
  },
  'POST /api/scale/:id': { action: 'scale.edit' },
  'POST /api/scale/:id/calibration': { body: { offset: 2, multiplier: 3 }, action: 'controller.calibrate' },
  'POST /api/jobs/:id/cancel': { action: 'job.cancel' },
  'POST /api/jobs/:id/retry': { path: '/jobs/{failed}/retry', action: 'job.retry' },
  'DELETE /api/notifications/:id': { path: '/notifications/{delivery}', action: 'notification.remove' },
  'POST /api/admin/affiliation': { body: { name: 'Imkerbund' }, action: 'affiliation.add' },
  'POST /api/admin/affiliation/:id/controllers': {
    path: '/admin/affiliation/{affiliation}/controllers',
    body: { controllerIds: ['{controller}'] },
    action: 'affiliation.assign',
  },
  'POST /api/admin/controller': { body: numbers, action: 'controller.provision' },
  'POST /api/admin/controllers': {
    body: { controllers: [{ imei: '356938035643810', imsi: '228011234567810' }] },
    action: 'controller.provision',
  },
  'POST /api/admin/controller/:id': {
    path: '/admin/controller/{controller}',
    body: { remainingNotifications: 3 },
    action: 'controller.edit',
  },
  'POST /api/admin/controller/:id/resetNotificationCount': {
    path: '/admin/controller/{controller}/resetNotificationCount',
    action: 'controller.resetNotificationCount',
  },
  'POST /api/admin/settings': { body: { activityDrain: 0.5 }, action: 'settings.save' },
  'POST /api/admin/user/:id/profile': {
    path: '/admin/user/{carl}/profile',
    body: { firstname: 'Carl' },
    action: 'user.edit',
  },
  'POST /api/admin/user/:id/signOut': { path: '/admin/user/{carl}/signOut', action: 'user.signOut' },
  'POST /api/admin/user/:id/changestate': { path: '/admin/user/{carl}/changestate', action: 'user.changeState' },
  'POST /api/admin/user/:id/actAs': { path: '/admin/user/{watcher}/actAs', action: 'user.actAsBegin' },
  'POST /api/region': { body: region('Jura'), action: 'region.add' },
  'POST /api/region/:id': { path: '/region/{region}', body: { alarmTo: 19 }, action: 'region.edit' },
  'POST /api/shop/orders/:id/:mailing': { path: '/shop/orders/{order}/sendOffer', action: 'order.sendOffer' },
  'POST /api/admin/notifyCustomers': {
    body: { notificationTypes: ['email'], regionIds: ['{region}'], subject: 'Oil', text: 'Now' },
    action: 'notice.send',
  },
  'DELETE /api/region/:id': { path: '/region/{region}', action: 'region.remove' },
  'DELETE /api/admin/affiliation/:id': { path: '/admin/affiliation/{empty}', action: 'affiliation.remove' },
  'POST /api/admin/controller/:id/release': {
    path: '/admin/controller/{controller}/release',
    action: 'controller.release',
  },
}

/** Covered by the tests of these features, since they need more than a call; `reach` changes nothing. */
const elsewhere = [
  'POST /api/controller/:id/renew',
  'POST /api/admin/firmware',
  'DELETE /api/admin/firmware',
  'POST /api/admin/controller/firmware',
  'POST /api/admin/firmware/rollout',
  'POST /api/admin/firmware/rollout/:id/resume',
  'POST /api/admin/firmware/rollout/:id/stop',
  'POST /api/shop/config',
  'POST /api/shop/orders/:id',
  'POST /api/admin/notifyCustomers/reach',
  'POST /api/admin/setAside/retry',
  'POST /api/admin/setAside/:id/retry',
  'DELETE /api/admin/setAside/:id',
]

const tables = {
  ...permissions.write,
  ...permissions.supervised,
  ...permissions.administration,
  ...permissions.management,
}
const mutes = Object.fromEntries(Object.entries(permissions.read).filter(([route]) => route.startsWith('POST ')))
const known: Record<string, { path?: string; body?: object }> = { ...mutes, ...tables }
const changing = Object.keys(known).filter((route) => !route.startsWith('GET '))
const filled = (text: string) => text.replaceAll(/"?\{(\w+)\}"?/g, (_, name) => String(things[name]))

function make(client: Client, route: string, { path, body }: Call): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string]
  const to = filled(path ?? pattern.replace('/api', ''))
  const sent = JSON.parse(
    JSON.stringify(body ?? {}).replaceAll(/"\{(\w+)\}"/g, (_, name) => JSON.stringify(things[name])),
  )
  return method === 'DELETE' ? client.delete(to) : client.post(to, sent)
}

const entries = () => app.db.selectFrom('audit').selectAll().orderBy('id').execute()

test('every call that changes something is tested here, or listed as tested elsewhere', () => {
  expect(changing.filter((route) => !calls[route] && !elsewhere.includes(route))).toEqual([])
})

describe('an administrator’s changes to other people’s things are in the audit', () => {
  test.each(Object.entries(calls))('%s', async (route, call) => {
    const before = (await entries()).length
    const answer = await make(admin, route, { ...known[route], ...call })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    const added = (await entries()).slice(before)
    expect(added.map(({ action, actor_id }) => ({ action, actor_id }))).toEqual([
      { action: call.action, actor_id: admin.accountId },
    ])
  })
})

test('so is everything an administrator does in somebody’s name, with both people and without secrets', async () => {
  const { id } = await app.claim(anna)
  await app.addScale(anna, id)
  const acting = await actAs(anna)
  const before = (await entries()).length
  const answers = [
    await acting.post('/notification', { type: 'email', address: 'anna@example.net' }),
    await acting.post(`/controller/${id}`, { name: 'Am Bach' }),
    await acting.post(`/controller/${id}/deviceKey`, {}),
    await acting.post('/user/language', { language: 'fr' }),
    await acting.post(`/controller/${id}/channel/1/forwarding`, {
      target: 'trachtnet',
      address: 'ftp://anna:s3cret@ftp.example.org/in',
    }),
    await acting.post('/controller/watches', { code: 'ZZZZ' }),
    await acting.post(`/notification/mute?idcontroller=${id}`, { notificationType: 'swarm', enddate: null }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 201, 404, 200])
  const added = (await entries()).slice(before)
  expect(added.map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ['call.make', 'POST /api/notification'],
    ['controller.edit', String(id)],
    ['controller.renewDeviceKey', String(id)],
    ['call.make', 'POST /api/user/language'],
    ['call.make', 'POST /api/controller/:id/channel/:channel/forwarding'],
    ['controller.mute', String(id)],
  ])
  for (const row of added) expect(row).toMatchObject({ actor_id: admin.accountId, acting_as_id: anna.accountId })
  expect(JSON.stringify(added)).not.toContain('s3cret')
})

test('what owners and watchers do with their own things is not in the audit', async () => {
  const { id } = await app.claim(anna)
  const own = await app.claim(admin)
  await app.db.insertInto('watch').values({ account_id: ben.accountId, controller_id: id, created_at: 1 }).execute()
  const before = (await entries()).length
  await anna.post(`/controller/${id}/deviceKey`, {})
  await anna.post(`/controller/${id}/watchCode`, {})
  await app.addScale(anna, id)
  await ben.post(`/notification/mute?idcontroller=${id}`, { notificationType: 'swarm', enddate: null })
  await admin.post(`/controller/${own.id}`, { name: 'Mein Stand' })
  await admin.post('/notification', { type: 'email', address: 'admin@example.org' })
  expect((await entries()).slice(before)).toEqual([])
})
