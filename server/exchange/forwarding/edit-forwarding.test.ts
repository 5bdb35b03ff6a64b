import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ForwardingStation, openForwardingStation } from '../../../tests/support/samples/forwarding-station.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import { editForwarding } from './edit-forwarding.ts'
import { testForwarding } from './test-forwarding.ts'

let station: ForwardingStation

beforeEach(async () => {
  station = await openForwardingStation()
})
afterEach(() => station.close())

const account = () => ({ accountId: station.anna.accountId }) as SignedIn

/** A forwarding that failed once, and has something to send. */
async function failedOnce(target: 'raw' | 'capaz', address: string) {
  const id = await station.add({ target, address })
  const row = () => station.app.db.selectFrom('forwarding').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  await station.app.db.updateTable('forwarding').set({ failures: 1 }).execute()
  return { id, row }
}

const anHourLater = () => station.app.clock.now() + 3_600_000

test('a change that is saved while a failed message gets through does not bring the next one before its hour', async () => {
  const { id, row } = await failedOnce('capaz', 'anna@example.org')
  const mailCodes = {
    async isConfirmed() {
      await station.forward()
      return true
    },
  } as unknown as MailCodes
  await editForwarding(station.app.deps, account(), id, { address: 'other@example.org' }, mailCodes)
  expect(await row()).toMatchObject({ address: 'other@example.org', failures: 0, due_at: anHourLater() })
})

test('a test that ends after a failed message got through does not bring the next one before its hour', async () => {
  const { id, row } = await failedOnce('raw', station.web.url)
  const safeFetch: typeof station.app.deps.safeFetch = {
    ...station.app.deps.safeFetch,
    async post(...message) {
      await station.forward()
      return station.app.deps.safeFetch.post(...message)
    },
  }
  await testForwarding({ ...station.app.deps, safeFetch }, account(), id)
  expect(station.web.received.map(({ body }) => body.test)).toEqual([undefined, true])
  expect(await row()).toMatchObject({ failures: 0, due_at: anHourLater() })
})
