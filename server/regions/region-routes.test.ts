import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Region } from '#domain/region.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

test('everybody who is signed in reads the regions, the most important first, then by name', async () => {
  const region = { geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 }
  const regions = [
    { ...region, name: 'Wallis', priority: 0 },
    { ...region, name: 'Emmental', priority: 0, utc_offset: 2 },
    { ...region, name: 'Schweiz', priority: 5 },
  ]
  await app.db.insertInto('region').values(regions).execute()
  const anna = await app.signIn('anna@example.org')
  const { status, body } = await anna.get('/region')
  expect(status).toBe(200)
  expect(v.parse(v.array(Region), body).map(({ name }) => name)).toEqual(['Schweiz', 'Emmental', 'Wallis'])
  expect(body[1]).toEqual({ id: 2, name: 'Emmental', priority: 0, utcOffset: 2, alarmFrom: 9, alarmTo: 18 })
})
