import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selectPublishedAccounts } from '../../server/exchange/mqtt/mqtt-queries.ts'
import { administratorsToTell } from '../../server/people/accounts/administrators-to-tell.ts'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../support/server/test-app.ts'
import { resetToken } from '../support/services/reset-token.ts'

let app: TestApp
let chief: Client
let berta: Client
let controller: number

beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  chief = await app.signIn('chief@example.org', { admin: true })
  berta = await app.signIn('berta@example.org', { admin: true })
  controller = (await app.claim(berta)).id
})
afterEach(() => app.close())

/** As soon as the account is off, whatever of it is still stored. */
const switchOff = () => app.db.updateTable('account').set({ active: 0 }).where('id', '=', berta.accountId).execute()

describe('an account that is switched off', () => {
  it('opens nothing: neither its sessions nor its shares', async () => {
    const scale = await app.addScale(berta, controller)
    const { body: share } = await berta.post('/share', { type: 'livefeed', scales: [scale] })
    const token = { 'x-share-token': new URL(share.link).searchParams.get('token')! }
    const opened = async () => [
      (await berta.get('/user/ping')).status,
      (await app.nobody.get('/share/view', token)).status,
    ]
    expect(await opened()).toEqual([200, 200])
    await switchOff()
    expect(await opened()).toEqual([401, 404])
  })

  it('is not told that its password is set if the request is repeated', async () => {
    await app.nobody.post('/user/passwordReset/request?email=berta@example.org')
    await app.sendMails()
    const set = () =>
      app.nobody.post(`/user/passwordReset/set?token=${resetToken(app.mails)}&password=${sent(PASSWORD)}`)
    expect([(await set()).status, (await set()).status]).toEqual([200, 200])
    await switchOff()
    expect((await set()).body.code).toBe('password_reset_invalid')
  })

  it('is no administrator who remains, and is told of nothing', async () => {
    const told = async () => (await administratorsToTell(app.db, app.deps.config)).map(({ email }) => email)
    expect((await told()).sort()).toEqual(['berta@example.org', 'chief@example.org'])
    await switchOff()
    expect(await told()).toEqual(['chief@example.org'])
    const refused = await chief.post('/user/delete', { password: sent(PASSWORD) })
    expect(refused.body.code).toBe('last_administrator')
  })

  it('is not published to Home Assistant, and neither is one without a transmitter', async () => {
    expect(await selectPublishedAccounts(app.db, ['*'])).toEqual([berta.accountId])
    await switchOff()
    expect(await selectPublishedAccounts(app.db, ['*'])).toEqual([])
    expect(await selectPublishedAccounts(app.db, ['berta@example.org'])).toEqual([])
  })
})
