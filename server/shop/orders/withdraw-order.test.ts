import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digitalCart, order } from '../../../tests/support/samples/order-cart.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g
const revoked = { status: 409, body: { code: 'order_key_revoked', message: expect.stringContaining('canceled') } }

let app: TestApp
let admin: Client
let anna: Client
let berta: Client
beforeEach(async () => {
  app = await createTestApp({ SHOP: 'on' })
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
})
afterEach(() => app.close())

/** A paid order of subscriptions, with the codes that were mailed for it. */
async function bought(nofSubscriptions: number, cart: object = {}, customer = app.nobody) {
  const { body } = await order(customer, { ...digitalCart, paymentMethod: 'prepayment', nofSubscriptions, ...cart })
  const { id } = await app.db.selectFrom('order').select('id').where('key', '=', body.key).executeTakeFirstOrThrow()
  expect((await admin.post(`/shop/orders/${id}/activatePrepay`, {})).status).toBe(200)
  await app.settleOrders()
  await app.sendMails()
  const mail = app.mails.find(({ subject }) => subject.includes('order keys') && subject.includes(body.key))
  const codes = (mail?.text.match(CODE) ?? []).filter((code) => code !== body.key)
  return { id, key: body.key as string, total: body.total as number, codes: [...new Set(codes)] }
}
const read = async (id: number) => (await admin.get(`/shop/orders/${id}`)).body
const edit = async (id: number, changes: object) =>
  admin.post(`/shop/orders/${id}`, { updatedAt: (await read(id)).updatedAt, ...changes })
/** Digital orders are completed when they are paid. */
const cancel = async (id: number) => {
  if ((await read(id)).state === 'completed') await edit(id, { state: 'open' })
  return edit(id, { state: 'cancelled' })
}
const renew = (client: Client, id: number, orderKey: string) => client.post(`/controller/${id}/renew`, { orderKey })
const actions = async (id: number) => (await read(id)).history.map(({ action }: { action: string }) => action)

describe('an order that is cancelled', () => {
  it('ends its codes: they no longer extend anything, and the error says so', async () => {
    const { id, codes } = await bought(2)
    expect(codes).toHaveLength(2)
    const { id: controllerId } = await app.claim(anna)
    const before = (await anna.get(`/controller/${controllerId}`)).body.subscriptionEnd
    expect(await cancel(id)).toMatchObject({ status: 200, body: { codes: 0, usedCodesOpen: false, usedCodes: [] } })
    for (const code of codes) expect(await renew(anna, controllerId, code)).toMatchObject(revoked)
    const words = await anna.post(
      `/controller/${controllerId}/renew`,
      { orderKey: codes[0] },
      { 'accept-language': 'de' },
    )
    expect(words.body.message).toContain('Bestellschlüssel gilt nicht mehr')
    expect((await anna.get(`/controller/${controllerId}`)).body.subscriptionEnd).toBe(before)
    expect(await actions(id)).toContain('codesRevoked')
    const again = await admin.post(`/shop/orders/${id}/resendConfirmation`, { sendTemplate: 'codes' })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_without_codes' } })
  })

  it('flags used codes, whoever used them, until somebody has looked', async () => {
    const { id, codes } = await bought(2)
    const { id: controllerId } = await app.claim(berta)
    expect((await renew(berta, controllerId, codes[0]!)).status).toBe(200)
    expect(await cancel(id)).toMatchObject({
      body: { needsAttention: true, usedCodesOpen: true, usedCodes: [{ controllerId }], history: expect.any(Array) },
    })
    const { history } = await read(id)
    expect(history.findLast(({ action }: { action: string }) => action === 'codesRevoked')).toMatchObject({
      actor: 'system',
      after: { revoked: 1, used: 1 },
    })
    // the money is another matter
    await edit(id, { payment: { amount: -(await read(id)).paid } })
    expect((await admin.get('/shop/orders?attention=true')).body.items).toMatchObject([{ id }])
    expect(await edit(id, { attended: 'usedCodes' })).toMatchObject({
      body: { needsAttention: false, usedCodesOpen: false },
    })
    expect((await admin.get('/shop/orders?attention=true')).body.items).toEqual([])
    await edit(id, { comment: 'seen' })
    expect(await read(id)).toMatchObject({ needsAttention: false })
    expect(await renew(berta, controllerId, codes[0]!)).toMatchObject({ body: { code: 'order_key_used_up' } })
  })

  it('flags a subscription that it extended directly', async () => {
    const { id: controllerId } = await app.claim(anna)
    const { id } = await bought(1, { subscriptionControllerId: controllerId }, anna)
    expect(await cancel(id)).toMatchObject({ body: { usedCodesOpen: true, usedCodes: [{ controllerId }] } })
  })

  it('gives its codes back when it is reopened, and ends them again when it is cancelled again', async () => {
    const { id, codes } = await bought(2)
    await cancel(id)
    expect((await edit(id, { state: 'open' })).body).toMatchObject({ codes: 2, withdrawnAt: null })
    const { id: controllerId } = await app.claim(anna)
    expect((await renew(anna, controllerId, codes[0]!)).status).toBe(200)
    expect(await cancel(id)).toMatchObject({ body: { usedCodesOpen: true } })
    expect(await renew(anna, controllerId, codes[1]!)).toMatchObject(revoked)
    expect((await actions(id)).filter((action: string) => action.startsWith('codes'))).toEqual([
      ...['codesRevoked', 'codesRestored', 'codesRevoked'],
    ])
  })

  it('and a code used at the same moment: either it extends and is flagged, or it is refused', async () => {
    const { id, codes } = await bought(4)
    const { id: controllerId } = await app.claim(anna)
    if ((await read(id)).state === 'completed') await edit(id, { state: 'open' })
    const { updatedAt } = await read(id)
    const [first, ...others] = codes.map((code) => () => renew(anna, controllerId, code))
    const answers = await Promise.all([
      first!(),
      admin.post(`/shop/orders/${id}`, { updatedAt, state: 'cancelled' }),
      ...others.map((use) => use()),
    ])
    expect(answers[1]?.status).toBe(200)
    const uses = answers.filter((_, index) => index !== 1)
    const extended = uses.filter(({ status }) => status === 200).length
    expect(uses.filter(({ status, body }) => status === 409 && body.code === 'order_key_revoked')).toHaveLength(
      4 - extended,
    )
    expect((await read(id)).usedCodes).toHaveLength(extended)
    expect((await read(id)).usedCodesOpen).toBe(extended > 0)
  })

  it('before its codes were mailed mails none, and does not count as a failure', async () => {
    const { body } = await order(app.nobody, { ...digitalCart, paymentMethod: 'prepayment' })
    const { id } = await app.db.selectFrom('order').select('id').where('key', '=', body.key).executeTakeFirstOrThrow()
    await app.sendMails()
    await admin.post(`/shop/orders/${id}/activatePrepay`, {})
    app.deps.mailer.available = false
    await app.settleOrders()
    await cancel(id)
    app.deps.mailer.available = true
    app.mails.length = 0
    await app.sendMails()
    expect(app.mails).toEqual([])
    expect((await read(id)).mails).toEqual([])
    expect((await app.nobody.get(`/shop/order/${body.key}`)).body.codes).toEqual([])
  })

  it('mails its codes after all if it is reopened before they were sent, and not again if they were', async () => {
    app.deps.mailer.available = false
    const { id } = await bought(2)
    app.deps.mailer.available = true
    await cancel(id)
    await edit(id, { state: 'open' })
    for (const mailed of [1, 1]) {
      await app.sendMails()
      const mails = app.mails.filter(({ subject }) => subject.includes('order keys'))
      expect(mails).toHaveLength(mailed)
      expect(mails[0]!.text.match(CODE)).toHaveLength(2)
      await cancel(id)
      await edit(id, { state: 'open' })
    }
  })
})

describe('an order that was refunded', () => {
  it('ends its codes with the last of the money; a partial refund needs attention while they are valid', async () => {
    const { id, codes, total } = await bought(2)
    const { id: controllerId } = await app.claim(anna)
    expect(await edit(id, { payment: { amount: -1000 } })).toMatchObject({
      body: { codesUnpaid: true, needsAttention: true },
    })
    expect((await admin.get('/shop/orders?attention=true')).body.items).toMatchObject([{ id }])
    expect((await renew(anna, controllerId, codes[0]!)).status).toBe(200)
    expect(await edit(id, { discount: 1000 })).toMatchObject({ body: { codesUnpaid: false, needsAttention: false } })
    expect(await edit(id, { payment: { amount: 1000 - total } })).toMatchObject({
      body: { paid: 0, usedCodesOpen: true, codesUnpaid: false, needsAttention: true },
    })
    expect(await renew(anna, controllerId, codes[1]!)).toMatchObject(revoked)
    expect(await edit(id, { payment: { amount: total - 1000 } })).toMatchObject({
      body: { needsAttention: false, codes: 2 },
    })
    expect((await renew(anna, controllerId, codes[1]!)).status).toBe(200)
  })
})
