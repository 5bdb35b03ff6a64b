import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, cookieOf, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { permissions } from './permissions-table.ts'

const whoReads = [
  'an administrator',
  'an administrator in her name',
  'a manager',
  'who watches',
  'who has the link of a share',
] as const

/** Part of everything that gives access to something of Anna's. */
const SECRET = 'QzX9secret'

let app: TestApp
let anna: Client
let acting: Pick<Client, 'get' | 'post'>
let readers: Record<(typeof whoReads)[number], (path: string) => Promise<Answer>>
let token: string
let things: Record<string, string | number>

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  const admin = await app.signIn('admin@example.org', { admin: true })
  const club = await app.db.insertInto('affiliation').values({ name: 'Club' }).returning('id').executeTakeFirstOrThrow()
  const manager = await app.signIn('mara@example.org', { role: 2, affiliationId: club.id })
  const watcher = await app.signIn('wanda@example.org')
  const { id: controller } = await app.claim(anna)
  const scale = await app.addScale(anna, controller)
  await app.db.updateTable('controller').set({ affiliation_id: club.id }).execute()
  await app.db.updateTable('account').set({ affiliation_id: club.id }).where('id', '=', anna.accountId).execute()
  const { watchCode } = (await anna.post(`/controller/${controller}/watchCode`, {})).body
  await watcher.post('/controller/watches', { code: watchCode })

  const made = async (path: string, body: object) => {
    const { status, body: answer } = await anna.post(path, body)
    expect(status, path).toBe(201)
    return answer
  }
  const webhook = await made('/notification', { type: 'webhook', address: `https://hooks.example.org/${SECRET}` })
  const ntfy = await made('/notification', { type: 'ntfy', address: `https://ntfy.sh/${SECRET}`, token: SECRET })
  const telegram = { type: 'telegram', address: '4711', token: `1234:${SECRET.repeat(3)}` }
  await made('/notification', telegram)
  const into = `/controller/${controller}/channel/1/forwarding`
  const address = `https://example.org/in/${SECRET}?key=${SECRET}`
  await made(into, { target: 'raw', address })
  await made(into, { target: 'trachtnet', address: `ftp://anna:${SECRET}@ftp.example.org/bees` })
  await made('/user/apiToken', { name: 'Sheet', scopes: ['scales'], days: 1 })
  const share = await made('/share', { type: 'livefeed', scales: [scale] })
  token = new URL(share.link).searchParams.get('token')!
  things = { controller, scale, anna: anna.accountId, webhook: webhook.id, ntfy: ntfy.id }

  const cookie = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
  acting = {
    get: (path) => app.nobody.get(path, { cookie }),
    post: (path, body) => app.nobody.post(path, body, { cookie }),
  }
  readers = {
    'an administrator': admin.get,
    'an administrator in her name': acting.get,
    'a manager': manager.get,
    'who watches': watcher.get,
    'who has the link of a share': (path) => app.nobody.get(path, { 'x-share-token': token }),
  }
})
afterAll(() => app.close())

const rules = Object.values(permissions).flatMap((calls) => Object.entries(calls))
/** The routes that only read, except the stream, which never ends, and signing out. */
const reads = rules
  .flatMap(([name, { path }]) => (name.startsWith('GET ') ? [path ?? name.slice('GET /api'.length)] : []))
  .filter((path) => path !== '/events' && path !== '/user/logout')
const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => String(things[name] ?? 1))

const expectNoSecret = ({ body }: Answer, call: string) => {
  const text = JSON.stringify(body)
  expect(text, call).not.toContain(SECRET)
  expect(text, call).not.toContain(token)
}

describe('what gives access to an owner’s things', () => {
  it('is shown to the owner', async () => {
    const told = await Promise.all(reads.map((path) => anna.get(filled(path))))
    const text = JSON.stringify(told.map(({ body }) => body))
    for (const secret of [`hooks.example.org/${SECRET}`, `ntfy.sh/${SECRET}`, `key=${SECRET}`, token]) {
      expect(text).toContain(secret)
    }
  })

  it.each(whoReads)('is in no answer to %s', async (who) => {
    for (const path of reads) {
      expectNoSecret(await readers[who](filled(path)), `GET ${path}`)
    }
  })

  it('stays the same and is not revealed when an administrator changes things in the owner’s name', async () => {
    const [{ id: raw }] = (await acting.get(filled('/controller/{controller}/forwarding'))).body
    const masked = 'https://example.org/•••'
    const answers: [string, object][] = [
      [`/notification/${things.webhook}`, { name: 'Hook' }],
      [`/notification/${things.ntfy}`, { name: 'Topic' }],
      [`/controller/forwarding/${raw}`, { address: masked, paused: true }],
      ['/share', { type: 'unlimited', scales: [things.scale] }],
    ]
    for (const [path, body] of answers) {
      const answer = await acting.post(path, body)
      expect(answer.status, path).toBeLessThan(300)
      expectNoSecret(answer, path)
      if (body === answers[2]![1]) expect(answer.body).toMatchObject({ address: masked, status: 'paused' })
      if (path === '/share') expect(answer.body).toMatchObject({ link: null, iframe: null })
    }
    const { body } = await anna.get(filled('/controller/{controller}/forwarding'))
    expect(body[0].address).toBe(`https://example.org/in/${SECRET}?key=${SECRET}`)
  })
})
