import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_TOKENS_MAXIMUM } from '#domain/people/api-token.ts'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'

let app: TestApp
let anna: Client

beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  anna = await app.signIn('anna@example.org')
})
afterEach(() => app.close())

const wanted = { name: ' Spreadsheet ', scopes: ['readings', 'readings'], days: 30 }
const read = (token: string) => app.nobody.get('/v1/readings', { authorization: `Bearer ${token}` })

describe('a token for scripts', () => {
  it('is shown once, stored as a hash, and its owner is notified', async () => {
    const { status, body } = await anna.post('/user/apiToken', wanted)
    expect(status).toBe(201)
    expect(body.token).toMatch(/^hw_\S+$/)
    const { token, message: _, ...made } = body
    expect(made).toEqual({
      id: made.id,
      name: 'Spreadsheet',
      scopes: ['readings'],
      createdAt: '2026-05-10T10:00:00.000Z',
      expiresAt: '2026-06-09T10:00:00.000Z',
      hasEnded: false,
      lastUsedAt: null,
    })
    expect((await anna.get('/user/apiToken')).body).toEqual([made])
    const rows = await app.db.selectFrom('api_token').selectAll().execute()
    expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)])
    expect(JSON.stringify(rows)).not.toContain(token)
    await app.sendMails()
    expect(app.mails.at(-1)).toMatchObject({ to: 'anna@example.org' })
    expect(app.mails.at(-1)!.text).toContain('Spreadsheet')
    expect(app.mails.at(-1)!.text).not.toContain(token)
  })

  it.each([
    ['without a name', { name: ' ' }],
    ['that may read nothing', { scopes: [] }],
    ['that may read what there is not', { scopes: ['accounts'] }],
    ['for no time', { days: 0 }],
    ['for more than a year', { days: 367 }],
    ['for half a day', { days: 0.5 }],
  ])('is not made %s', async (_, fault) => {
    const { status, body } = await anna.post('/user/apiToken', { ...wanted, ...fault })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' })
  })

  it('is only made by someone who has just confirmed their identity', async () => {
    app.clock.advance(11 * 60_000)
    expect((await anna.post('/user/apiToken', wanted)).body.code).toBe('confirm_identity')
    await anna.post('/user/confirm', { password: sent(PASSWORD) })
    expect((await anna.post('/user/apiToken', wanted)).status).toBe(201)
  })

  it('is the same again for the same id, in case the answer got lost, until it has been used', async () => {
    const once = { ...wanted, id: 'a1b2c3d4-0000-4000-8000-000000000001' }
    const make = () => anna.post('/user/apiToken', once)
    const replies = [...(await Promise.all([make(), make(), make()])), await make()]
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    const [first] = replies
    for (const { body } of replies) expect(body).toEqual(first!.body)
    expect((await anna.get('/user/apiToken')).body).toHaveLength(1)
    await app.sendMails()
    expect(app.mails.filter(({ text }) => text.includes('Spreadsheet'))).toHaveLength(1)

    const ben = await app.signIn('ben@example.org')
    expect((await ben.post('/user/apiToken', once)).body.token).not.toBe(first!.body.token)
    expect((await read(first!.body.token)).status).toBe(200)
    const { status, body } = await make()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'already_exists' })
  })

  it('is refused beyond the maximum number', async () => {
    for (let i = 0; i < API_TOKENS_MAXIMUM; i++) await anna.post('/user/apiToken', wanted)
    const { status, body } = await anna.post('/user/apiToken', wanted)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'api_tokens_too_many' })
  })

  it('opens nothing once it is revoked, by its owner alone', async () => {
    const { token, id } = (await anna.post('/user/apiToken', wanted)).body
    const ben = await app.signIn('ben@example.org')
    expect((await ben.delete(`/user/apiToken/${id}`)).status).toBe(404)
    expect((await ben.get('/user/apiToken')).body).toEqual([])
    expect((await read(token)).status).toBe(200)
    expect((await anna.delete(`/user/apiToken/${id}`)).status).toBe(200)
    expect((await read(token)).body.code).toBe('api_token_wrong')
  })

  it('opens nothing once it has expired, its owner is deactivated, or a new password was set by a link', async () => {
    const make = async (client: Client) => (await client.post('/user/apiToken', wanted)).body.token
    const [annas, ben] = [await make(anna), await app.signIn('ben@example.org')]
    const bens = await make(ben)
    await app.db.updateTable('account').set({ active: 0 }).where('id', '=', ben.accountId).execute()
    expect((await read(bens)).body.code).toBe('api_token_wrong')
    app.clock.advance(30 * 86_400_000)
    expect((await read(annas)).body.code).toBe('api_token_ended')
    expect((await anna.get('/user/apiToken')).body[0].hasEnded).toBe(true)
    await app.nobody.post('/user/passwordReset/request?email=anna@example.org')
    await app.sendMails()
    const link = resetToken(app.mails)
    await app.nobody.post(`/user/passwordReset/set?token=${link}&password=${sent('other words')}`)
    expect(await app.db.selectFrom('api_token').selectAll().where('account_id', '=', anna.accountId).execute()).toEqual(
      [],
    )
  })

  it('has ended if it would last longer than any may, since the clock was ahead when it was made', async () => {
    const ahead = 3650 * 86_400_000
    app.clock.advance(ahead)
    const later = await app.signIn('later@example.org')
    const { token } = (await later.post('/user/apiToken', wanted)).body
    app.clock.advance(-ahead)
    expect((await read(token)).body.code).toBe('api_token_ended')
    const again = await app.nobody.post('/user/login', { email: 'later@example.org', password: sent(PASSWORD) })
    const { body } = await app.nobody.get('/user/apiToken', { cookie: cookieOf(again.headers) })
    expect(body).toMatchObject([{ hasEnded: true }])
    await anna.post('/user/confirm', { password: sent(PASSWORD) })
    const { token: longest } = (await anna.post('/user/apiToken', { ...wanted, days: 366 })).body
    app.clock.advance(-12 * 3_600_000)
    expect((await read(longest)).status).toBe(200)
  })

  it('says when it was last used, and is part of its owner’s export', async () => {
    const { token } = (await anna.post('/user/apiToken', wanted)).body
    await read(token)
    app.clock.advance(60_000)
    await read(token)
    const [shown] = (await anna.get('/user/apiToken')).body
    expect(shown.lastUsedAt).toBe('2026-05-10T10:00:00.000Z')
    app.clock.advance(5 * 60_000)
    await read(token)
    expect((await anna.get('/user/apiToken')).body[0].lastUsedAt).toBe('2026-05-10T10:06:00.000Z')
    const { apiTokens } = (await anna.get('/user/export')).body
    expect(apiTokens).toEqual([
      {
        name: 'Spreadsheet',
        scopes: ['readings'],
        createdAt: '2026-05-10T10:00:00.000Z',
        expiresAt: '2026-06-09T10:00:00.000Z',
      },
    ])
  })
})
