import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { digitalCart, orderAddress } from '../support/samples/order-cart.ts'
import { type MailServerForTests, startMailServer } from '../support/services/mail-server.ts'
import { type StripeService, startStripeService } from '../support/services/stripe-service.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const KILLS = IS_LONG_RUN ? 10 : 1
const ORDERS = 15

let stripe: StripeService
let mailServer: MailServerForTests
beforeEach(async () => {
  stripe = await startStripeService()
  mailServer = await startMailServer()
})
afterEach(async () => {
  await stripe.close()
  await mailServer.close()
})

const place = installationForEachTest(() => ({ ...stripe.environment, SMTP_URL: mailServer.url }))

async function start(): Promise<void> {
  await place.start()
  stripe.state.webhookUrl = `${place.url}/api/shop/webhook/stripe`
}

type Placed = { key: string; email: string; session: string }

async function placeOrders(round: number): Promise<Placed[]> {
  const api = new ApiClient(place.url)
  const placed: Placed[] = []
  for (let index = 0; index < ORDERS; index++) {
    const email = `order-${round}-${index}@example.org`
    const cart = { ...digitalCart, nofSubscriptions: 2, address: { ...orderAddress, email } }
    const { key } = await api.post<{ key: string }>('/shop/order', cart)
    placed.push({ key, email, session: stripe.last().id })
  }
  return placed
}

test('a kill between the payment and what it pays for loses nothing and gives nothing twice', async () => {
  await start()
  const all: Placed[] = []
  for (let round = 0; round < KILLS; round++) {
    const placed = await placeOrders(round)
    all.push(...placed)
    const acknowledged: string[] = []
    let toldOnce: () => void = () => undefined
    const first = new Promise<void>((resolve) => {
      toldOnce = resolve
    })
    const telling = placed.map(async ({ key, session }) => {
      const statuses = await stripe.pay(session).catch((): number[] => [])
      if (!statuses.includes(200)) return
      acknowledged.push(key)
      toldOnce()
    })
    await first
    await place.server.kill()
    await Promise.all(telling)

    await start()
    for (const key of acknowledged) {
      const status = await new ApiClient(place.url).get<{ payment: string }>(`/shop/order/${key}`)
      expect(status.payment, 'an answered payment is stored').toBe('paid')
    }
    // a provider that got no answer notifies again
    await Promise.all(placed.map(({ session }) => stripe.tell(session, 'completed', { times: 2 })))
    await expect
      .poll(async () => (await Promise.all(placed.map(stateOf))).filter((state) => state !== 'completed'), {
        timeout: 30_000,
      })
      .toEqual([])
  }
  await expect
    .poll(() => all.filter(({ email }) => mailsTo(email).size < 2).length, { timeout: 60_000, interval: 200 })
    .toBe(0)
  await place.server.stop()
  // a repeated mail is identical for its recipient
  const sent = all.flatMap(({ email }) => [...mailsTo(email).values()])
  expect(sent.every((times) => times <= 2)).toBe(true)
  expect(sent.filter((times) => times > 1).length).toBeLessThanOrEqual(KILLS)

  const database = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'), { readonly: true })
  const count = (sql: string, value: string) => database.prepare<[string], { n: number }>(sql).get(value)?.n
  for (const { key, email } of all) {
    expect({
      payments: count('select count(*) n from order_payment join "order" o on o.id = order_id where o.key = ?', key),
      keys: count('select count(*) n from order_key where source = ?', `order ${key}`),
      codes: count('select count(*) n from order_code join "order" o on o.id = order_id where o.key = ?', key),
      mails: count('select count(*) n from mail where recipient = ?', email),
    }).toEqual({ payments: 1, keys: 2, codes: 2, mails: 2 })
  }
  database.close()
}, 900_000)

/** How often each mail arrived, by its Message-ID. */
function mailsTo(email: string): Map<string, number> {
  const times = new Map<string, number>()
  for (const { to, raw } of mailServer.received) {
    if (!to.includes(email)) continue
    const id = /^Message-ID: (.+)$/im.exec(raw)![1]!
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}

async function stateOf({ key }: Placed): Promise<string> {
  return (await new ApiClient(place.url).get<{ state: string }>(`/shop/order/${key}`)).state
}
