import { afterEach, beforeEach, expect, it } from 'vitest'
import { digitalCart, order } from '../../../tests/support/samples/order-cart.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterEach(() => app.close())

const exported = async (client: Client) => (await client.get('/user/export')).body

it('lists of each kind what is the account’s own, and not what somebody else has', async () => {
  const berta = await app.signIn('berta@example.org')
  const admin = await app.signIn('admin@example.org', { admin: true })
  const shared = await app.claim(anna)
  const { watchCode } = (await anna.post(`/controller/${shared.id}/watchCode`, {})).body
  const bertas = await app.claim(berta, 'Bertas')
  const before = await exported(anna)

  await berta.post('/controller/watches', { code: watchCode })
  await berta.post('/notification', { type: 'email', address: 'berta@example.org' })
  await berta.post(`/notification/mute?idcontroller=${shared.id}`, { notificationType: 'swarm', enddate: null })
  const into = { target: 'raw', address: 'https://berta.example.org/in' }
  await berta.post(`/controller/${bertas.id}/channel/1/forwarding`, into)
  await order(berta, digitalCart)
  await admin.post(`/admin/user/${berta.accountId}/changestate`, { active: true })
  await admin.post(`/admin/user/${berta.accountId}/profile`, { firstname: 'Berta' })
  const key = { key_hash: 'x', term_years: 1, term_days: 0, uses_left: 0, source: 'script', created_at: 0 }
  const made = await app.db.insertInto('order_key').values(key).returning('id').executeTakeFirstOrThrow()
  const term = { term_years: 1, term_days: 0, extra_days: 0, end_before: 0, ends_at: 1, redeemed_at: 0 }
  await app.db
    .insertInto('order_key_redemption')
    .values({ ...term, order_key_id: made.id, controller_id: bertas.id, account_id: berta.accountId, owner_id: null })
    .execute()

  const { notifications, mutes, watches, forwardings, orders, redeemedKeys, changes } = await exported(berta)
  for (const [kind, list] of Object.entries({ notifications, mutes, watches, forwardings, orders, redeemedKeys }))
    expect(list, kind).toHaveLength(1)
  expect(changes).not.toEqual([])
  expect(await exported(anna)).toEqual(before)
})

it('says at each hive and transmitter what was done there, without what was deleted', async () => {
  const [first, second] = [await app.claim(anna), await app.claim(anna)]
  const [linden, maple] = [await app.addScale(anna, first.id, 1), await app.addScale(anna, first.id, 2)]
  const note = (scaleId: number, description: string) =>
    anna.post('/intervention', { scaleId, label: 'other', description, time: '2026-05-10T09:00:00Z' })
  await note(linden, 'Fed')
  await note(maple, 'Inspected')
  const { body: wrong } = await note(maple, 'Wrong hive')
  expect((await anna.delete(`/intervention/${wrong.id}`)).status).toBe(200)
  for (const { id, multiplier } of [
    { ...first, multiplier: 0.0001 },
    { ...second, multiplier: 0.0002 },
  ])
    await anna.post(`/controller/${id}/channel/1/calibration`, { offset: 0, multiplier })
  const { controllers } = await exported(anna)
  type Listed = { calibrations: { multiplier: number }[]; scales: { interventions: { description: string }[] }[] }
  expect(
    controllers.map(({ calibrations, scales }: Listed) => [
      calibrations.map(({ multiplier }) => multiplier),
      scales.map(({ interventions }) => interventions.map(({ description }) => description)),
    ]),
  ).toEqual([
    [[0.0001], [['Fed'], ['Inspected']]],
    [[0.0002], []],
  ])
})
