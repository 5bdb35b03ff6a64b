import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let berta: Client
let controllerId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  controllerId = (await app.claim(anna)).id
})
afterEach(() => app.close())

const body = (fields: Record<string, unknown> = {}) => ({
  controllerId,
  channelId: 1,
  name: 'Volk 1',
  type: 'weight',
  ...fields,
})
const names = ({ body: scales }: { body: { name: string }[] }) => scales.map(({ name }) => name)
const watch = (client: Client) =>
  app.db
    .insertInto('watch')
    .values({ account_id: client.accountId, controller_id: controllerId, created_at: 0 })
    .execute()

describe('adding', () => {
  it('puts a scale on a channel, with defaults', async () => {
    const { status, body: scale } = await anna.post('/scale', body({ emptyWeight: 12.345 }))
    expect(status).toBe(201)
    expect(scale).toEqual({
      message: 'Scale added.',
      id: scale.id,
      controllerId,
      channel: 1,
      name: 'Volk 1',
      type: 'weight',
      emptyWeight: 12.345,
      feedStock: 0,
      visible: true,
      isBrood: false,
      gain: 200,
      state: 'active',
      color: 0,
      temperatureCompensation: null,
    })
    const { message: _, ...read } = scale
    expect((await anna.get('/scale')).body).toEqual([read])
  })

  it('answers a repeated request, even a simultaneous one, with the existing scale', async () => {
    const add = () => anna.post('/scale', body({ emptyWeight: 12.345, isBrood: true, state: 'active' }))
    const replies = [...(await Promise.all([add(), add()])), await add()]
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body)
    expect((await anna.get('/scale')).body).toHaveLength(1)
    expect((await anna.post('/scale', body({ emptyWeight: 12 }))).body.code).toBe('combination_exists')
    expect((await berta.post('/scale', body({ emptyWeight: 12.345 }))).body.code).toBe('controller_not_found')
  })

  it('accepts each channel only once', async () => {
    await anna.post('/scale', body())
    expect(await anna.post('/scale', body({ name: 'Volk 2' }))).toMatchObject({
      status: 409,
      body: { code: 'combination_exists' },
    })
  })

  it.each([
    ['channel 0', { channelId: 0 }, 'channelId'],
    ['channel 9', { channelId: 9 }, 'channelId'],
    ['a gain of 8', { gain: 8 }, 'gain'],
    ['a gain of 1101', { gain: 1101 }, 'gain'],
    ['an unknown type', { type: 'radio' }, 'type'],
    ['an unknown state', { state: 'gone' }, 'state'],
    ['a negative mass', { emptyWeight: -1 }, 'emptyWeight'],
    ['an oversized name', { name: 'x'.repeat(81) }, 'name'],
  ])('refuses %s', async (_, fault, path) => {
    expect(await anna.post('/scale', body(fault))).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', issues: [{ path }] },
    })
  })

  it("reports limits in the number format of the account's country", async () => {
    const messageIn = async (country: string) => {
      await app.db.updateTable('account').set({ country }).where('id', '=', anna.accountId).execute()
      return (await anna.post('/scale', body({ gain: 1101 }))).body.issues[0].message
    }
    expect(await messageIn('de')).toContain('1,100')
    expect(await messageIn('ch')).toMatch(/1['’]100/)
  })

  it('is for the owner only', async () => {
    expect(await berta.post('/scale', body())).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    await watch(berta)
    expect(await berta.post('/scale', body())).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('channels', () => {
  it.each([
    [2, [1, 2, 4, 8], [3, 5, 6, 7]],
    [4, [1, 2], [3, 4, 8]],
  ])('with %i load cells per scale, only channels %j exist', async (loadCells, there, missing) => {
    await anna.post(`/controller/${controllerId}`, { loadCells })
    for (const channelId of missing) {
      const refused = await anna.post('/scale', body({ channelId }))
      expect(refused).toMatchObject({ status: 400, body: { code: 'channel_unavailable' } })
    }
    for (const channelId of there) expect((await anna.post('/scale', body({ channelId }))).status).toBe(201)
    const [first] = (await anna.get('/scale')).body as { id: number }[]
    const moved = await anna.post(`/scale/${first!.id}`, { channelId: missing[0] })
    expect(moved).toMatchObject({ status: 400, body: { code: 'channel_unavailable' } })
  })
})

describe('changing', () => {
  let id: number
  beforeEach(async () => {
    id = await app.addScale(anna, controllerId, 1, { name: 'Volk 1' })
  })

  it('works by path and by idscale', async () => {
    expect(await anna.post(`/scale/${id}`, body({ name: 'Volk 2', state: 'empty' }))).toMatchObject({
      status: 200,
      body: { id, name: 'Volk 2', state: 'empty' },
    })
    expect(await anna.post('/scale', body({ name: 'Volk 3', idscale: id }))).toMatchObject({
      status: 200,
      body: { id, name: 'Volk 3' },
    })
    expect((await anna.get('/scale/all')).body).toHaveLength(1)
  })

  it('leaves fields alone that are not named', async () => {
    const { body: before } = await anna.post(`/scale/${id}`, {
      emptyWeight: 21.5,
      feedStock: 4,
      gain: 500,
      isBrood: true,
    })
    expect(before).toMatchObject({ name: 'Volk 1', emptyWeight: 21.5, feedStock: 4, gain: 500, visible: true })
    const { body: after } = await anna.post(`/scale/${id}`, { visible: false })
    expect(after).toEqual({ ...before, visible: false })
    expect((await anna.post('/scale', body({ name: 'Volk 2', idscale: id }))).body).toEqual({
      ...after,
      name: 'Volk 2',
    })
    for (const same of [{}, { name: 'Volk 2' }]) {
      const { status, body: left } = await anna.post(`/scale/${id}`, same)
      expect([status, left]).toEqual([200, { ...after, name: 'Volk 2', message: 'Nothing was changed.' }])
    }
  })

  it('allows every change between states in use', async () => {
    const states = ['active', 'empty', 'deactivated', 'active', 'deactivated', 'empty', 'active']
    for (const state of states) {
      expect((await anna.post(`/scale/${id}`, { state })).body.state).toBe(state)
      expect((await anna.get('/scale')).body).toMatchObject([{ id, state }])
    }
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a gain of half a kilogram more', { gain: 200.5 }, 'gain'],
    ['a feed stock over the largest range', { feedStock: 1101 }, 'feedStock'],
    ['a text as weight', { emptyWeight: '20' }, 'emptyWeight'],
    ['channel 1.5', { channelId: 1.5 }, 'channelId'],
  ])('refuses %s', async (_, fault, path) => {
    expect(await anna.post(`/scale/${id}`, fault)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  })

  it('gives the channel to one of two scales that move there simultaneously', async () => {
    const other = await app.addScale(anna, controllerId, 2)
    const answers = await Promise.all([id, other].map((one) => anna.post(`/scale/${one}`, { channelId: 3 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('allows moving to a free channel only', async () => {
    await app.addScale(anna, controllerId, 2)
    expect(await anna.post(`/scale/${id}`, body({ channelId: 2 }))).toMatchObject({ status: 409 })
    expect(await anna.post(`/scale/${id}`, body({ channelId: 3 }))).toMatchObject({ status: 200, body: { channel: 3 } })
  })

  it('is answered with how two scales can swap channels, which then works', async () => {
    const other = await app.addScale(anna, controllerId, 2, { name: 'Volk 2' })
    const refused = await anna.post(`/scale/${id}`, { channelId: 2 }, { 'accept-language': 'en' })
    expect(refused.body.message).toContain('Another scale is now on this channel.')
    expect(refused.body.message).toContain('To swap the two, first move that scale to a free channel, or archive it')
    const inTurn: [number, object][] = [
      [other, { state: 'archived' }],
      [id, { channelId: 2 }],
      [other, { state: 'active', channelId: 1 }],
    ]
    for (const [one, change] of inTurn) expect((await anna.post(`/scale/${one}`, change)).status).toBe(200)
    expect((await anna.get('/scale')).body).toMatchObject([
      { id: other, channel: 1, state: 'active' },
      { id, channel: 2, state: 'active' },
    ])
  })

  it.each([
    ['de', 'Um beide zu tauschen'],
    ['fr', 'Pour échanger les deux'],
    ['es', 'Para intercambiarlas'],
  ])('is told so in %s, too', async (language, words) => {
    await app.addScale(anna, controllerId, 2)
    const refused = await anna.post(`/scale/${id}`, { channelId: 2 }, { 'accept-language': language })
    expect(refused.body.message).toContain(words)
  })

  it('cannot move a scale to another transmitter', async () => {
    const other = await app.claim(anna)
    for (const path of [`/scale/${id}`, '/scale']) {
      const refused = await anna.post(path, body({ controllerId: other.id, idscale: id }), { 'accept-language': 'en' })
      expect(refused).toMatchObject({ status: 409, body: { code: 'scale_not_movable' } })
      expect(refused.body.message).toContain('Add it at the other transmitter')
    }
    expect((await anna.get('/scale')).body).toMatchObject([{ id, controllerId, channel: 1 }])
  })

  it('reveals nothing about somebody else’s transmitter, or one that does not exist', async () => {
    const { id: bertas } = await app.claim(berta)
    for (const elsewhere of [bertas, 4711]) {
      const refused = await anna.post(`/scale/${id}`, { controllerId: elsewhere })
      expect(refused).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    }
    await app.db
      .insertInto('watch')
      .values({ account_id: anna.accountId, controller_id: bertas, created_at: 0 })
      .execute()
    expect((await anna.post(`/scale/${id}`, { controllerId: bertas })).status).toBe(403)
  })

  it('is for the owner only', async () => {
    expect(await berta.post(`/scale/${id}`, body())).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    await watch(berta)
    expect(await berta.post(`/scale/${id}`, body())).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('archiving', () => {
  let id: number
  beforeEach(async () => {
    id = await app.addScale(anna, controllerId, 1, { name: 'Old' })
  })

  it('frees the channel and keeps the old scale in the full list', async () => {
    const archived = await anna.post(`/controller/${controllerId}/channel/1/archive`)
    expect(archived).toMatchObject({ status: 200, body: { id, state: 'archived' } })
    await app.addScale(anna, controllerId, 1, { name: 'New' })
    expect(names(await anna.get('/scale'))).toEqual(['New'])
    expect(names(await anna.get('/scale/all'))).toEqual(['Old', 'New'])
  })

  it('can be undone while the channel is free, but not once it is taken', async () => {
    await anna.post(`/scale/${id}`, body({ state: 'archived' }))
    expect((await anna.post(`/scale/${id}`, body({ state: 'active' }))).status).toBe(200)
    await anna.post(`/scale/${id}`, body({ state: 'archived' }))
    // as if two load cells had been combined meanwhile
    await app.db.updateTable('scale').set({ channel: 3 }).where('id', '=', id).execute()
    await app.db.updateTable('controller').set({ load_cells: 2 }).where('id', '=', controllerId).execute()
    expect(await anna.post(`/scale/${id}`, { state: 'active' })).toMatchObject({
      status: 400,
      body: { code: 'channel_unavailable' },
    })
    await app.db.updateTable('controller').set({ load_cells: 1 }).where('id', '=', controllerId).execute()
    await app.db.updateTable('scale').set({ channel: 1 }).where('id', '=', id).execute()
    await app.addScale(anna, controllerId, 1, { name: 'New' })
    expect(await anna.post(`/scale/${id}`, body({ state: 'active' }))).toMatchObject({
      status: 409,
      body: { code: 'combination_exists' },
    })
  })

  it('makes the channel refuse readings until a new scale is set, which starts empty', async () => {
    const { id: apart, deviceKey, imei, imsi } = await app.claim(anna)
    const old = await app.addScale(anna, apart, 1, { name: 'Old' })
    const send = async (weight: number) => {
      app.clock.advance(600_000)
      const readings = [{ time: new Date(app.clock.now()).toISOString(), channel: 1, weight }]
      const headers = { authorization: `Bearer ${deviceKey}` }
      return (await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })).body
    }
    const weights = async (scaleId: number) => {
      const { body } = await anna.get(`/timeline?scales=${scaleId}&from=1778371200&to=1778457600&level=raw`)
      return body.series.flatMap(({ tiles }: { tiles: { weight: number[] }[] }) =>
        tiles.flatMap(({ weight }) => weight),
      )
    }
    expect(await send(40)).toMatchObject({ accepted: 1 })
    await anna.post(`/controller/${apart}/channel/1/archive`)
    expect(await send(41)).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'scale_archived' }] })
    const fresh = await app.addScale(anna, apart, 1, { name: 'New' })
    expect(await send(42)).toMatchObject({ accepted: 1, rejected: [] })
    expect(await weights(fresh)).toEqual([42])
    expect(await weights(old)).toEqual([40])
  })

  it('can be undone on another channel if its own is taken', async () => {
    await anna.post(`/scale/${id}`, { state: 'archived' })
    await app.addScale(anna, controllerId, 1, { name: 'New' })
    expect(await anna.post(`/scale/${id}`, { state: 'active', channelId: 2 })).toMatchObject({
      status: 200,
      body: { id, name: 'Old', channel: 2, state: 'active' },
    })
  })

  it('archives the scale once when many ask simultaneously; the others are told that nothing is there', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => anna.post(`/controller/${controllerId}/channel/1/archive`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('needs a scale on the channel, a channel that exists, and the owner', async () => {
    expect(await anna.post(`/controller/${controllerId}/channel/2/archive`)).toMatchObject({
      status: 404,
      body: { code: 'channel_not_found' },
    })
    expect((await anna.post(`/controller/${controllerId}/channel/9/archive`)).status).toBe(400)
    expect(await berta.post(`/controller/${controllerId}/channel/1/archive`)).toMatchObject({
      status: 404,
      body: { code: 'controller_not_found' },
    })
    await watch(berta)
    expect((await berta.post(`/controller/${controllerId}/channel/1/archive`)).status).toBe(403)
  })
})

describe('listing', () => {
  beforeEach(async () => {
    await app.addScale(anna, controllerId, 1, { name: "Anna's" })
  })

  it('shows own and watched scales', async () => {
    const other = await app.claim(berta)
    await app.addScale(berta, other.id, 1, { name: "Berta's" })
    expect(names(await berta.get('/scale'))).toEqual(["Berta's"])
    await watch(berta)
    expect(names(await berta.get('/scale'))).toEqual(["Berta's", "Anna's"])
  })

  it('shows the scales of a user to that user, to administrators and to the managers of the affiliation', async () => {
    await app.db.insertInto('affiliation').values({ name: 'Verein' }).execute()
    const { id: affiliationId } = await app.db.selectFrom('affiliation').select('id').executeTakeFirstOrThrow()
    await app.db
      .updateTable('account')
      .set({ affiliation_id: affiliationId })
      .where('id', '=', anna.accountId)
      .execute()
    const admin = await app.signIn('admin@example.org', { admin: true })
    const manager = await app.signIn('manager@example.org', { role: 2, affiliationId })
    const path = `/user/${anna.accountId}/scales`
    expect(names(await anna.get(path))).toEqual(["Anna's"])
    expect(names(await admin.get(path))).toEqual(["Anna's"])
    expect(await berta.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await admin.get('/user/4711/scales')).status).toBe(404)
    expect(names(await manager.get(path)), 'the transmitter belongs to no affiliation').toEqual([])
    await app.db.updateTable('controller').set({ affiliation_id: affiliationId }).execute()
    expect(names(await manager.get(path))).toEqual(["Anna's"])
  })
})

describe('the temperature', () => {
  const HOUR = 3_600_000

  /** Sends hourly readings of some days up to now, from a scale that shows 12 g more for each kelvin of its transmitter. */
  async function send(days: number): Promise<number> {
    const { id, deviceKey, imei, imsi } = await app.claim(anna)
    const scaleId = await app.addScale(anna, id)
    const readings = Array.from({ length: days * 24 }, (_, i) => {
      const hour = i - days * 24
      const time = new Date(app.clock.now() + hour * HOUR).toISOString()
      const depth = 3 + ((Math.floor(i / 24) * 7) % 5)
      const temperature = Math.round((15 + depth * Math.sin(i / 3.8)) * 100) / 100
      const weight = Math.round(40_000 - 10 * i + 12 * (temperature - 15)) / 1000
      return [
        { time, temperature },
        { time, channel: 1, weight, temperature: 34.5 },
      ]
    }).flat()
    const headers = { authorization: `Bearer ${deviceKey}` }
    expect((await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })).body.rejected).toEqual(
      [],
    )
    await app.deps.ingest.settled()
    return scaleId
  }

  it("is derived from the transmitter's nights, and removed if the owner wants that", async () => {
    const id = await send(30)
    const { body } = await anna.get(`/scale/${id}/temperature`)
    expect(body).toMatchObject({ refused: null, fit: { source: 'controller', correlation: expect.any(Number) } })
    expect(Math.abs(body.fit.gramsPerKelvin - 12)).toBeLessThanOrEqual(0.3)
    expect(body.curve).toHaveLength(7 * 24)
    const swing = (field: 'weight' | 'compensated') =>
      Math.max(...body.curve.slice(0, 24).map((hour: Record<string, number>, i: number) => hour[field]! + i * 0.01)) -
      Math.min(...body.curve.slice(0, 24).map((hour: Record<string, number>, i: number) => hour[field]! + i * 0.01))
    expect(swing('weight')).toBeGreaterThan(0.06)
    expect(swing('compensated')).toBeLessThan(0.006)
    const { gramsPerKelvin, referenceTemperature, source } = body.fit
    const temperatureCompensation = { gramsPerKelvin, referenceTemperature, source }
    expect((await anna.post(`/scale/${id}`, { temperatureCompensation })).body).toMatchObject({
      temperatureCompensation,
    })
    expect((await anna.post(`/scale/${id}`, { name: 'Other' })).body).toMatchObject({ temperatureCompensation })
    expect((await anna.post(`/scale/${id}`, { temperatureCompensation: null })).body.temperatureCompensation).toBeNull()
  })

  it('is not guessed from a few nights, nor shown to others', async () => {
    const id = await send(5)
    expect((await anna.get(`/scale/${id}/temperature`)).body).toMatchObject({ fit: null, refused: 'tooLittle' })
    expect((await berta.get(`/scale/${id}/temperature`)).status).toBe(404)
    const wrong = { gramsPerKelvin: 501, referenceTemperature: 20, source: 'scale' }
    expect((await anna.post(`/scale/${id}`, { temperatureCompensation: wrong })).status).toBe(400)
  })
})
