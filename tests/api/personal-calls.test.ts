import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIRMED_MINUTES } from '../../server/domain/people/password.ts'
import { type Client, cookieOf, createTestApp, type TestApp } from '../support/server/test-app.ts'

/** What nobody does in somebody's name. */
const ownHand = [
  'POST /notification/1/confirm',
  'POST /notification/1/secret',
  'POST /controller/forwarding/1/confirm',
  'GET /user/export',
  'POST /user/delete',
  'POST /user/apiToken',
  'DELETE /user/apiToken/1',
  'POST /user/passkey/options',
  'POST /user/passkey',
  'POST /user/passkey/1',
  'DELETE /user/passkey/1',
  'POST /user/password',
  'POST /user/confirm',
  'POST /user/confirm/passkey/options',
  'POST /user/confirm/passkey',
  'POST /user/email',
  'POST /user/email/confirm',
  'POST /user/secondFactor/options',
  'POST /user/secondFactor',
  'DELETE /user/secondFactor',
  'POST /user/secondFactor/recoveryCodes',
  'DELETE /user/sessions',
  'DELETE /user/sessions/1',
]
/** What gives lasting access, so that an unlocked phone on a table is not enough. */
const confirmed = [
  'POST /user/apiToken',
  'POST /user/passkey/options',
  'POST /user/passkey',
  'POST /user/email',
  'POST /user/email/confirm',
  'POST /user/secondFactor/options',
  'POST /user/secondFactor',
  'DELETE /user/secondFactor',
  'POST /user/secondFactor/recoveryCodes',
]
/** What an administrator with a second factor does only in a session that was started with it: the same, and what ends something. */
const factored = [...confirmed, 'POST /user/delete', 'DELETE /user/passkey/1']

let app: TestApp
let anna: Client
let acting: string
let withoutFactor: Client

const code = async (call: string, cookie: string | undefined) => {
  const [method, path] = call.split(' ') as [string, string]
  const body = method === 'POST' ? {} : undefined
  const answer = await app.request(method, path, { body, headers: { cookie: cookie! } })
  return { status: answer.status, code: answer.body.code }
}

beforeAll(async () => {
  app = await createTestApp({ ADMIN_SECOND_FACTOR: 'true' })
  anna = await app.signIn('anna@example.org')
  const admin = await app.signIn('admin@example.org', { admin: true })
  withoutFactor = await app.signIn('chief@example.org', { admin: true })
  const key = { public_key: new Uint8Array(), counter: 0, transports: '[]', name: 'Phone', created_at: 1 }
  for (const { accountId } of [admin, withoutFactor])
    await app.db
      .insertInto('passkey')
      .values({ ...key, account_id: accountId, credential_id: `key-${accountId}` })
      .execute()
  await app.db.updateTable('session').set({ factor: 'passkey' }).where('account_id', '=', admin.accountId).execute()
  const { status, headers } = await admin.post(`/admin/user/${anna.accountId}/actAs`)
  expect(status).toBe(200)
  acting = cookieOf(headers)
})
afterAll(() => app.close())

describe('what is personal', () => {
  it.each(ownHand)('%s is refused to an administrator who acts as the user', async (call) => {
    expect(await code(call, acting)).toEqual({ status: 403, code: 'not_while_acting' })
  })

  it.each(factored)('%s is refused to an administrator who has not shown the second factor', async (call) => {
    expect(await code(call, withoutFactor.cookie)).toEqual({ status: 403, code: 'second_factor_missing' })
  })

  it.each(confirmed)('%s is refused once the sign-in is a while ago', async (call) => {
    app.clock.advance((CONFIRMED_MINUTES + 1) * 60_000)
    expect(await code(call, anna.cookie)).toEqual({ status: 403, code: 'confirm_identity' })
  })
})
