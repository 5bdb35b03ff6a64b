import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let admin: Client

beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://hive.example.org' })
  anna = await app.signIn('anna@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

type Transmitter = Awaited<ReturnType<TestApp['claim']>>

const colorsOf = async (client: Client) => {
  const { body } = await client.get('/scale/all')
  return Object.fromEntries((body as { name: string; color: number }[]).map(({ name, color }) => [name, color]))
}
const send = async ({ imei, imsi, deviceKey }: Transmitter, channel: number) => {
  const readings = [{ time: new Date(app.clock.now()).toISOString(), channel, weight: 40 }]
  const headers = { authorization: `Bearer ${deviceKey}` }
  expect(await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })).toMatchObject({
    body: { accepted: 1 },
  })
}

it('each scale of an owner gets a color of its own, whoever adds it, and keeps it', async () => {
  const [first, second] = [await app.claim(anna), await app.claim(anna)]
  await app.addScale(anna, first.id, 1, { name: 'a' })
  await send(second, 3)
  const c = await app.addScale(anna, first.id, 2, { name: 'c' })
  const before = await colorsOf(anna)
  expect(Object.values(before).toSorted()).toEqual([0, 1, 2])
  await anna.post(`/scale/${c}`, { channelId: 5, state: 'empty' })
  await anna.post(`/controller/${first.id}/channel/1/archive`)
  expect(await colorsOf(anna)).toEqual(before)
})

it('the owner can choose another, and a share shows it', async () => {
  const { id } = await app.claim(anna)
  const scale = await app.addScale(anna, id)
  expect((await anna.post(`/scale/${scale}`, { color: 13 })).body).toMatchObject({ color: 13 })
  for (const color of [64, -1, 1.5, '3', null]) {
    expect(await anna.post(`/scale/${scale}`, { color }), String(color)).toMatchObject({ status: 400 })
  }
  const { body: share } = await anna.post('/share', { type: 'unlimited', scales: [scale] })
  const token = new URL(share.link).searchParams.get('token')!
  const seen = await app.nobody.get('/share/view', { 'x-share-token': token })
  expect(seen.body.scales).toMatchObject([{ id: scale, color: 13 }])
  expect((await anna.get('/dashboard')).body[0].scales).toMatchObject([{ id: scale, color: 13 }])
})

it('a transmitter that changes hands does not bring in a color that is in use', async () => {
  const berta = await app.signIn('berta@example.org')
  const [own, given] = [await app.claim(anna), await app.claim(berta)]
  await app.addScale(anna, own.id, 1, { name: 'a' })
  await app.addScale(berta, given.id, 1, { name: 'b1' })
  await app.addScale(berta, given.id, 2, { name: 'b2' })
  const handOver = (ownerEmail: string) => admin.post(`/admin/controller/${given.id}`, { ownerEmail })
  expect(await handOver('anna@example.org')).toMatchObject({ status: 200 })
  expect(await colorsOf(anna)).toEqual({ a: 0, b1: 2, b2: 1 })
  await handOver('berta@example.org')
  expect(await colorsOf(berta)).toEqual({ b1: 2, b2: 1 })
})
