import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { createCodeApp } from '../../../../tests/support/services/code-app.ts'
import { clearSignIns } from '../sign-in/clear-sign-ins.ts'

let app: TestApp
let admin: Client
let anna: Client
let ben: Client
let chief: Client

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
  ben = await app.signIn('ben@example.org')
  chief = await app.signIn('chief@example.org', { admin: true })
})
afterEach(() => app.close())

/** The browser after an answer that changed its cookie. */
const browserAfter = ({ headers }: { headers: Headers }) => {
  const cookie = cookieOf(headers)
  return {
    get: (path: string) => app.nobody.get(path, { cookie }),
    post: (path: string, body?: unknown) => app.nobody.post(path, body, { cookie }),
  }
}
const begin = async (user = anna) => {
  const answer = await admin.post(`/admin/user/${user.accountId}/actAs`)
  expect(answer.status).toBe(200)
  return browserAfter(answer)
}
type Browser = ReturnType<typeof browserAfter>
const pinged = async (browser: Browser) => {
  const { status, body } = await browser.get('/user/ping')
  return status === 200 ? body.userEmail : status
}
const expectWayBack = async (acting: Browser) => {
  const ended = await acting.post('/user/endActAs')
  expect(ended).toMatchObject({ status: 200, body: { userId: admin.accountId } })
  expect(await pinged(browserAfter(ended))).toBe('admin@example.org')
  expect(await pinged(acting), 'the session in the name of the user').toBe(401)
  expect((await acting.post('/user/endActAs')).status, 'coming back twice').toBe(401)
}
const recorded = async () => {
  const rows = await app.db.selectFrom('audit').select(['action', 'subject_id']).orderBy('id').execute()
  return rows.map(({ action, subject_id }) => `${action} ${subject_id}`)
}

describe('beginning twice', () => {
  it.each(['first', 'second'] as const)(
    'leads back by the cookie of the %s, though only the second one acts',
    async (by) => {
      const first = await begin()
      const second = await begin(ben)
      expect(await pinged(first)).toBe(401)
      expect(await pinged(second)).toBe('ben@example.org')
      await expectWayBack(by === 'first' ? first : second)
      expect(await pinged(second)).toBe(401)
      const [a, b] = [anna.accountId, ben.accountId]
      expect((await recorded()).toSorted()).toEqual(
        [`user.actAsBegin ${a}`, `user.actAsBegin ${b}`, `user.actAsEnd ${a}`, `user.actAsEnd ${b}`].toSorted(),
      )
    },
  )

  it('at once leaves one session that acts, and a way back from both', async () => {
    const both = await Promise.all([begin(), begin()])
    const whose = await Promise.all(both.map(pinged))
    expect(whose.toSorted()).toEqual([401, 'anna@example.org'])
    await expectWayBack(both[whose.indexOf(401)]!)
  })
})

it('is recorded as begun and ended by the administrator alone', async () => {
  await expectWayBack(await begin())
  const rows = await app.db.selectFrom('audit').select(['action', 'actor_id', 'acting_as_id']).orderBy('id').execute()
  const alone = { actor_id: admin.accountId, acting_as_id: null }
  expect(rows).toEqual([
    { action: 'user.actAsBegin', ...alone },
    { action: 'user.actAsEnd', ...alone },
  ])
})

describe('signing out', () => {
  const entryOf = ({ cookie }: Client) => /hivewatch_device=([^;]+)/.exec(cookie!)![1]!
  /** Begins to act as Anna in a browser in which both have signed in. */
  async function beginWhereBothSignedIn() {
    const begun = await admin.post(`/admin/user/${anna.accountId}/actAs`)
    const cookie = `${cookieOf(begun.headers)}; hivewatch_device=${entryOf(admin)}~${entryOf(anna)}`
    return { acting: browserAfter(begun), cookie }
  }
  async function expectAdministratorForgotten(out: Answer, acting: Browser) {
    expect(cookieOf(out.headers).split('; ').toSorted()).toEqual([
      `hivewatch_device=${entryOf(anna)}`,
      'hivewatch_session=',
    ])
    expect(await pinged(acting)).toBe(401)
    expect((await acting.post('/user/endActAs')).status).toBe(401)
    expect((await admin.get('/user/ping')).status).toBe(401)
  }

  it('later by the token of the session makes the device forget the administrator, not the user', async () => {
    const { acting, cookie } = await beginWhereBothSignedIn()
    const token = (await acting.get('/user/ping')).body.signOutToken
    await expectAdministratorForgotten(await app.nobody.post('/user/logout', { token }, { cookie }), acting)
  })

  it.each([0, 2])('by the cookie does, too, %i hours after it began', async (hours) => {
    const { acting, cookie } = await beginWhereBothSignedIn()
    app.clock.advance(hours * 3_600_000)
    await expectAdministratorForgotten(await app.nobody.get('/user/logout', { cookie }), acting)
  })
})

describe('the cookie of an administrator who acts as a user', () => {
  const HOUR_SECONDS = 3600
  const agesOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().map((line) => Number(/^hivewatch_session=.+; Max-Age=(\d+)/.exec(line)?.[1]))
  const later = (seconds: number) => app.clock.advance(seconds * 1000)

  it('lasts as long as their own session, which it keeps in use', async () => {
    later(11 * HOUR_SECONDS)
    const answer = await admin.post(`/admin/user/${anna.accountId}/actAs`)
    expect(agesOf(answer)).toEqual([12 * HOUR_SECONDS])
    const acting = browserAfter(answer)
    later(HOUR_SECONDS)
    expect(await pinged(acting)).toBe(401)
    later(10 * HOUR_SECONDS)
    await expectWayBack(acting)
  })

  it('leads nowhere once their own session is over', async () => {
    const acting = await begin()
    later(12 * HOUR_SECONDS)
    expect((await acting.post('/user/endActAs')).body.code).toBe('not_signed_in')
  })

  it('leads back even if the user has signed in again and expired sessions were deleted', async () => {
    const acting = await begin()
    later(HOUR_SECONDS)
    await app.nobody.post('/user/login', { email: 'anna@example.org', password: sent(PASSWORD) })
    await clearSignIns(app.deps)
    await expectWayBack(acting)
  })

  it('is useless once their own session has been deleted', async () => {
    const acting = await begin()
    await app.db
      .updateTable('session')
      .set({ expires_at: app.clock.now() })
      .where('account_id', '=', admin.accountId)
      .execute()
    await clearSignIns(app.deps)
    expect((await acting.post('/user/endActAs')).status).toBe(401)
    const inNames = app.db.selectFrom('session').select('id').where('actor_token_hash', 'is not', null)
    expect(await inNames.execute()).toEqual([])
  })

  it('is not issued if their own session ends at the same moment', async () => {
    const [out, began] = await Promise.all([
      admin.get('/user/logout'),
      admin.post(`/admin/user/${anna.accountId}/actAs`),
    ])
    expect(out.status).toBe(200)
    expect([200, 401]).toContain(began.status)
    if (began.status === 200) expect(await pinged(browserAfter(began))).toBe(401)
  })
})

describe('an administrator who acts as a user can return when that was ended from elsewhere', () => {
  const actedOn = (path: string) => `/admin/user/${anna.accountId}/${path}`
  const password = { currentPassword: sent(PASSWORD), password: sent('hives and flowers') }

  it.each<[string, () => Promise<{ status: number }>]>([
    ['another administrator signs the user out', () => chief.post(actedOn('signOut'))],
    ['the user signs out everywhere else', () => anna.delete('/user/sessions')],
    ['the user changes the password', () => anna.post('/user/password', password)],
    ['the user turns one-time codes on', turnCodesOn],
    ['the user is switched off', () => chief.post(actedOn('changestate'), { active: false })],
    ['the user deletes the account', () => anna.post('/user/delete', { password: sent(PASSWORD) })],
  ])('%s', async (_, end) => {
    const acting = await begin()
    expect((await end()).status).toBe(200)
    expect(await pinged(acting)).toBe(401)
    expect((await acting.post('/controller/watches', { code: '7K2M' })).status).toBe(401)
    await expectWayBack(acting)
    const ends = (await recorded()).filter((line) => line.startsWith('user.actAsEnd'))
    expect(ends).toEqual([`user.actAsEnd ${anna.accountId}`])
  })

  it('but goes on when somebody else is signed out or deletes the account', async () => {
    const acting = await begin()
    expect((await ben.delete('/user/sessions')).status).toBe(200)
    expect((await ben.post('/user/delete', { password: sent(PASSWORD) })).status).toBe(200)
    expect(await pinged(acting)).toBe('anna@example.org')
    await expectWayBack(acting)
  })

  it('and never acts again with an ended session, even if the user is reactivated', async () => {
    const acting = await begin()
    await chief.post(actedOn('changestate'), { active: false })
    await chief.post(actedOn('changestate'), { active: true })
    expect(await pinged(acting)).toBe(401)
    await expectWayBack(acting)
  })

  it('but not if their own session was ended, too', async () => {
    const acting = await begin()
    await anna.delete('/user/sessions')
    await chief.post(`/admin/user/${admin.accountId}/signOut`)
    expect((await acting.post('/user/endActAs')).status).toBe(401)
    expect(await app.db.selectFrom('session').select('id').where('account_id', '=', admin.accountId).execute()).toEqual(
      [],
    )
  })

  it('even without their administrator rights', async () => {
    const acting = await begin()
    await chief.post(`/admin/user/${admin.accountId}/profile`, { admin: false })
    expect(await pinged(acting)).toBe(401)
    const ended = await acting.post('/user/endActAs')
    expect(ended).toMatchObject({ status: 200, body: { userId: admin.accountId, admin: false } })
  })

  it('and if the user has become an administrator, as nobody may act as one', async () => {
    const acting = await begin()
    await chief.post(actedOn('profile'), { admin: true })
    expect(await pinged(acting)).toBe(401)
    await expectWayBack(acting)
  })

  async function turnCodesOn() {
    const { secret } = (await anna.post('/user/secondFactor/options')).body
    return anna.post('/user/secondFactor', { code: createCodeApp(secret).show(app.clock.now()) })
  }
})

describe('in the same moment', () => {
  const remove = () => anna.post('/user/delete', { password: sent(PASSWORD) })
  const signOut = () => chief.post(`/admin/user/${anna.accountId}/signOut`)
  const beginAgain = () => admin.post(`/admin/user/${ben.accountId}/actAs`)
  const comeBack = (acting: Browser) => acting.post('/user/endActAs')
  const leave = () => admin.get('/user/logout')

  it.each<[string, (acting: Browser) => Promise<Answer>[]]>([
    ['coming back twice', (acting) => [comeBack(acting), comeBack(acting)]],
    ['coming back and beginning again', (acting) => [comeBack(acting), beginAgain()]],
    ['beginning again and coming back', (acting) => [beginAgain(), comeBack(acting)]],
    ['coming back and signing out', (acting) => [comeBack(acting), leave()]],
    ['beginning again and signing out', () => [beginAgain(), leave()]],
    ['coming back from an account that goes', (acting) => [comeBack(acting), remove()]],
    ['coming back from an account that is signed out', (acting) => [comeBack(acting), signOut()]],
  ])('%s: one of them counts, and nothing is left that acts without an own session', async (_, both) => {
    const acting = await begin()
    const answers = await Promise.all(both(acting))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await pinged(acting)).toBe(401)
    const inNames = await app.db.selectFrom('session').selectAll().where('actor_token_hash', 'is not', null).execute()
    const owners = await app.db
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', admin.accountId)
      .execute()
    for (const { actor_token_hash } of inNames) expect(owners).toContainEqual({ token_hash: actor_token_hash })
    expect(inNames.filter(({ expires_at }) => Number(expires_at) > app.clock.now()).length).toBeLessThanOrEqual(1)
  })

  it('signing out with an ended session ends one’s own, too', async () => {
    const first = await begin()
    const second = await begin(ben)
    expect((await first.get('/user/logout')).status).toBe(200)
    for (const cookie of [first, second]) expect(await pinged(cookie)).toBe(401)
    expect((await admin.get('/user/ping')).status).toBe(401)
    expect((await second.post('/user/endActAs')).status).toBe(401)
  })
})
