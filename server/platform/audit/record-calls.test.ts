import { afterAll, beforeAll, expect, it } from 'vitest'
import { digitalCart, order } from '../../../tests/support/samples/order-cart.ts'
import { type Client, cookieOf, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client
let anna: Client
let acting: Pick<Client, 'post' | 'delete'>

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  const cookie = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
  acting = {
    post: (path, body) => app.nobody.post(path, body, { cookie }),
    delete: (path) => app.nobody.delete(path, { cookie }),
  }
})
afterAll(() => app.close())

const lastCall = async () => {
  const row = await app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { call: row.subject_id, ...JSON.parse(row.after!) }
}
const everything = async () => JSON.stringify(await app.db.selectFrom('audit').selectAll().execute())

it('names the route that answered, and does not store a watch code', async () => {
  const ben = await app.signIn('ben@example.org')
  const { id } = await app.claim(ben)
  const { watchCode: code } = (await ben.post(`/controller/${id}/watchCode`, {})).body
  expect((await acting.post('/controller/watches', { code })).status).toBe(201)
  expect(await lastCall()).toMatchObject({ call: 'POST /api/controller/watches', path: '/api/controller/watches' })
  const call = 'DELETE /api/controller/watches/:code'
  expect((await acting.delete(`/controller/watches/${code}`)).status).toBe(200)
  expect(await lastCall()).toMatchObject({ call, path: '/api/controller/watches/:code' })
  await acting.post('/controller/watches', { code })
  expect((await acting.delete(`/controller/watches/${id}`)).status).toBe(200)
  expect(await lastCall()).toMatchObject({ call, path: `/api/controller/watches/${id}` })
  expect(await everything()).not.toContain(code)
})

it('does not store an order key', async () => {
  const { key } = (await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })).body
  expect((await acting.post(`/shop/order/${key}/payment`, {})).status).toBe(200)
  expect(await lastCall()).toMatchObject({
    call: 'POST /api/shop/order/:key/payment',
    path: '/api/shop/order/:key/payment',
  })
  expect(await everything()).not.toContain(key)
})

it('stores the number of what a call was about, and of a web address only the origin', async () => {
  const { id } = await app.claim(anna)
  await app.addScale(anna, id)
  const forwarding = { target: 'raw', address: 'https://hooks.example.org/services/T00/B00/XXXX?key=XXXX' }
  expect((await acting.post(`/controller/${id}/channel/1/forwarding`, forwarding)).status).toBe(201)
  expect(await lastCall()).toEqual({
    call: 'POST /api/controller/:id/channel/:channel/forwarding',
    path: `/api/controller/${id}/channel/1/forwarding`,
    query: {},
    body: { target: 'raw', address: 'https://hooks.example.org' },
  })
  expect(await everything()).not.toContain('XXXX')
  await acting.post('/notification', { type: 'email', address: 'anna@example.net' })
  expect((await lastCall()).body).toEqual({ type: 'email', address: 'anna@example.net' })
})
