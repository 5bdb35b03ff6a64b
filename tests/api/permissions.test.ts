import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../server/app.ts'
import { type Answer, type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import type { Call, Fresh } from './permission-call.ts'
import { type Actor, actors, type Cell, type Rule, rules } from './permission-rules.ts'
import { permissions } from './permissions-table.ts'
import { rule } from './rule-sample.ts'

let app: TestApp
let clients: Record<Exclude<Actor, 'share'>, Client>
let token: string
let things: Record<string, string | number>
let controllerId: number
let counted = 0

const addAffiliation = async (name: string) =>
  (await app.db.insertInto('affiliation').values({ name }).returning('id').executeTakeFirstOrThrow()).id

/** Creates a new one of what each call needs, and returns its id. */
const makers: Record<Fresh, () => Promise<string | number>> = {
  affiliation: () => addAffiliation(`Club ${++counted}`),
  region: async () => {
    const row = { name: `Region ${++counted}`, geojson: '{}', priority: 1, utc_offset: 1, alarm_from: 9, alarm_to: 18 }
    return (await app.db.insertInto('region').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
  share: async () => (await clients.owner.post('/share', { type: 'livefeed', scales: [things.scale] })).body.id,
  forwarding: async () => {
    const body = { target: 'raw', address: `https://example.org/${++counted}` }
    return (await clients.owner.post(`/controller/${controllerId}/channel/1/forwarding`, body)).body.id
  },
  notification: async () =>
    (await clients.owner.post('/notification', { type: 'email', address: `anna${++counted}@example.org` })).body.id,
  intervention: async () => {
    const body = { scaleId: things.scale, label: 'other', description: '', time: '2026-05-01T00:00:00Z' }
    return (await clients.owner.post('/intervention', body)).body.id
  },
  rule: async () => (await clients.owner.post('/rule', rule)).body.id,
  visit: async () => {
    const body = { id: app.deps.ids.uuid(), controllerId, startedAt: '2026-05-01T00:00:00Z' }
    return (await clients.owner.post('/visit', body)).body.id
  },
  session: async () => {
    const id = app.deps.ids.uuid()
    const now = app.clock.now()
    const row = { id, token_hash: id, account_id: clients.owner.accountId, user_agent: '', created_at: now }
    await app.db
      .insertInto('session')
      .values({ ...row, last_seen_at: now, expires_at: now + 3_600_000 })
      .execute()
    return id
  },
  apiToken: async () => {
    const body = { name: 'Sheet', scopes: ['scales'], days: 1 }
    return (await clients.owner.post('/user/apiToken', body)).body.id
  },
  passkey: async () => {
    const key = { credential_id: `key-${++counted}`, public_key: new Uint8Array(), counter: 0, transports: '[]' }
    const row = { ...key, name: 'Phone', account_id: clients.owner.accountId, created_at: 1 }
    return (await app.db.insertInto('passkey').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
  watcher: async () => {
    const id = await makers.user()
    const watch = { account_id: Number(id), controller_id: controllerId, created_at: 1 }
    await app.db.insertInto('watch').values(watch).execute()
    return id
  },
  user: async () => {
    const like = app.db.selectFrom('account').selectAll().where('id', '=', clients.other.accountId)
    const { id: _, ...fields } = await like.executeTakeFirstOrThrow()
    const row = { ...fields, email: `user${++counted}@example.org` }
    return (await app.db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
}

beforeAll(async () => {
  app = await createTestApp({ ADMIN_MENU_EXCLUDED_EMAIL: 'excluded@example.org', ADMIN_SECOND_FACTOR: 'true' })
  const [ours, others] = [await addAffiliation('Ours'), await addAffiliation('Others')]
  clients = {
    nobody: app.nobody,
    owner: await app.signIn('anna@example.org', { affiliationId: ours }),
    other: await app.signIn('ben@example.org'),
    watcher: await app.signIn('wanda@example.org'),
    manager: await app.signIn('mara@example.org', { role: 2, affiliationId: ours }),
    otherManager: await app.signIn('otto@example.org', { role: 1, affiliationId: others }),
    excluded: await app.signIn('excluded@example.org', { admin: true }),
    halfway: await app.signIn('halfway@example.org', { admin: true }),
    admin: await app.signIn('admin@example.org', { admin: true }),
  }
  // the excluded one has the factor, too, so that its exclusion is what refuses it
  const withFactor = [clients.admin.accountId, clients.excluded.accountId]
  const sessions = app.db.updateTable('session').where('account_id', 'in', withFactor)
  await sessions.set({ factor: 'passkey' }).execute()
  const { owner, watcher } = clients
  const controller = await app.claim(owner)
  controllerId = controller.id
  await app.db.updateTable('controller').set({ affiliation_id: ours }).where('id', '=', controllerId).execute()
  const watch = { account_id: watcher.accountId, controller_id: controllerId, created_at: 1 }
  await app.db.insertInto('watch').values(watch).execute()
  const { imei, imsi, deviceKey } = controller
  const readings = [{ time: '2026-05-01T10:00:00Z', channel: 1, weight: 40 }]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  const { id: scale } = await app.db.selectFrom('scale').select('id').executeTakeFirstOrThrow()
  const job = { account_id: owner.accountId, input: '{}', status: 'done' as const, due_at: 1, created_at: 1 }
  const [ruleReplay, exported] = await app.db
    .insertInto('job')
    .values([
      { ...job, type: 'RULE_REPLAY' },
      { ...job, type: 'EXPORT', result: null },
    ])
    .returning('id')
    .execute()
  const upload = { account_id: owner.accountId, name: 'x.csv', bytes: 1, encoding: 'utf-8', lines: '[]', created_at: 1 }
  const imported = await app.db
    .insertInto('import')
    .values({ ...upload, status: 'undone' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const alarm = {
    controller_id: controllerId,
    scale_id: scale,
    type: 'swarm',
    status: 'closed',
    started_at: 1,
  } as const
  const percent = { own_confidence_percent: 9, own_why: '[]', confidence_percent: 9, why: '[]', detected_at: 1 }
  const made = await app.db
    .insertInto('alarm')
    .values({ ...alarm, ...percent })
    .returning('id')
    .executeTakeFirstOrThrow()
  things = { controller: controllerId, scale, anna: owner.accountId, job: ruleReplay!.id, export: exported!.id }
  things.import = imported.id
  things.alarm = made.id
  things.notification = await makers.notification()
  things.intervention = await makers.intervention()
  things.visit = await makers.visit()
  things.rule = await makers.rule()
  things.forwarding = await makers.forwarding()
  const mailed = { target: 'capaz', address: 'capaz@example.net' }
  things.capaz = (await owner.post(`/controller/${controllerId}/channel/1/forwarding`, mailed)).body.id
  const number = { type: 'sms' as const, address: '+41791234567', address_hash: 'x', status: 'pending' as const }
  const pending = { ...number, account_id: owner.accountId, created_at: app.clock.now() }
  things.pending = (
    await app.db.insertInto('notification').values(pending).returning('id').executeTakeFirstOrThrow()
  ).id
  things.webhook = (await owner.post('/notification', { type: 'webhook', address: 'https://example.org/hook' })).body.id
  const { link } = (await owner.post('/share', { type: 'livefeed', scales: [scale] })).body
  token = new URL(link).searchParams.get('token')!
})
afterAll(() => app.close())

const rows = Object.entries(permissions).flatMap(([rule, routes]) =>
  Object.entries(routes).map(([route, call]) => ({ rule: rule as Rule, route, call })),
)
/** Signing out comes last, since it would end the session used for the others. */
const inOrder = rows.toSorted((a, b) => Number(a.route.endsWith('/logout')) - Number(b.route.endsWith('/logout')))

const filled = (text: string, fresh: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => String(fresh[name] ?? things[name]))

async function ask(actor: Actor, route: string, call: Call): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string]
  const fresh = call.fresh ? { [call.fresh]: await makers[call.fresh]() } : {}
  const path = filled(call.path ?? pattern.replace('/api', '').replaceAll(/:\w+/g, '1'), fresh)
  const body = JSON.parse(JSON.stringify(call.body ?? {}).replaceAll(/"\{(\w+)\}"/g, (_, name) => `${things[name]}`))
  const headers = actor === 'share' ? { 'x-share-token': token } : undefined
  const client = actor === 'share' ? app.nobody : clients[actor]
  if (path === '/events') return openStream(client, headers)
  if (method === 'GET') return client.get(path, headers)
  return method === 'POST' ? client.post(path, body, headers) : client.delete(path, headers)
}

/** A stream never ends, so only its head is read. */
async function openStream({ cookie = '' }: Client, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await app.app.request('/api/events', { headers: { cookie, ...headers } })
  const body = response.status === 200 ? undefined : await response.json()
  if (response.status === 200) await response.body?.cancel()
  return { status: response.status, body, headers: response.headers }
}

/** For a route that asks for a thing by its id, 404 counts as not being let in. */
const isAboutThing = (rule: Rule) => Object.values(rules[rule]).includes(404)

function cellOf({ rule, call }: (typeof rows)[number], expected: Cell, { status, body }: Answer): Cell {
  expect(status, JSON.stringify(body)).not.toBe(500)
  if (expected === 'key')
    return status === 401 && /(device_key|unknown_key|api_token)/.test(`${body.code} ${body.error}`) ? 'key' : 'yes'
  if (status === 401 && body.code !== 'not_signed_in') return 'yes'
  if (status === 403 || status === 401) return status
  return status === 404 && body.code !== call.missing && isAboutThing(rule) ? 404 : 'yes'
}

test('every route has its rule, and each rule has routes', () => {
  const routes = createApi(app.deps).routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
  const named = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
  expect(rows.map(({ route }) => route).sort(), 'name the route in permissions-table.ts').toEqual(named.sort())
})

describe.each(inOrder)('$route', (row) => {
  const { rule, route, call } = row
  test(rule, async () => {
    const found: Partial<Record<Actor, Cell>> = {}
    for (const actor of actors) found[actor] = cellOf(row, rules[rule][actor], await ask(actor, route, call))
    expect(found).toEqual(rules[rule])
  })
})

const words: Record<Actor, string> = {
  nobody: 'nobody',
  owner: 'its owner',
  other: 'another beekeeper',
  watcher: 'a watcher',
  share: 'a share token',
  manager: 'manager of its affiliation',
  otherManager: 'another manager',
  excluded: 'excluded administrator',
  halfway: 'administrator without the required second factor',
  admin: 'administrator',
}
const ruleWords: Record<Rule, string> = {
  public: 'Open to everybody',
  device: 'By the key of a transmitter',
  download: 'Firmware, by the key of a transmitter',
  script: 'By a token for scripts',
  signedIn: 'Signed in, about your own account',
  shared: 'Readings of a share',
  link: 'The share itself',
  read: 'Viewing a transmitter',
  write: 'Changing a transmitter',
  pass: 'Passing on your own data',
  private: 'Private to an account',
  supervised: 'An account’s, also for administrators',
  account: 'An account’s, also for its managers',
  acting: 'Acting in somebody’s name',
  administration: 'Administration',
  management: 'Management',
}
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const shown = (cell: Cell) => (cell === 'yes' ? '✓' : String(cell))

test('docs/permissions.md says the same (npx vitest run tests/api/permissions.test.ts -u)', async () => {
  const head = ['', ...actors.map((actor) => words[actor])]
  const parts = Object.entries(permissions).map(([rule, routes]) => {
    const names = Object.keys(routes).sort()
    return `## ${ruleWords[rule as Rule]}\n\n${names.map((name) => `- \`${name}\``).join('\n')}\n`
  })
  const page = [
    '# Who may call what',
    '',
    'Every route of the API, tried by every kind of caller: ✓ allows access, 401 asks to sign in, 403 means known but not allowed,',
    '404 does not reveal whether it exists, `key` is for transmitters. The requested thing belongs to its owner, who has an affiliation.',
    '',
    line(head),
    line(head.map(() => '---')),
    ...Object.entries(rules).map(([rule, cells]) =>
      line([ruleWords[rule as Rule], ...actors.map((actor) => shown(cells[actor]))]),
    ),
    '',
    ...parts,
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/permissions.md')
})
