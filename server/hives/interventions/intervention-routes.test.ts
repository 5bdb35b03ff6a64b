import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InterventionBody } from '#domain/hives/intervention.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { editIntervention } from './edit-intervention.ts'
import { logIntervention } from './log-intervention.ts'
import { removeIntervention } from './remove-intervention.ts'

const ID = '6f1c1f60-5d3c-4f7e-9a3b-2b1d7e8c9a10'

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

const body = (fields: Record<string, unknown> = {}) => ({
  scaleId,
  label: 'harvest',
  description: 'two supers',
  time: '2026-05-09T08:30:00Z',
  ...fields,
})
const stored = {
  ...{ scaleId: 0, label: 'harvest', description: 'two supers', time: '2026-05-09T08:30:00.000Z' },
  ...{ amount: null, detail: null, visitId: null },
}
const list = async (client = anna) => (await client.get('/intervention')).body
const watch = (client: Client) =>
  app.db
    .insertInto('watch')
    .values({ account_id: client.accountId, controller_id: controllerId, created_at: 0 })
    .execute()

describe('writing down', () => {
  it('answers with what is stored', async () => {
    const { status, body: reply } = await anna.post('/intervention', body({ id: ID }))
    expect(status).toBe(201)
    expect(reply).toEqual({ message: 'Intervention noted.', ...stored, id: ID, scaleId })
    expect(await list()).toEqual([{ ...stored, id: ID, scaleId }])
  })

  it('stores the amount, the detail and the visit', async () => {
    const exact = { label: 'treatment', detail: 'thymol', amount: 0.25, visitId: ID }
    expect((await anna.post('/intervention', body({ id: ID, ...exact }))).body).toMatchObject(exact)
    // the detail of a treatment does not fit a queen
    const edited = await anna.post(`/intervention/${ID}`, { label: 'queen', amount: null })
    expect(edited.body).toMatchObject({ label: 'queen', detail: null, amount: null, visitId: ID })
    expect((await anna.post(`/intervention/${ID}`, { detail: 'marked' })).body.detail).toBe('marked')
    expect((await anna.post('/intervention', body({ label: 'harvest', detail: 'calm' }))).body.detail).toBe(null)
  })

  it('makes an id if the client sent none', async () => {
    expect((await anna.post('/intervention', body())).body.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('changes nothing when sent again, even after an edit', async () => {
    await anna.post('/intervention', body({ id: ID }))
    await anna.post(`/intervention/${ID}`, { description: 'three supers' })
    const again = await anna.post('/intervention', body({ id: ID.toUpperCase() }))
    expect(again).toMatchObject({ status: 200, body: { id: ID, description: 'three supers' } })
    expect(await list()).toHaveLength(1)
  })

  it('takes the new words of one that was rewritten after it had arrived unnoticed', async () => {
    await anna.post('/intervention', body({ id: ID, isNow: true }))
    const rewritten = { id: ID, isNow: true, isRewritten: true, description: 'three supers', amount: 24 }
    for (const _ of ['sent', 'sent again']) {
      const again = await anna.post('/intervention', body({ ...rewritten, time: '2026-05-09T08:31:00Z' }))
      expect(again).toMatchObject({ status: 200, body: { description: 'three supers', amount: 24, time: stored.time } })
    }
    const later = '2026-05-09T09:00:00.000Z'
    await anna.post('/intervention', body({ ...rewritten, isNow: false, time: later }))
    expect(await list()).toMatchObject([{ id: ID, description: 'three supers', time: later }])
    await anna.delete(`/intervention/${ID}`)
    await anna.post('/intervention', body({ ...rewritten, description: 'four supers' }))
    expect(await list()).toMatchObject([{ id: ID, description: 'four supers', time: later }])
  })

  it('stores one row when the same is sent many times at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => anna.post('/intervention', body({ id: ID }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(await list()).toHaveLength(1)
  })

  it("refuses somebody else's id, and an id of another scale", async () => {
    await anna.post('/intervention', body({ id: ID }))
    const other = await app.claim(berta)
    const bertas = await app.addScale(berta, other.id)
    expect(await berta.post('/intervention', body({ id: ID, scaleId: bertas }))).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    })
    const second = await app.addScale(anna, controllerId, 2)
    expect((await anna.post('/intervention', body({ id: ID, scaleId: second }))).status).toBe(409)
  })

  it('is for the owner only', async () => {
    expect(await berta.post('/intervention', body())).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    await watch(berta)
    expect(await berta.post('/intervention', body())).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it.each([
    ['an unknown label', { label: 'party' }, 'label'],
    ['no time', { time: undefined }, 'time'],
    ['no ISO time', { time: '9.5.2026' }, 'time'],
    ['an id that is no UUID', { id: '1' }, 'id'],
    ['an unknown detail', { detail: 'blue' }, 'detail'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['an amount of tons', { amount: 501 }, 'amount'],
    ['a visit that is no UUID', { visitId: '7' }, 'visitId'],
    ['an oversized description', { description: 'x'.repeat(2001) }, 'description'],
  ])('refuses %s', async (_, fault, path) => {
    expect(await anna.post('/intervention', body(fault))).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', issues: [{ path }] },
    })
  })
})

describe('its time', () => {
  it.each([
    ['of the year 0', '0000-01-01T00:00:00Z', 'time_before_start'],
    ['before the chart begins', '2015-12-31T23:59:59Z', 'time_before_start'],
    ['two years ahead', '2028-05-09T00:00:00Z', 'time_in_future'],
    ['of the year 9999', '9999-12-31T23:59:59Z', 'time_in_future'],
  ])('is refused where it is %s, and so is an edit', async (_, time, code) => {
    const refused = { status: 400, body: { code } }
    expect(await anna.post('/intervention', body({ time }))).toMatchObject(refused)
    expect(await list()).toEqual([])
    await anna.post('/intervention', body({ id: ID }))
    expect(await anna.post(`/intervention/${ID}`, { time })).toMatchObject(refused)
    expect(await list()).toMatchObject([{ time: '2026-05-09T08:30:00.000Z' }])
  })

  it('may be from the first day of the chart to a year ahead, for plans', async () => {
    for (const time of ['2016-01-01T00:00:00.000Z', new Date(app.clock.now() + 365 * 86_400_000).toISOString()])
      expect(await anna.post('/intervention', body({ time }))).toMatchObject({ status: 201, body: { time } })
  })

  it('from a phone whose clock was reset is corrected if the phone sends what its clock shows', async () => {
    const noted = body({ time: '1970-01-01T00:10:00Z' })
    expect((await anna.post('/intervention', noted)).body.code).toBe('time_before_start')
    expect(await anna.post('/intervention', noted, { 'Device-Time': '1970-01-01T00:20:00Z' })).toMatchObject({
      status: 201,
      body: { time: new Date(app.clock.now() - 600_000).toISOString() },
    })
  })

  it("is corrected by the phone's clock if it was set automatically, and stays if it was chosen", async () => {
    const [told, done] = [3_600_000, 3_540_000].map((ms) => new Date(app.clock.now() + ms).toISOString())
    const post = (isNow: boolean) => anna.post('/intervention', body({ time: done, isNow }), { 'Device-Time': told! })
    expect((await post(true)).body.time).toBe(new Date(app.clock.now() - 60_000).toISOString())
    expect((await post(false)).body.time).toBe(done)
  })

  it('is corrected if noted during a visit, and stays if added to one that is over', async () => {
    const told = new Date(app.clock.now() + 3_600_000).toISOString()
    const done = new Date(app.clock.now() - 7_200_000).toISOString()
    const post = (time: string, more: object) =>
      anna.post('/intervention', body({ time, visitId: ID, ...more }), { 'Device-Time': told })
    const now = new Date(app.clock.now()).toISOString()
    for (const more of [{}, { isNow: true }]) expect((await post(told, more)).body.time).toBe(now)
    expect((await post(done, { isNow: false })).body.time).toBe(done)
  })

  it('is corrected although the clock of the phone was set right before it was sent', async () => {
    const ago = (minutes: number) => new Date(app.clock.now() - minutes * 60_000).toISOString()
    const THREE_DAYS = 3 * 24 * 60
    const note = body({ time: ago(THREE_DAYS + 60), isNow: true })
    const times = { 'Device-Time': ago(0), 'Device-Noted': ago(THREE_DAYS + 60) }
    const compared = { 'Device-Compared': `${ago(120)} ${ago(THREE_DAYS + 120)}` }
    expect((await anna.post('/intervention', note, { ...times, ...compared })).body.time).toBe(ago(60))
    expect((await anna.post('/intervention', { ...note, isNow: false }, { ...times, ...compared })).body.time).toBe(
      note.time,
    )
  })

  it('from before there were limits stays when something else is changed', async () => {
    await anna.post('/intervention', body({ id: ID }))
    const time = Date.parse('0001-01-01T00:00:00Z')
    await app.db.updateTable('intervention').set({ time }).where('id', '=', ID).execute()
    const edit = { description: 'three supers', time: new Date(time).toISOString() }
    expect(await anna.post(`/intervention/${ID}`, edit)).toMatchObject({ status: 200, body: edit })
  })
})

describe('listing', () => {
  it('is by scale and span, oldest first', async () => {
    const second = await app.addScale(anna, controllerId, 2)
    await anna.post('/intervention', body({ description: 'b', time: '2026-05-02T00:00:00Z' }))
    await anna.post('/intervention', body({ description: 'a', time: '2026-05-01T00:00:00Z' }))
    await anna.post('/intervention', body({ description: 'c', scaleId: second, time: '2026-05-03T00:00:00+02:00' }))
    const found = async (query: string) =>
      (await anna.get(`/intervention?${query}`)).body.map((row: { description: string }) => row.description).join('')
    expect(await found('')).toBe('abc')
    expect(await found(`scales=${scaleId}`)).toBe('ab')
    expect(await found(`scales=${scaleId},${second}&from=2026-05-02T00:00:00Z`)).toBe('bc')
    expect(await found('to=2026-05-02T00:00:00Z')).toBe('ab')
    expect(await found('from=2026-05-02T22:00:00Z')).toBe('c')
  })

  it("shows a watcher's too, and never a stranger's", async () => {
    await anna.post('/intervention', body())
    expect(await list(berta)).toEqual([])
    expect(await berta.get(`/intervention?scales=${scaleId}`)).toMatchObject({
      status: 404,
      body: { code: 'scale_not_found' },
    })
    await watch(berta)
    expect(await list(berta)).toHaveLength(1)
    expect((await berta.get(`/intervention?scales=${scaleId}`)).body).toHaveLength(1)
  })

  it.each(['scales=a', 'scales=1,', 'from=yesterday', 'scales=1;drop table scale'])('refuses ?%s', async (query) => {
    expect(await anna.get(`/intervention?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
  })
})

describe('changing and deleting', () => {
  beforeEach(async () => {
    await anna.post('/intervention', body({ id: ID }))
  })

  it('changes only what is named, and the same edit again is harmless', async () => {
    const edit = { label: 'feeding', time: '2026-05-09T09:00:00Z' }
    for (const _ of [1, 2]) {
      expect(await anna.post(`/intervention/${ID}`, edit)).toMatchObject({
        status: 200,
        body: { label: 'feeding', description: 'two supers', time: '2026-05-09T09:00:00.000Z' },
      })
    }
  })

  it('keeps what both wrote if somebody else changed the words in the meantime, and says so', async () => {
    const edit = (description: string, formerDescription: string) =>
      anna.post(`/intervention/${ID}`, { description, formerDescription })
    expect((await edit('three supers', 'two supers')).body).toMatchObject({ message: 'Intervention saved.' })
    const both = { description: 'three supers\n\none super', message: expect.stringContaining('both') }
    for (const _ of [1, 2]) {
      expect(await edit('one super', 'two supers')).toMatchObject({ status: 200, body: both })
    }
    expect(await edit('x'.repeat(2000), 'two supers')).toMatchObject({
      status: 409,
      body: { code: 'intervention_words_changed' },
    })
    expect(await list()).toMatchObject([{ description: both.description }])
  })

  it('hides what was deleted, keeps its row, and restores it as it was', async () => {
    await anna.post(`/intervention/${ID}`, { description: 'three supers' })
    for (const _ of [1, 2])
      expect(await anna.delete(`/intervention/${ID}`)).toMatchObject({ status: 200, body: { id: ID } })
    expect(await list()).toEqual([])
    expect(await app.db.selectFrom('intervention').select('id').execute()).toHaveLength(1)
    expect((await anna.post(`/intervention/${ID}`, { description: 'x' })).status).toBe(404)
    expect((await anna.post('/intervention', body({ id: ID }))).status).toBe(200)
    expect(await list()).toMatchObject([{ id: ID, description: 'three supers' }])
  })

  it('is for the owner only', async () => {
    const unknown = { status: 404, body: { code: 'intervention_not_found' } }
    expect(await berta.post(`/intervention/${ID}`, { label: 'other' })).toMatchObject(unknown)
    expect(await berta.delete(`/intervention/${ID}`)).toMatchObject(unknown)
    expect(await anna.delete('/intervention/00000000-0000-4000-8000-00000000ffff')).toMatchObject(unknown)
    await watch(berta)
    expect((await berta.post(`/intervention/${ID}`, { label: 'other' })).status).toBe(403)
    expect((await berta.delete(`/intervention/${ID}`)).status).toBe(403)
    expect(await list()).toHaveLength(1)
  })
})

it('what alarms could not be judged by is not stored either, so that trying again mends both', async () => {
  const account = { accountId: anna.accountId, role: 3, admin: false, affiliationId: null } as SignedIn
  const failing = { ...app.deps, reassess: () => Promise.reject(new Error('the database is away')) }
  const note = v.parse(InterventionBody, body({ id: ID }))
  await expect(logIntervention(failing, account, note, 0)).rejects.toThrow('away')
  expect(await list()).toEqual([])
  await anna.post('/intervention', note)
  await expect(editIntervention(failing, account, ID, { time: '2026-05-08T08:30:00Z' })).rejects.toThrow('away')
  await expect(removeIntervention(failing, account, ID)).rejects.toThrow('away')
  expect(await list()).toMatchObject([{ id: ID, time: '2026-05-09T08:30:00.000Z' }])
  await anna.delete(`/intervention/${ID}`)
  await expect(logIntervention(failing, account, note, 0)).rejects.toThrow('away')
  expect(await list()).toEqual([])
})

it('two simultaneous edits both take effect', async () => {
  await anna.post('/intervention', body({ id: ID }))
  const edits = [{ description: 'one super' }, { time: '2026-05-09T09:30:00Z' }]
  await Promise.all(edits.map((edit) => anna.post(`/intervention/${ID}`, edit)))
  expect(await list()).toMatchObject([{ description: 'one super', time: '2026-05-09T09:30:00.000Z' }])
})
