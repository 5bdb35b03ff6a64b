import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client
let chief: Client
let manager: Client
let anna: Client
let verein: number
let bund: number

const MINUTE = 60_000
const subscription = { endpoint: 'https://push.example.org/1', keys: { p256dh: 'BA', auth: 'AA' } }

beforeAll(async () => {
  app = await createTestApp({ ADMIN_MENU_EXCLUDED_EMAIL: 'Excluded@Example.org' })
  admin = await app.signIn('admin@example.org', { admin: true })
  chief = await app.signIn('excluded@example.org', { admin: true })
  verein = (await admin.post('/admin/affiliation', { name: 'Verein Bern' })).body.id
  bund = (await admin.post('/admin/affiliation', { name: 'Bund' })).body.id
  manager = await app.signIn('manager@example.org', { role: 2, affiliationId: verein })
  anna = await app.signIn('anna_b@example.org')
  await app.signIn('annaxb@example.org')
  await anna.post('/user/profile', {
    firstname: 'Anna',
    lastname: 'Öttli',
    company: '',
    street: 'Waldweg 1',
    zip: '3000',
    city: 'Bern',
    country: 'ch',
    phone: '+41 79 000 00 00',
  })
})
afterAll(() => app.close())

const emails = async (query: string, who = admin) => {
  const { status, body } = await who.get(`/admin/users${query}`)
  expect(status).toBe(200)
  return body.items.map(({ email }: { email: string }) => email)
}
const lastEntry = () => app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const profileOf = (id: number, edit: object, who = admin) => who.post(`/admin/user/${id}/profile`, edit)
/** The same browser after an answer that changed its cookie. */
const withCookie = (cookie: string) => ({
  get: (path: string) => app.nobody.get(path, { cookie }),
  post: (path: string, body?: unknown) => app.nobody.post(path, body, { cookie }),
})

describe('the list of users', () => {
  it('says about each what administrators need', async () => {
    const { body } = await admin.get('/admin/users?q=anna_b')
    expect(body).toEqual({
      items: [
        {
          userId: anna.accountId,
          active: true,
          email: 'anna_b@example.org',
          name: 'Anna Öttli',
          phone: '+41 79 000 00 00',
          address: 'Waldweg 1, 3000 Bern',
          affiliation: null,
          creationDate: '2026-05-10T10:00:00.000Z',
          lastSeen: '2026-05-10T10:00:00.000Z',
          admin: false,
          role: 3,
          manager: false,
          controllerCount: 0,
        },
      ],
      nextCursor: null,
    })
  })

  it.each([
    ['?q=öttli', ['anna_b@example.org']],
    ['?q=ÖTTLI%20anna', ['anna_b@example.org']],
    ['?q=anna%20nobody', []],
    ['?q=otti', []],
    ['?q=ottli', ['anna_b@example.org']],
    ['?q=oettli', ['anna_b@example.org']],
    ['?q=3000%20bern', ['anna_b@example.org']],
    ['?q=waldweg', ['anna_b@example.org']],
    ['?q=079%20000%2000', ['anna_b@example.org']],
    ['?q=%2B41790000000', ['anna_b@example.org']],
    ['?q=0041%20(0)79%20000%2000%2000', ['anna_b@example.org']],
    ['?q=079%20000%2001', []],
    ['?q=%25', []],
    ['?q=%00%C3%B6ttli%00anna', ['anna_b@example.org']],
    ['?role=2', ['manager@example.org']],
    ['?admin=true', ['admin@example.org', 'excluded@example.org']],
    ['?active=false', []],
    ['?sort=email&direction=descending&limit=1', ['manager@example.org']],
    ['?sort=name&direction=descending&limit=1', ['anna_b@example.org']],
  ])('%s', async (query, expected) => {
    expect(await emails(query)).toEqual(expected)
  })

  it('are sorted by name with umlauts at their letter', async () => {
    const changed = app.db.updateTable('account')
    await changed.set({ lastname: 'Zaugg' }).where('email', '=', 'annaxb@example.org').execute()
    expect((await emails('?sort=name')).slice(-2)).toEqual(['anna_b@example.org', 'annaxb@example.org'])
    await changed.set({ lastname: '' }).where('email', '=', 'annaxb@example.org').execute()
  })

  it.each([['email'], ['name'], ['created']])('comes in pages, each user once, sorted by %s', async (sort) => {
    for (const direction of ['ascending', 'descending']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const from: string = cursor && `&cursor=${cursor}`
        const { body } = await admin.get(`/admin/users?limit=2&sort=${sort}&direction=${direction}${from}`)
        seen.push(...body.items.map(({ email }: { email: string }) => email))
        cursor = body.nextCursor
      }
      expect(seen).toHaveLength(5)
      expect(new Set(seen).size).toBe(5)
    }
  })

  it.each(['?cursor=nonsense', '?sort=phone', '?limit=0', '?limit=201', '?role=4'])('refuses %s', async (query) => {
    expect(await admin.get(`/admin/users${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
  })

  it('refuses the cursor of another order', async () => {
    const { body } = await admin.get('/admin/users?limit=1&sort=name')
    expect(await admin.get(`/admin/users?sort=email&cursor=${body.nextCursor}`)).toMatchObject({ status: 400 })
  })

  it.each([
    ['email', 5],
    ['name', 5],
    ['created', 'anna'],
  ])('refuses a cursor whose place in the order of %s is %j', async (sort, value) => {
    const cursor = Buffer.from(JSON.stringify([sort, value, 1])).toString('base64url')
    expect(await admin.get(`/admin/users?sort=${sort}&cursor=${cursor}`)).toMatchObject({ status: 400 })
  })

  it('is for administrators, except the excluded one', async () => {
    for (const who of [anna, manager, chief]) expect((await who.get('/admin/users')).status).toBe(403)
    expect((await app.nobody.get('/admin/users')).status).toBe(401)
  })
})

describe('the users of an affiliation', () => {
  it('are shown only to its manager', async () => {
    await profileOf(anna.accountId, { affiliationId: verein })
    const own = await manager.get(`/admin/affiliatedUsers?affiliationId=${verein}`)
    expect(own.body.items.map(({ email }: { email: string }) => email)).toEqual([
      'anna_b@example.org',
      'manager@example.org',
    ])
    expect(await manager.get('/admin/affiliatedUsers')).toMatchObject({ body: own.body })
    expect(await manager.get(`/admin/affiliatedUsers?affiliationId=${bund}`)).toMatchObject({
      status: 404,
      body: { code: 'affiliation_not_found' },
    })
    expect((await admin.get(`/admin/affiliatedUsers?affiliationId=${bund}`)).body.items).toEqual([])
    expect((await admin.get('/admin/affiliatedUsers?affiliationId=999')).status).toBe(404)
    expect((await anna.get('/admin/affiliatedUsers')).status).toBe(403)
    expect((await manager.get(`/admin/user/${anna.accountId}`)).status).toBe(403)
  })

  it('are none if a manager has no affiliation', async () => {
    const lost = await app.signIn('lost@example.org', { role: 1 })
    expect(await lost.get('/admin/affiliatedUsers')).toMatchObject({ status: 200, body: { items: [] } })
    await app.db.deleteFrom('account').where('id', '=', lost.accountId).execute()
  })
})

describe('a user', () => {
  it('is changed, and the change is recorded', async () => {
    const saved = await profileOf(anna.accountId, { role: 2, affiliationId: bund, city: 'Thun', phone: '' })
    expect(saved).toMatchObject({
      status: 200,
      body: { role: 2, manager: true, affiliation: { id: bund, name: 'Bund' }, profile: { city: 'Thun', zip: '3000' } },
    })
    const { actor_id, action, subject_id, before, after } = await lastEntry()
    expect({ actor_id, action, subject_id }).toEqual({
      actor_id: admin.accountId,
      action: 'user.edit',
      subject_id: String(anna.accountId),
    })
    expect(JSON.parse(before!)).toMatchObject({ role: 3, affiliationId: verein, city: 'Bern' })
    expect(JSON.parse(after!)).toEqual({ role: 2, affiliationId: bund, city: 'Thun', phone: '' })
    expect((await anna.get('/user/ping')).body).toMatchObject({ role: 2, affiliation: { id: bund } })
    expect((await profileOf(anna.accountId, { role: 2 })).body.code).toBe('no_changes')
    await profileOf(anna.accountId, { role: 3, affiliationId: null, city: 'Bern', phone: '+41 79 000 00 00' })
  })

  it('has a country in lower case, however it is sent', async () => {
    const saved = await profileOf(anna.accountId, { country: 'DE' })
    expect(saved).toMatchObject({ status: 200, body: { profile: { country: 'de' } } })
    expect(await profileOf(anna.accountId, { country: 'CH' })).toMatchObject({ status: 200 })
  })

  it.each([
    [{ role: 4 }, 400, 'invalid_body'],
    [{ affiliationId: 999 }, 404, 'affiliation_not_found'],
    [{ admin: 'yes' }, 400, 'invalid_body'],
    [{ country: 'xx' }, 400, 'invalid_body'],
  ])('is not changed by %j', async (edit, status, code) => {
    expect(await profileOf(anna.accountId, edit)).toMatchObject({ status, body: { code } })
  })

  it('that does not exist is 404', async () => {
    for (const path of ['profile', 'changestate', 'signOut', 'actAs']) {
      expect((await admin.post(`/admin/user/999/${path}`, { role: 2 })).body.code, path).toBe('user_not_found')
    }
    expect((await admin.get('/admin/user/999')).status).toBe(404)
  })

  it('is the last administrator as long as there is no other, not counting the excluded one', async () => {
    expect(await profileOf(admin.accountId, { admin: false })).toMatchObject({
      status: 409,
      body: { code: 'administrator_needed' },
    })
    await profileOf(anna.accountId, { admin: true })
    const asAdministrator = await Promise.all([
      profileOf(anna.accountId, { admin: false }),
      profileOf(admin.accountId, { admin: false }, anna),
    ])
    expect(asAdministrator.map(({ status }) => status).sort()).not.toEqual([200, 200])
    await app.db.updateTable('account').set({ admin: 1 }).where('id', '=', admin.accountId).execute()
    await app.db.updateTable('account').set({ admin: 0 }).where('id', '=', anna.accountId).execute()
  })

  it('is deactivated: signed out everywhere and not let in until activated again', async () => {
    const berta = await app.signIn('berta@example.org')
    const change = (body?: object) => admin.post(`/admin/user/${berta.accountId}/changestate`, body)
    expect(await change()).toMatchObject({ status: 200, body: { active: false, sessionCount: 0 } })
    expect((await berta.get('/user/ping')).status).toBe(401)
    const login = () => app.nobody.post('/user/login', { email: 'berta@example.org', password: sent(PASSWORD) })
    expect(await login()).toMatchObject({ status: 401, body: { code: 'account_inactive' } })
    expect(await lastEntry()).toMatchObject({ action: 'user.changeState', after: '{"active":false}' })
    expect((await change({ active: false })).body.active).toBe(false)
    expect((await change()).body.active).toBe(true)
    expect((await login()).status).toBe(200)
    expect((await admin.post(`/admin/user/${admin.accountId}/changestate`)).body.code).toBe('user_own_account')
    expect((await admin.post(`/admin/user/${berta.accountId}/signOut`)).body.ended).toBe(1)
    await app.db.deleteFrom('account').where('id', '=', berta.accountId).execute()
  })
})

describe('acting in the name of a user', () => {
  const begin = async (id = anna.accountId) => {
    const answer = await admin.post(`/admin/user/${id}/actAs`)
    expect(answer.status).toBe(200)
    return { cookie: cookieOf(answer.headers), answer }
  }
  const backTo = (headers: Headers) => {
    admin = { ...admin, ...clientWith(cookieOf(headers)) }
  }
  const clientWith = (cookie: string): Partial<Client> => ({
    cookie,
    get: (path) => app.nobody.get(path, { cookie }),
    post: (path, body) => app.nobody.post(path, body, { cookie }),
  })

  it('ends when the user signs out everywhere else, and is not listed among their devices', async () => {
    const { cookie } = await begin()
    expect(await anna.delete('/user/sessions')).toMatchObject({ status: 200, body: { ended: 0 } })
    expect((await withCookie(cookie).get('/user/ping')).status).toBe(401)
  })

  it('reads and writes as the user except for what is personal, and is recorded', async () => {
    const { cookie, answer } = await begin()
    expect(answer.body).toMatchObject({ userEmail: 'anna_b@example.org', userId: anna.accountId, admin: false })
    const acting = withCookie(cookie)
    expect((await acting.get('/user/ping')).body).toMatchObject({
      userId: anna.accountId,
      acting: { email: 'admin@example.org', until: '2026-05-10T11:00:00.000Z' },
    })
    expect((await acting.post('/user/language', { language: 'fr' })).status).toBe(200)
    expect((await anna.get('/user/language')).body.language).toBe('fr')
    const refused = [
      ['/notification', { type: 'push', address: JSON.stringify(subscription) }],
      ['/user/password', { password: sent('a'), currentPassword: sent('b') }],
      ['/user/passkey/options', undefined],
      ['/user/passkey', {}],
      ['/user/passkey/1', { name: 'x' }],
      ['/user/delete', { password: sent(PASSWORD) }],
    ] as const
    for (const [path, body] of refused) {
      expect((await acting.post(path, body)).body.code, path).toBe('not_while_acting')
    }
    expect((await acting.get('/user/export')).body.code).toBe('not_while_acting')
    expect((await acting.get('/admin/users')).status).toBe(403)
    expect((await acting.post(`/admin/user/${anna.accountId}/actAs`)).status).toBe(403)
    expect((await anna.get('/user/sessions')).body).toHaveLength(1)
    const entries = await app.db.selectFrom('audit').selectAll().where('actor_id', '=', admin.accountId).execute()
    // what an administrator does as a user is recorded too
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.actAsBegin', 'call.make']))

    const ended = await acting.post('/user/endActAs')
    expect(ended).toMatchObject({ status: 200, body: { userId: admin.accountId, admin: true } })
    expect((await acting.get('/user/ping')).status).toBe(401)
    expect((await admin.get('/user/ping')).status, 'the old cookie is no longer good').toBe(401)
    backTo(ended.headers)
    expect((await admin.get('/user/ping')).body).toMatchObject({ userId: admin.accountId, acting: null })
    expect(await lastEntry()).toMatchObject({ action: 'user.actAsEnd', actor_id: admin.accountId })
    expect((await acting.post('/user/endActAs')).status).toBe(401)
  })

  it('is over after an hour, and leads back to one’s own session even then', async () => {
    const { cookie } = await begin()
    const acting = withCookie(cookie)
    app.clock.advance(60 * MINUTE)
    expect((await acting.get('/user/ping')).body.code).toBe('not_signed_in')
    const ended = await acting.post('/user/endActAs')
    expect(ended.body.userId).toBe(admin.accountId)
    backTo(ended.headers)
  })

  it('is not possible for administrators, oneself, or deactivated users', async () => {
    for (const id of [admin.accountId, chief.accountId]) {
      expect((await admin.post(`/admin/user/${id}/actAs`)).body.code).toBe('act_as_not_allowed')
    }
    await app.db.updateTable('account').set({ active: 0 }).where('id', '=', anna.accountId).execute()
    expect((await admin.post(`/admin/user/${anna.accountId}/actAs`)).status).toBe(409)
    await app.db.updateTable('account').set({ active: 1 }).where('id', '=', anna.accountId).execute()
    expect((await manager.post(`/admin/user/${anna.accountId}/actAs`)).status).toBe(403)
  })

  it('ends with the administrator’s rights, and with their session', async () => {
    const { cookie } = await begin()
    const acting = withCookie(cookie)
    const setAdmin = (admin_: 0 | 1) =>
      app.db.updateTable('account').set({ admin: admin_ }).where('id', '=', admin.accountId).execute()
    await setAdmin(0)
    expect((await acting.get('/user/ping')).status).toBe(401)
    await setAdmin(1)
    expect((await acting.get('/user/ping')).status).toBe(200)
    expect((await acting.get('/user/logout')).status).toBe(200)
    expect((await acting.get('/user/ping')).status).toBe(401)
    expect((await admin.get('/user/ping')).status).toBe(401)
    expect(await app.db.selectFrom('session').select('id').where('actor_token_hash', 'is not', null).execute()).toEqual(
      [],
    )
  })
})
