import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const HOUR = 3600_000

let app: TestApp
let anna: Client
let controllerId: number
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId, 1, { name: 'Volk 1', emptyWeight: 10 })
})
afterEach(() => app.close())

const edit = (fields: object) => anna.post(`/scale/${scaleId}`, fields)
/** Sends what was made on a device without a network some hours ago. */
const editLate = (hours: number, fields: object) => {
  const noted = new Date(app.clock.now() - hours * HOUR).toISOString()
  const headers = { 'device-time': new Date(app.clock.now()).toISOString(), 'device-noted': noted }
  return anna.post(`/scale/${scaleId}`, fields, headers)
}

test('an edit that waited on a device leaves what was edited later as it is, and changes the rest', async () => {
  app.clock.advance(100 * HOUR)
  await edit({ name: 'Linde' })
  app.clock.advance(HOUR)
  expect(await editLate(72, { name: 'Volk 7', emptyWeight: 12 })).toMatchObject({
    status: 200,
    body: { name: 'Linde', emptyWeight: 12 },
  })
  // made later than the last edit
  expect((await editLate(0.5, { name: 'Esche' })).body).toMatchObject({ name: 'Esche' })
  // what waited counts from when it was made
  expect((await editLate(48, { emptyWeight: 13 })).body).toMatchObject({ emptyWeight: 13 })
  expect((await editLate(60, { emptyWeight: 14 })).body).toMatchObject({ emptyWeight: 13 })
})

test('a scale that was archived in the meantime is not put back by an earlier edit', async () => {
  app.clock.advance(100 * HOUR)
  await anna.post(`/controller/${controllerId}/channel/1/archive`)
  expect((await editLate(5, { state: 'active', name: 'Volk 7' })).body).toMatchObject({
    state: 'archived',
    name: 'Volk 7',
  })
})
