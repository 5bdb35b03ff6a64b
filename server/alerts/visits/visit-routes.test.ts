import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const ID = '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21'
const OTHER = 'b1f3a3d4-1d3e-4f0a-8c63-5b8d7c1e2f30'
const MINUTE = 60_000

let app: TestApp
let anna: Client
let berta: Client
let controllerId: number
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
})
afterEach(() => app.close())

const iso = (minutes: number) => new Date(app.clock.now() + minutes * MINUTE).toISOString()
const body = (fields: Record<string, unknown> = {}) => ({ id: ID, controllerId, startedAt: iso(0), ...fields })
const list = async (client = anna) => (await client.get('/visit')).body
const mutes = async (client = anna) =>
  (await client.get('/notification/mute')).body.map(
    ({ notificationType, enddate }: { notificationType: string; enddate: string }) => `${notificationType} ${enddate}`,
  )
const watch = () =>
  app.db
    .insertInto('watch')
    .values({ account_id: berta.accountId, controller_id: controllerId, created_at: 0 })
    .execute()
const jump = (minutes: number, grams: number, scale = scaleId) =>
  app.db
    .insertInto('jump')
    .values({ scale_id: scale, time: app.clock.now() / 1000 + minutes * 60, change_grams: grams })
    .execute()

describe('a visit', () => {
  it('begins, holds back alarms caused by hands, and ends', async () => {
    const begun = await anna.post('/visit', body())
    expect(begun).toMatchObject({
      status: 201,
      body: { message: 'Visit started. Alarms of these hives are held back.' },
    })
    const visit = { id: ID, controllerId, startedAt: iso(0), endedAt: null, endedBy: null, scales: [] }
    expect(await list()).toEqual([visit])
    expect(await mutes()).toEqual([`activity ${iso(480)}`, `disturbance ${iso(480)}`, `swarm ${iso(480)}`])

    app.clock.advance(40 * MINUTE)
    const ended = await anna.post('/visit', body({ startedAt: visit.startedAt, endedAt: iso(0) }))
    expect(ended).toMatchObject({ status: 200, body: { message: 'Visit ended.', endedAt: iso(0), endedBy: 'hand' } })
    expect(await mutes()).toEqual([])
  })

  it('leaves alone what was muted for longer, and until another time', async () => {
    const mute = (notificationType: string, enddate: string | null) =>
      anna.post(`/notification/mute?idcontroller=${controllerId}`, { notificationType, enddate })
    await mute('swarm', null)
    await mute('activity', iso(600))
    await anna.post('/visit', body())
    await anna.post('/visit', body({ endedAt: iso(0) }))
    expect(await mutes()).toEqual([`activity ${iso(600)}`, 'swarm null'])
  })

  it('outlasts a mute set before or during it, which continues after it for as long as it runs', async () => {
    const mute = (notificationType: string, minutes: number) =>
      anna.post(`/notification/mute?idcontroller=${controllerId}`, { notificationType, enddate: iso(minutes) })
    await mute('swarm', 120)
    await mute('activity', 30)
    await anna.post('/visit', body())
    expect((await mute('disturbance', 90)).body.enddate, 'a visit holds it for longer').toBe(iso(480))
    expect(await mutes()).toEqual([`activity ${iso(480)}`, `disturbance ${iso(480)}`, `swarm ${iso(480)}`])
    app.clock.advance(60 * MINUTE)
    await anna.post('/visit', body({ startedAt: iso(-60), endedAt: iso(0) }))
    expect(await mutes()).toEqual([`disturbance ${iso(30)}`, `swarm ${iso(60)}`])
    expect(await app.db.selectFrom('mute').select('held_until').where('held_until', 'is not', null).execute()).toEqual(
      [],
    )
  })

  it('no longer holds back an alarm whose mute is removed, until the next visit', async () => {
    await anna.post('/visit', body())
    await anna.post(`/notification/unmute?idcontroller=${controllerId}&notificationType=swarm`, {})
    expect(await mutes()).toEqual([`activity ${iso(480)}`, `disturbance ${iso(480)}`])
    await anna.post('/visit', body({ endedAt: iso(0) }))
    await anna.post('/visit', body({ id: OTHER }))
    expect(await mutes()).toHaveLength(3)
  })

  it('changes nothing when it is sent again, in whatever form', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => anna.post('/visit', body())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const end = body({ endedAt: iso(0) })
    for (const _ of [1, 2]) await anna.post('/visit', end)
    app.clock.advance(MINUTE)
    // the first end set by hand stays, and so does a correction
    await anna.post('/visit', { ...end, endedAt: iso(0) })
    await anna.post('/visit', { ...body(), id: ID.toUpperCase() })
    expect(await list()).toMatchObject([{ endedAt: iso(-1), endedBy: 'hand' }])
  })

  it('is complete even if its end arrives first', async () => {
    expect(await anna.post('/visit', body({ startedAt: iso(-30), endedAt: iso(0) }))).toMatchObject({ status: 201 })
    expect((await anna.post('/visit', body({ startedAt: iso(-30) }))).status).toBe(200)
    expect(await list()).toMatchObject([{ startedAt: iso(-30), endedAt: iso(0) }])
    expect(await mutes()).toEqual([])
  })

  it('ends at once, and says so, if it arrives so late that it is over', async () => {
    const begun = await anna.post('/visit', body({ startedAt: iso(-365 * 1440) }))
    const over = { message: 'Visit ended.', endedAt: iso(-365 * 1440 + 30), endedBy: 'time' }
    expect(begun).toMatchObject({ status: 201, body: over })
    expect(await mutes()).toEqual([])
    // an end set by hand takes precedence, even if it arrives late
    await anna.post('/visit', body({ startedAt: iso(-365 * 1440), endedAt: iso(-365 * 1440 + 45) }))
    expect(await list()).toMatchObject([{ endedAt: iso(-365 * 1440 + 45), endedBy: 'hand' }])
  })

  it('stays deleted when its beginning arrives again', async () => {
    await anna.post('/visit', body())
    for (const _ of [1, 2]) expect((await anna.delete(`/visit/${ID}`)).status).toBe(200)
    expect(await mutes()).toEqual([])
    const stored = await app.db.selectFrom('visit').selectAll().execute()
    for (const again of [body(), body({ endedAt: iso(0) })]) {
      const answer = await anna.post('/visit', again, { 'accept-language': 'en' })
      expect(answer).toMatchObject({ status: 410, body: { code: 'visit_deleted' } })
      expect(answer.body.message).toContain('was deleted in the meantime')
    }
    expect(await list()).toEqual([])
    expect(await app.db.selectFrom('visit').selectAll().execute()).toEqual(stored)
    expect(await mutes()).toEqual([])
  })

  it('does not tell anyone else that it was deleted', async () => {
    await anna.post('/visit', body())
    await anna.delete(`/visit/${ID}`)
    expect((await berta.post('/visit', body({ endedAt: iso(0) }))).body.code).toBe('controller_not_found')
    const bertas = (await app.claim(berta)).id
    for (const again of [body({ controllerId: bertas }), body({ controllerId: bertas, endedAt: iso(0) })])
      expect((await berta.post('/visit', again)).body.code).toBe('already_exists')
  })

  it('may overlap another one, of the same person or of two', async () => {
    await anna.post('/visit', body())
    app.clock.advance(MINUTE)
    await anna.post('/visit', body({ id: OTHER }))
    await anna.post('/visit', body({ startedAt: iso(-1), endedAt: iso(0) }))
    expect(await list()).toMatchObject([
      { id: OTHER, endedAt: null },
      { id: ID, endedBy: 'hand' },
    ])
    expect(await mutes()).toHaveLength(3)
  })

  it.each([
    ['the later one', 1],
    ['one that began at the very same time', 0],
  ])('holds back for as long as another one goes on, when %s ends', async (_, minutesLater) => {
    await anna.post('/visit', body())
    const until = (type: string) => `${type} ${iso(480 - minutesLater)}`
    app.clock.advance(minutesLater * MINUTE)
    await anna.post('/visit', body({ id: OTHER }))
    await anna.post('/visit', body({ id: OTHER, endedAt: iso(0) }))
    expect(await mutes()).toEqual(['activity', 'disturbance', 'swarm'].map(until))
    await anna.delete(`/visit/${ID}`)
    expect(await mutes()).toEqual([])
  })

  it("is corrected if the phone's clock is wrong by hours", async () => {
    const wrong = (minutes: number) => ({ 'Device-Time': iso(minutes) })
    await anna.post('/visit', body({ startedAt: iso(170) }), wrong(180))
    await anna.post('/visit', body({ id: OTHER, startedAt: iso(-200) }), wrong(-180))
    expect(await list()).toMatchObject([
      { id: ID, startedAt: iso(-10) },
      { id: OTHER, startedAt: iso(-20) },
    ])
    const note = { scaleId, label: 'feeding', time: iso(170), amount: 3 }
    const ofVisit = await anna.post('/intervention', { ...note, visitId: ID }, wrong(180))
    expect(ofVisit.body).toMatchObject({ time: iso(-10), amount: 3, visitId: ID })
    expect((await anna.post('/intervention', note, wrong(180))).body.time).toBe(iso(170))
  })

  it('never begins in the future, nor ends before it began', async () => {
    await anna.post('/visit', body({ startedAt: iso(300), endedAt: iso(-300) }))
    expect(await list()).toMatchObject([{ startedAt: iso(0), endedAt: iso(0) }])
  })

  it('shows what changed at each hive, including in the next reading', async () => {
    const second = await app.addScale(anna, controllerId, 2)
    await jump(-5, 9000)
    await jump(10, -12_400)
    await jump(20, 3100)
    await jump(60, -2000, second)
    await anna.post('/visit', body({ endedAt: iso(0) }))
    expect((await list())[0].scales).toEqual([])
    app.clock.advance(90 * MINUTE)
    await anna.post(`/visit/${ID}`, { endedAt: iso(-60) })
    expect((await list())[0].scales).toEqual([{ scaleId, changes: [-12.4, 3.1] }])
  })
})

describe('correcting', () => {
  beforeEach(() => anna.post('/visit', body()))

  it('moves both ends, and repeating it is harmless', async () => {
    for (const _ of [1, 2])
      expect(await anna.post(`/visit/${ID}`, { startedAt: iso(-60), endedAt: iso(-5) })).toMatchObject({
        status: 200,
        body: { message: 'Visit saved.', startedAt: iso(-60), endedAt: iso(-5), endedBy: 'hand' },
      })
    expect(await mutes()).toEqual([])
  })

  it('holds back for as long as the earlier beginning implies', async () => {
    await anna.post(`/visit/${ID}`, { startedAt: iso(-60) })
    expect(await mutes()).toEqual([`activity ${iso(420)}`, `disturbance ${iso(420)}`, `swarm ${iso(420)}`])
  })

  it.each([
    ['ends before it began', { endedAt: -10 }],
    ['is ahead', { endedAt: 60 }],
    ['lasts a day', { startedAt: -1440, endedAt: 0 }],
    ['began in the future', { startedAt: 60 }],
  ])('refuses one that %s', async (_, edit) => {
    const times = Object.fromEntries(Object.entries(edit).map(([name, minutes]) => [name, iso(minutes)]))
    expect(await anna.post(`/visit/${ID}`, times)).toMatchObject({ status: 400, body: { code: 'visit_times_wrong' } })
  })
})

describe('ownership', () => {
  it('is begun by the owner, and seen by watchers', async () => {
    expect(await berta.post('/visit', body())).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    await anna.post('/visit', body())
    expect(await list(berta)).toEqual([])
    expect((await berta.get(`/visit?idcontroller=${controllerId}`)).status).toBe(404)
    expect(await berta.delete(`/visit/${ID}`)).toMatchObject({ status: 404, body: { code: 'visit_not_found' } })
    await watch()
    expect(await list(berta)).toHaveLength(1)
    expect((await berta.post('/visit', body({ id: OTHER }))).status).toBe(403)
    for (const change of [() => berta.post(`/visit/${ID}`, {}), () => berta.delete(`/visit/${ID}`)])
      expect((await change()).status).toBe(403)
  })

  it('can be ended by anyone who may change the apiary, such as its next owner, and then its creator gets alarms again', async () => {
    await anna.post('/visit', body())
    await watch()
    const end = () => berta.post('/visit', body({ endedAt: iso(0) }))
    expect((await end()).status, 'who only watches').toBe(403)
    await app.db.updateTable('controller').set({ owner_id: berta.accountId }).where('id', '=', controllerId).execute()
    expect(await berta.post('/visit', body())).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    app.clock.advance(MINUTE)
    expect(await end()).toMatchObject({ status: 200, body: { startedAt: iso(-1), endedAt: iso(0), endedBy: 'hand' } })
    expect(await app.db.selectFrom('mute').selectAll().execute()).toEqual([])
  })

  it('protects an id from others, and from another apiary', async () => {
    await anna.post('/visit', body())
    const taken = { status: 409, body: { code: 'already_exists' } }
    const bertas = (await app.claim(berta)).id
    expect(await berta.post('/visit', body({ controllerId: bertas }))).toMatchObject(taken)
    const second = (await app.claim(anna)).id
    expect(await anna.post('/visit', body({ controllerId: second }))).toMatchObject(taken)
  })

  it('is limited in number while ongoing, since each is checked every minute', async () => {
    const begin = (at: number) => anna.post('/visit', body({ id: `${ID.slice(0, -2)}${String(at).padStart(2, '0')}` }))
    for (let at = 0; at < 50; at++) expect((await begin(at)).status).toBe(201)
    expect(await begin(50)).toMatchObject({ status: 409, body: { code: 'visits_too_many' } })
    expect(await list()).toHaveLength(50)
    expect((await begin(49)).status, 'a retry').toBe(200)
    expect((await anna.post('/visit', body({ id: OTHER, endedAt: iso(0) }))).status, 'one that is over').toBe(201)
  })

  it.each([
    ['of 1970', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z', true],
    ['that says what no clock can', '9999-12-31T00:00:00Z', '2026-01-01T10:00:00.000Z', false],
    ['before all time', '0001-01-01T00:00:00Z', '2026-01-01T10:00:00.000Z', false],
    ['that says nothing', 'soon', '2026-01-01T10:00:00.000Z', false],
  ])('is told by a clock %s', async (_, told, startedAt, isMoved) => {
    const begun = await anna.post('/visit', body({ startedAt }), { 'Device-Time': told })
    expect(begun.status).toBe(201)
    expect(begun.body.startedAt).toBe(isMoved ? iso(0) : startedAt)
  })

  it('is removed with the transmitter', async () => {
    await anna.post('/visit', body())
    await app.db.deleteFrom('controller').where('id', '=', controllerId).execute()
    expect(await app.db.selectFrom('visit').select('id').execute()).toEqual([])
    expect((await anna.post('/visit', body({ endedAt: iso(0) }))).status).toBe(404)
  })
})

it('lists visits that touch a span', async () => {
  await anna.post('/visit', body({ startedAt: iso(-300), endedAt: iso(-240) }))
  await anna.post('/visit', body({ id: OTHER }))
  const found = async (query: string) =>
    (await anna.get(`/visit?${query}`)).body.map(({ id }: { id: string }) => (id === ID ? 'a' : 'b')).join('')
  expect(await found('')).toBe('ba')
  expect(await found(`to=${iso(-250)}`)).toBe('a')
  expect(await found(`from=${iso(-230)}`)).toBe('b')
  expect(await found(`idcontroller=${controllerId}&from=${iso(-270)}`)).toBe('ba')
})

describe('alarms of that time', () => {
  const alarm = async () => {
    const detected_at = app.clock.now() / 1000
    const row = { controller_id: controllerId, scale_id: scaleId, type: 'swarm', status: 'provisional' } as const
    const own = { own_confidence_percent: 80, own_why: '[]', confidence_percent: 80, why: '[]' }
    await app.db
      .insertInto('alarm')
      .values({ ...row, ...own, started_at: detected_at - 600, detected_at, weight_change_grams: -1800 } as never)
      .execute()
  }
  const confidence = async () => (await anna.get('/alarm')).body[0].confidence

  it('are doubted like those near a note, as long as the visit exists', async () => {
    await alarm()
    await anna.post('/visit', body({ startedAt: iso(-120) }))
    expect(await confidence()).toBe(0.4)
    await anna.post(`/visit/${ID}`, { startedAt: iso(-300), endedAt: iso(-200) })
    expect(await confidence()).toBe(0.8)
    await anna.post(`/visit/${ID}`, { endedAt: iso(0) })
    expect(await confidence()).toBe(0.4)
    await anna.delete(`/visit/${ID}`)
    expect(await confidence()).toBe(0.8)
  })

  it('and falls of the weight count as made by hand', async () => {
    await jump(0, -2000)
    const byHand = async () => (await anna.get(`/jump?scales=${scaleId}&from=${iso(-60)}`)).body[0].byHand
    expect(await byHand()).toBe(false)
    await anna.post('/visit', body({ startedAt: iso(-240) }))
    expect(await byHand()).toBe(true)
  })
})

it('one ended and corrected concurrently stays ended, and holds nothing back', async () => {
  await anna.post('/visit', body())
  app.clock.advance(40 * MINUTE)
  const edits = [{ endedAt: iso(0) }, { startedAt: iso(-50) }]
  await Promise.all(edits.map((edit) => anna.post(`/visit/${ID}`, edit)))
  expect(await list()).toMatchObject([{ startedAt: iso(-50), endedAt: iso(0) }])
  expect(await mutes()).toEqual([])
})

it('one removed and corrected concurrently holds nothing back', async () => {
  await anna.post('/visit', body())
  app.clock.advance(40 * MINUTE)
  await Promise.all([anna.delete(`/visit/${ID}`), anna.post(`/visit/${ID}`, { startedAt: iso(-50) })])
  expect(await list()).toEqual([])
  expect(await mutes()).toEqual([])
})
