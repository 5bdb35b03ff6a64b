import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

it('gives the same keys if the request is repeated with its id, until one of them has been used', async () => {
  const pair = (digit: string) => ({ imei: digit.repeat(15), imsi: digit.repeat(15) })
  const batch = { id: '0b1f3f5e-7c2d-4f8a-9a43-5d0a6f3c2b11', controllers: [pair('4'), pair('5')] }
  const add = (body: object = batch) => admin.post('/admin/controllers', body)
  const first = await add()
  expect((await add({ ...batch, id: batch.id.toUpperCase() })).body).toEqual(first.body)
  const entries = await app.db.selectFrom('audit').select('action').execute()
  expect(entries.map(({ action }) => action)).toEqual(['controller.provision', 'controller.provision'])
  const known = { status: 409, body: { code: 'controller_already_registered' } }
  expect(await add({ controllers: batch.controllers })).toMatchObject(known)
  expect(await add({ ...batch, id: '0b1f3f5e-7c2d-4f8a-9a43-5d0a6f3c2b12' })).toMatchObject(known)
  expect(await add({ ...batch, controllers: [pair('4'), { ...pair('5'), imsi: '6'.repeat(15) }] })).toMatchObject(known)
  const [{ deviceKey }] = first.body.controllers
  const heard = await app.nobody.post(
    '/ingest',
    { ...pair('4'), readings: [] },
    { authorization: `Bearer ${deviceKey}` },
  )
  expect(heard.status).toBe(200)
  await app.deps.database.write('writeContacts', undefined)
  expect(await add()).toMatchObject(known)
})

it('gives the same key to one that is registered by itself', async () => {
  const one = { id: '0b1f3f5e-7c2d-4f8a-9a43-5d0a6f3c2b13', imei: '4'.repeat(15), imsi: '5'.repeat(15) }
  const add = (body: object = one) => admin.post('/admin/controller', body)
  const first = await add()
  expect(first.status).toBe(201)
  expect((await add()).body).toEqual(first.body)
  const { id: _, ...without } = one
  const again = await add(without)
  expect(again).toMatchObject({ status: 409, body: { code: 'controller_already_registered' } })
  expect(again.body).not.toHaveProperty('issues')
  expect(await app.db.selectFrom('audit').select('action').execute()).toHaveLength(1)
})
