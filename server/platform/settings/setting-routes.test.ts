import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultGlobalSettings } from '#domain/platform/settings.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { readSettings } from './read-settings.ts'

let app: TestApp
let admin: Client

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

it('starts with the defaults', async () => {
  expect((await admin.get('/admin/settings')).body).toEqual(defaultGlobalSettings)
})

it('sets any subset, again and again', async () => {
  expect(await admin.post('/admin/settings', { activityDrain: 0.5 })).toMatchObject({
    status: 200,
    body: { message: 'Settings saved.', ...defaultGlobalSettings, activityDrain: 0.5 },
  })
  await admin.post('/admin/settings', { activityDrain: 0.6, averageWeightMinimumMassKg: 10 })
  expect(await readSettings(app.db)).toEqual({
    ...defaultGlobalSettings,
    activityDrain: 0.6,
    averageWeightMinimumMassKg: 10,
  })
})

it('the same twice at once, or by two people, is listed among the changes once', async () => {
  await Promise.all([1, 2].map(() => admin.post('/admin/settings', { activityDrain: 0.5 })))
  const changes = await app.db.selectFrom('audit').select('after').where('action', '=', 'settings.save').execute()
  expect(changes.map(({ after }) => JSON.parse(after!))).toEqual([{ activityDrain: 0.5 }])
})

it.each([
  ['nothing', {}, 'no_changes'],
  ['the same again', { activityDrain: defaultGlobalSettings.activityDrain }, 'no_changes'],
  ['a negative drain', { activityDrain: -0.1 }, 'invalid_body'],
  ['a drain of 11 kg an hour', { activityDrain: 11 }, 'invalid_body'],
  ['text', { activityDrain: '0.5' }, 'invalid_body'],
  ['a name that is none', { activityDrian: 0.5 }, 'invalid_body'],
])('refuses %s', async (_, body, code) => {
  expect(await admin.post('/admin/settings', body)).toMatchObject({ status: 400, body: { code } })
  expect(await readSettings(app.db)).toEqual(defaultGlobalSettings)
})

it('is for administrators', async () => {
  const anna = await app.signIn('anna@example.org', { role: 1 })
  expect((await anna.get('/admin/settings')).status).toBe(403)
  expect((await anna.post('/admin/settings', { activityDrain: 0.5 })).status).toBe(403)
})
