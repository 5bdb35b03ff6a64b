import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdministeredRegion, Region } from '#domain/hives/regions/region.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let admin: Client
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
})
/** Around Bern, where the test transmitters are. */
const bern = square(7, 46.5, 1)
const far = square(9, 46, 1)
const body = (fields: Record<string, unknown> = {}) => ({
  name: 'Bern',
  geojson: bern,
  priority: 0,
  utcOffset: 1,
  alarmFrom: 9,
  alarmTo: 18,
  ...fields,
})
const add = async (fields: Record<string, unknown> = {}): Promise<number> => {
  const { status, body: reply } = await admin.post('/region', body(fields))
  if (status !== 201) throw new Error(JSON.stringify(reply))
  return reply.id
}
const regionsOf = async (id: number) => {
  const { primaryRegionId, secondaryRegionId } = (await anna.get(`/controller/${id}`)).body
  return [primaryRegionId, secondaryRegionId]
}

describe('reading', () => {
  it('is for every signed-in user, highest priority first, then by name', async () => {
    await add({ name: 'Wallis' })
    await add({ name: 'Emmental', utcOffset: 2 })
    await add({ name: 'Schweiz', priority: 5 })
    const { status, body: regions } = await anna.get('/region')
    expect(status).toBe(200)
    expect(v.parse(v.array(Region), regions).map(({ name }) => name)).toEqual(['Schweiz', 'Emmental', 'Wallis'])
    expect(regions[1]).toEqual({ ...body({ name: 'Emmental', utcOffset: 2 }), id: 2 })
  })

  it('returns a simplified outline, and the full one to administrators', async () => {
    const ring = Array.from({ length: 1000 }, (_, i) => [
      Math.round(1e5 * (8 + Math.cos((i * Math.PI) / 500))) / 1e5,
      Math.round(1e5 * (47 + Math.sin((i * Math.PI) / 500))) / 1e5,
    ])
    await add({ geojson: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } })
    expect((await anna.get('/region')).body[0].geojson.coordinates[0]).toHaveLength(250)
    expect((await admin.get('/admin/region')).body[0].geojson.coordinates[0]).toHaveLength(1001)
  })

  it('tells administrators how many people and transmitters are in a region', async () => {
    await add()
    await add({ name: 'Tessin', geojson: far })
    await app.claim(anna)
    await app.claim(anna)
    await app.claim(await app.signIn('berta@example.org'))
    const { body: regions } = await admin.get('/admin/region')
    expect(v.parse(v.array(AdministeredRegion), regions)).toMatchObject([
      { name: 'Bern', userCount: 2, controllerCount: 3 },
      { name: 'Tessin', userCount: 0, controllerCount: 0 },
    ])
  })

  it('shows a region that never had a shape', async () => {
    const row = { name: 'Alt', geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 }
    await app.db.insertInto('region').values(row).execute()
    expect((await anna.get('/region')).body).toMatchObject([{ name: 'Alt', geojson: null }])
  })
})

describe('changing', () => {
  it('is for administrators only', async () => {
    const id = await add()
    for (const answer of [
      await anna.get('/admin/region'),
      await anna.post('/region', body({ name: 'Neu' })),
      await anna.post(`/region/${id}`, { name: 'Neu' }),
      await anna.delete(`/region/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect((await anna.get('/region')).body).toMatchObject([{ name: 'Bern' }])
  })

  it('answers with what is stored', async () => {
    const added = await admin.post('/region', body({ name: ' Bern ', priority: undefined }))
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      message: 'Region added.',
      ...body(),
      id: 1,
      userCount: 0,
      controllerCount: 0,
      looksSwapped: false,
    })
    const edited = await admin.post('/region/1', { utcOffset: -3, alarmTo: 24 })
    expect(edited).toMatchObject({
      status: 200,
      body: { message: 'Region saved.', name: 'Bern', geojson: bern, utcOffset: -3, alarmFrom: 9, alarmTo: 24 },
    })
    expect(await admin.delete('/region/1')).toMatchObject({
      status: 200,
      body: { message: 'Region deleted.', id: 1, controllerCount: 0 },
    })
    expect((await admin.get('/admin/region')).body).toEqual([])
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no name', { name: ' ' }, 400, 'invalid_body'],
    ['half an hour of offset', { utcOffset: 5.5 }, 400, 'invalid_body'],
    ['an offset of 15', { utcOffset: 15 }, 400, 'invalid_body'],
    ['an hour of 25', { alarmTo: 25 }, 400, 'invalid_body'],
    ['hours that end before they begin', { alarmFrom: 19 }, 400, 'region_hours_wrong'],
    ['a line', { geojson: { type: 'LineString', coordinates: [] } }, 400, 'invalid_body'],
    ['no shape', { geojson: undefined }, 400, 'invalid_body'],
    ['an empty shape', { geojson: { type: 'Polygon', coordinates: [] } }, 400, 'region_shape_wrong'],
    ['a name that is taken', { name: 'Tessin' }, 409, 'region_name_taken'],
    ['50 MB', { name: 'x'.repeat(50_000_000) }, 413, 'body_too_large'],
  ])('refuses %s', async (_, fault, status, code) => {
    await add({ name: 'Tessin', geojson: far })
    expect(await admin.post('/region', body(fault))).toMatchObject({ status, body: { code } })
    expect((await admin.get('/admin/region')).body).toHaveLength(1)
    if (code === 'invalid_body' && !('geojson' in fault)) {
      expect(await admin.post('/region/1', fault)).toMatchObject({ status, body: { code } })
    }
  })

  it("reports where an outline crosses itself, in the reader's language", async () => {
    const ring = [
      [7.5, 47],
      [8.3, 47.2],
      [8.3, 47],
      [7.5, 47.2],
      [7.5, 47],
    ]
    const bowTie = body({ geojson: { type: 'Polygon', coordinates: [ring] } })
    expect(await admin.post('/region', bowTie)).toMatchObject({
      status: 400,
      body: {
        code: 'region_shape_wrong',
        message: expect.stringContaining('near 47.1° N, 7.9° E'),
        issues: [{ path: 'geojson.coordinates.0.0', message: expect.stringContaining('crosses or touches itself') }],
      },
    })
    const french = await admin.post('/region', bowTie, { 'accept-language': 'fr' })
    expect(french.body.message).toMatch(/ici\s: 47,1° N, 7,9° E/)
  })

  it('says what to do about a shape with too many points', async () => {
    const ring = Array.from({ length: 6000 }, (_, i) => [
      8 + Math.cos((i * Math.PI) / 3000),
      47 + Math.sin((i * Math.PI) / 3000),
    ])
    const { status, body: reply } = await admin.post(
      '/region',
      body({ geojson: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }),
    )
    expect(status).toBe(400)
    expect(reply).toMatchObject({ code: 'region_shape_detailed', message: expect.stringContaining('Simplify it') })
  })

  it('refuses a shape with too many places before it looks for crossings, which would hold up everybody', async () => {
    const zigzag = Array.from({ length: 36_000 }, (_, i) => [i % 2 ? 5 : 6, 40 + (i % 9000) / 10_000])
    const { status, body: reply } = await admin.post(
      '/region',
      body({ geojson: { type: 'Polygon', coordinates: [[...zigzag, zigzag[0]]] } }),
    )
    expect(status).toBe(400)
    expect(reply).toMatchObject({ code: 'region_shape_detailed', message: expect.stringContaining("36'001") })
  })

  it('hints at latitudes and longitudes that seem to be swapped', async () => {
    const { status, body: reply } = await admin.post('/region', body({ geojson: square(46.5, 7, 1) }))
    expect([status, reply.looksSwapped]).toEqual([201, true])
  })

  it('answers 404 for an unknown region, and 409 for a name that is taken', async () => {
    await add()
    const id = await add({ name: 'Tessin' })
    expect(await admin.post('/region/99', { name: 'x' })).toMatchObject({ status: 404 })
    expect(await admin.delete('/region/99')).toMatchObject({ status: 404, body: { code: 'region_not_found' } })
    expect(await admin.post(`/region/${id}`, { name: 'Bern' })).toMatchObject({ status: 409 })
  })
})

describe('changing what somebody else has changed since', () => {
  const former = { alarmTo: 18, geojson: bern }
  const refused = { status: 409, body: { code: 'region_changed' } }

  it('is refused, for a shape, too, and saved once it was seen', async () => {
    const id = await add()
    const change = { alarmFrom: 6, alarmTo: 12, former: { alarmFrom: 9, alarmTo: 18 } }
    expect(await admin.post(`/region/${id}`, { alarmTo: 20, geojson: far, former })).toMatchObject({ status: 200 })
    expect(await admin.post(`/region/${id}`, change)).toMatchObject(refused)
    expect(await admin.post(`/region/${id}`, { geojson: square(7, 46, 2), former: { geojson: bern } })).toMatchObject(
      refused,
    )
    expect((await admin.get('/admin/region')).body).toMatchObject([{ alarmFrom: 9, alarmTo: 20, geojson: far }])
    const seen = { ...change, former: { alarmFrom: 9, alarmTo: 20 } }
    expect(await admin.post(`/region/${id}`, seen)).toMatchObject({ status: 200, body: { alarmFrom: 6, alarmTo: 12 } })
  })

  it('is saved if it is something else, the same again, or without what was there before', async () => {
    const id = await add()
    await admin.post(`/region/${id}`, { alarmTo: 20 })
    for (const change of [
      { name: 'Biel', former: { name: 'Bern' } },
      { name: 'Biel', former: { name: 'Bern' } },
      { alarmTo: 19 },
    ]) {
      expect(await admin.post(`/region/${id}`, change)).toMatchObject({ status: 200 })
    }
  })

  it('is saved over a shape that was damaged', async () => {
    const id = await add()
    await app.db.updateTable('region').set({ geojson: '{' }).execute()
    const drawn = { geojson: far, former: { geojson: null } }
    expect((await admin.post(`/region/${id}`, drawn)).status).toBe(200)
  })
})

describe('the regions of a transmitter', () => {
  it('are found by place: highest priority first; among equal ones the smaller first', async () => {
    await add({ name: 'Mittelland', geojson: square(6, 46, 3) })
    const canton = await add()
    const country = await add({ name: 'Schweiz', geojson: square(5, 45, 6), priority: 3 })
    const { id } = await app.claim(anna)
    expect(await regionsOf(id)).toEqual([country, canton])
  })

  it('are none within a hole, or without a place', async () => {
    const [outline] = bern.coordinates
    const [hole] = square(7.4, 46.9, 0.1).coordinates
    const region = await add({ geojson: { type: 'Polygon', coordinates: [outline, hole] } })
    const { id } = await app.claim(anna)
    expect(await regionsOf(id)).toEqual([null, null])
    await anna.post(`/controller/${id}`, { location: { latitude: 46.85, longitude: 7.45 } })
    expect(await regionsOf(id)).toEqual([region, null])
    await anna.post(`/controller/${id}`, { location: null })
    expect(await regionsOf(id)).toEqual([null, null])
  })

  it('follow when a region is added, moved, given more priority, or removed', async () => {
    const { id } = await app.claim(anna)
    const told: number[] = []
    app.deps.events.subscribe(({ controllerId }) => told.push(controllerId))
    const wide = await add({ name: 'Mittelland', geojson: square(6, 46, 3) })
    expect(await regionsOf(id)).toEqual([wide, null])
    expect(told).toEqual([id])
    const canton = await add({ geojson: far })
    expect(await regionsOf(id)).toEqual([wide, null])
    await admin.post(`/region/${canton}`, { geojson: bern })
    expect(await regionsOf(id)).toEqual([canton, wide])
    await admin.post(`/region/${wide}`, { priority: 1 })
    expect(await regionsOf(id)).toEqual([wide, canton])
    expect((await admin.delete(`/region/${wide}`)).body).toMatchObject({ controllerCount: 1 })
    expect(await regionsOf(id)).toEqual([canton, null])
    await admin.post(`/region/${canton}`, { geojson: far })
    expect(await regionsOf(id)).toEqual([null, null])
  })

  it('stay as their owner chose them, until both are cleared or removed', async () => {
    const chosen = await add({ name: 'Tessin', geojson: far })
    const { id } = await app.claim(anna)
    await anna.post(`/controller/${id}`, { primaryRegionId: chosen })
    const canton = await add()
    await anna.post(`/controller/${id}`, { location: { latitude: 46.9, longitude: 7.4 } })
    expect(await regionsOf(id)).toEqual([chosen, null])
    await anna.post(`/controller/${id}`, { primaryRegionId: null })
    expect(await regionsOf(id)).toEqual([canton, null])
    await anna.post(`/controller/${id}`, { secondaryRegionId: chosen })
    expect(await regionsOf(id)).toEqual([canton, chosen])
    await anna.post(`/controller/${id}`, { primaryRegionId: chosen, secondaryRegionId: null })
    await admin.delete(`/region/${chosen}`)
    expect(await regionsOf(id)).toEqual([canton, null])
  })

  it("continue with the owner's second choice if the first is removed", async () => {
    const [canton, chosen] = [await add(), await add({ name: 'Tessin', geojson: far })]
    const { id } = await app.claim(anna)
    await anna.post(`/controller/${id}`, { primaryRegionId: chosen, secondaryRegionId: canton })
    await admin.delete(`/region/${chosen}`)
    expect(await regionsOf(id)).toEqual([canton, null])
  })

  it('are those named in the claim, if any', async () => {
    const canton = await add()
    const chosen = await add({ name: 'Tessin', geojson: far })
    const claim = (imei: string, primaryRegionId: number | null) =>
      anna.post('/registration/controller', {
        imei,
        imsi: imei,
        name: 'Waldrand',
        location: { latitude: 46.95, longitude: 7.45 },
        updateInterval: 1,
        primaryRegionId,
      })
    const named = await claim('1'.repeat(15), chosen)
    expect(named.body).toMatchObject({ primaryRegionId: chosen, secondaryRegionId: null })
    const unnamed = await claim('2'.repeat(15), null)
    expect(unnamed.body).toMatchObject({ primaryRegionId: canton, secondaryRegionId: null })
  })

  it('are found for a thousand transmitters at once', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => ({
      imei: String(i).padStart(15, '0'),
      imsi: '1'.repeat(15),
      name: 'x',
      latitude: 46 + (i % 40) / 20,
      longitude: 7.5,
      created_at: 0,
    }))
    for (let i = 0; i < rows.length; i += 300) {
      await app.db
        .insertInto('controller')
        .values(rows.slice(i, i + 300))
        .execute()
    }
    const id = await add()
    const inside = rows.filter(({ latitude }) => latitude >= 46.5 && latitude <= 47.5).length
    expect((await admin.get('/admin/region')).body).toMatchObject([{ id, controllerCount: inside }])
    await admin.delete(`/region/${id}`)
    const left = await app.db.selectFrom('controller').select('id').where('primary_region_id', 'is not', null).execute()
    expect(left).toEqual([])
  })
})

it('a damaged shape hides no other region, and a transmitter near it can still be registered', async () => {
  const wide = await add({ name: 'Mittelland', geojson: square(6, 46, 3) })
  const damaged = await add({ priority: 1 })
  await app.db.updateTable('region').set({ geojson: '{' }).where('id', '=', damaged).execute()
  for (const [client, path] of [
    [anna, '/region'],
    [admin, '/admin/region'],
  ] as const) {
    const { status, body } = await client.get(path)
    expect({ status, path }).toEqual({ status: 200, path })
    expect(body).toMatchObject([
      { id: damaged, geojson: null },
      { id: wide, geojson: { type: 'Polygon' } },
    ])
  }
  const { id } = await app.claim(anna)
  expect((await anna.get(`/controller/${id}`)).body).toMatchObject({ primaryRegionId: wide, secondaryRegionId: null })
  expect((await admin.post(`/region/${damaged}`, { geojson: bern })).status).toBe(200)
  expect((await anna.get(`/controller/${id}`)).body).toMatchObject({
    primaryRegionId: damaged,
    secondaryRegionId: wide,
  })
})
