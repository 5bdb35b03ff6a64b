import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countOpenAlarms } from '../../server/alerts/notifications/planning/delivery-queries.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { rule } from './rule-sample.ts'

let app: TestApp
let anna: Client
let berta: Client
/** What Berta has. */
let bertas: { controller: number; scale: number; channel: number }
let annas: { controller: number; scale: number }

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  const { id: controller } = await app.claim(berta)
  const { id: channel } = (await berta.post('/notification', { type: 'email', address: 'berta@example.org' })).body
  bertas = { controller, scale: await app.addScale(berta, controller), channel }
  const { id: own } = await app.claim(anna)
  annas = { controller: own, scale: await app.addScale(anna, own) }
})
afterAll(() => app.close())

describe('what somebody else has', () => {
  it.each<[string, () => [string, object]]>([
    ['no hive is named by a rule', () => ['/rule', { ...rule, everyOwn: false, scaleIds: [bertas.scale] }]],
    ['no channel is named by a rule', () => ['/rule', { ...rule, channelIds: [bertas.channel] }]],
    ['no hive is shared', () => ['/share', { type: 'livefeed', scales: [bertas.scale] }]],
    ['no hive is exported', () => ['/jobs', { type: 'EXPORT', scales: [bertas.scale], format: 'json' }]],
  ])('%s', async (_, call) => {
    const [path, body] = call()
    const { status } = await anna.post(path, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('is no address of one’s own: a mail channel to it waits for a code', async () => {
    const { body } = await anna.post('/notification', { type: 'email', address: 'berta@example.org' })
    expect(body.status).not.toBe('active')
  })

  it('is counted on the icon of those who own or watch it, and a rule only for whoever made it', async () => {
    const now = app.clock.now()
    const counts = () => Promise.all([anna, berta].map(({ accountId }) => countOpenAlarms(app.db, accountId, now)))
    const seconds = Math.floor(now / 1000)
    const percent = { own_confidence_percent: 90, own_why: '[]', confidence_percent: 90, why: '[]' }
    const found = { status: 'open', started_at: seconds, detected_at: seconds, ...percent } as const
    const at = { ...found, controller_id: bertas.controller, scale_id: bertas.scale }
    await app.db
      .insertInto('alarm')
      .values({ ...at, type: 'swarm' })
      .execute()
    await app.db
      .insertInto('alarm')
      .values({ ...at, type: 'rule', rule_id: 'x', account_id: berta.accountId })
      .execute()
    expect(await counts()).toEqual([0, 2])
    const carl = await app.signIn('carl@example.org')
    const watch = { controller_id: bertas.controller, created_at: 1 }
    await app.db
      .insertInto('watch')
      .values({ ...watch, account_id: carl.accountId })
      .execute()
    expect(await counts()).toEqual([0, 2])
    await app.db
      .insertInto('watch')
      .values({ ...watch, account_id: anna.accountId })
      .execute()
    expect(await counts()).toEqual([1, 2])
  })

  it('counts against nobody’s own limits', async () => {
    const many = <Row>(row: (at: number) => Row) => Array.from({ length: 200 }, (_, at) => row(at))
    const account_id = berta.accountId
    const channel = { account_id, type: 'ntfy', status: 'active', created_at: 1, device: null } as const
    await app.db
      .insertInto('notification')
      .values(many((at) => ({ ...channel, address: `x${at}`, address_hash: `x${at}` }) as never))
      .execute()
    await app.db
      .insertInto('share')
      .values(
        many(
          (at) =>
            ({
              account_id,
              type: 'unlimited',
              description: '',
              token_hash: `x${at}`,
              token_sealed: '',
              created_at: 1,
            }) as never,
        ),
      )
      .execute()
    const terms = { about_weight: 0, every_own: 1, every_channel: 1, is_on: 0, since: 1, created_at: 1 } as const
    await app.db
      .insertInto('rule')
      .values(many((at) => ({ ...terms, id: `x${at}`, account_id, name: '', terms: '{}' })))
      .execute()
    await app.db
      .insertInto('visit')
      .values(
        many(
          (at) =>
            ({
              id: `x${at}`,
              controller_id: bertas.controller,
              started_at: 1,
              created_by: account_id,
              created_at: 1,
            }) as never,
        ),
      )
      .execute()
    await app.db
      .insertInto('job')
      .values(
        many(
          () => ({ type: 'EXPORT', account_id, input: '{}', status: 'queued', due_at: 9e12, created_at: 1 }) as never,
        ),
      )
      .execute()
    await app.db
      .insertInto('api_token')
      .values(
        many(
          (at) =>
            ({ account_id, name: '', token_hash: `x${at}`, scopes: '[]', created_at: 1, expires_at: 9e12 }) as never,
        ),
      )
      .execute()
    const calls: [string, object][] = [
      ['/notification', { type: 'email', address: 'anna@example.org' }],
      ['/share', { type: 'livefeed', scales: [annas.scale] }],
      ['/rule', rule],
      [
        '/visit',
        { id: app.deps.ids.uuid(), controllerId: annas.controller, startedAt: new Date(app.clock.now()).toISOString() },
      ],
      ['/jobs', { type: 'EXPORT', scales: [annas.scale], format: 'json' }],
      ['/user/apiToken', { name: 'Sheet', scopes: ['scales'], days: 1 }],
    ]
    for (const [path, body] of calls) {
      const answer = await anna.post(path, body)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    }
  })
})
