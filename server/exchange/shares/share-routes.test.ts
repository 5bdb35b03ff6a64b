import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let berta: Client
let controllerId: number
let scaleId: number

beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://hive.example.org' })
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
})
afterEach(() => app.close())

const body = (fields: Record<string, unknown> = {}) => ({
  type: 'livefeed',
  description: 'For the school',
  scales: [scaleId],
  ...fields,
})
const list = async (client = anna) => (await client.get('/share')).body
const tokenOf = (link: string) => new URL(link).searchParams.get('token')!

it('names a transmitter only if two scales have the same name, since it is often named after its place', async () => {
  const named = async (name: string, place: string) => {
    const { id } = await app.claim(anna, place)
    return app.addScale(anna, id, 1, { name })
  }
  const [first, second, maple] = [
    await named('Linde', 'Seeblick 3'),
    await named('Linde', 'Waldrand'),
    await named('Ahorn', 'Obstgarten'),
  ]
  const namesIn = async (scales: number[]) => {
    const { body: made } = await anna.post('/share', body({ scales }))
    const { body: view } = await app.nobody.get('/share/view', { 'x-share-token': tokenOf(made.link) })
    return view.scales.map((scale: { name: string; controllerName: string }) => [scale.name, scale.controllerName])
  }
  expect(await namesIn([first, maple])).toEqual([
    ['Linde', ''],
    ['Ahorn', ''],
  ])
  expect(await namesIn([first, second])).toEqual([
    ['Linde', 'Seeblick 3'],
    ['Linde', 'Waldrand'],
  ])
})

describe('making a link', () => {
  it('returns the link and the HTML of a frame, and the list shows them again', async () => {
    const { status, body: reply } = await anna.post('/share', body({ days: 14 }))
    expect(status).toBe(201)
    const token = tokenOf(reply.link)
    const share = {
      id: reply.id,
      type: 'livefeed',
      description: 'For the school',
      scales: [scaleId],
      days: 14,
      from: null,
      to: null,
      issuedAt: '2026-05-10T10:00:00.000Z',
      link: `https://hive.example.org/shared/livefeed?token=${token}`,
      iframe: `<iframe src="https://hive.example.org/shared/livefeed?token=${token}" title="For the school" width="100%" height="480" style="border:0" loading="lazy"></iframe>`,
    }
    expect(reply).toEqual({ message: 'Link made.', ...share })
    expect(await list()).toEqual([share])
    expect(await list(berta)).toEqual([])
  })

  it.each([
    ['livefeed', {}, 'livefeed', { days: 7, from: null }],
    ['livefeed', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, 'livefeed', { days: 7, from: null }],
    [
      'fixed',
      { from: '2026-01-01T01:00:00+01:00', to: '2026-02-01T00:00:00Z' },
      'timeline',
      { days: null, from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
    ],
    ['yearToDate', { days: 3 }, 'timeline', { days: null, from: null }],
    ['unlimited', {}, 'timeline', { days: null, to: null }],
  ])('of type %s keeps what belongs to it', async (type, fields, page, kept) => {
    const { body: reply } = await anna.post('/share', body({ type, ...fields }))
    expect(reply).toMatchObject({ type, ...kept })
    expect(new URL(reply.link).pathname).toBe(`/shared/${page}`)
  })

  it('again with the same id after a lost answer returns the same link, even at the same time', async () => {
    const id = 'A1B2C3D4-0000-4000-8000-000000000001'
    const once = body({ id })
    const replies = await Promise.all([anna.post('/share', once), anna.post('/share', once), anna.post('/share', once)])
    replies.push(await anna.post('/share', { ...once, id: id.toLowerCase() }))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    const [made] = await list()
    expect(await list()).toEqual([made])
    for (const reply of replies) expect(reply.body).toEqual({ message: 'Link made.', ...made })
    const opened = await app.nobody.get('/share/view', { 'x-share-token': tokenOf(made.link) })
    expect(opened.body.scales).toHaveLength(1)

    expect((await anna.post('/share', { ...once, id: 'a1b2c3d4-0000-4000-8000-000000000002' })).status).toBe(201)
    const scale = await app.addScale(berta, (await app.claim(berta)).id)
    const hers = (await berta.post('/share', { ...once, scales: [scale] })).body
    expect(hers.link).not.toBe(made.link)
    expect(await list()).toHaveLength(2)
  })

  it('leaves the token nowhere in the clear', async () => {
    const { body: reply } = await anna.post('/share', body())
    const rows = JSON.stringify(await app.db.selectFrom('share').selectAll().execute())
    expect(rows).not.toContain(tokenOf(reply.link))
  })

  it('makes a frame whose title cannot break out of its attribute', async () => {
    const { body: reply } = await anna.post('/share', body({ description: '"><script>alert(1)</script>&' }))
    expect(reply.iframe).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;" width')
    expect((await anna.post('/share', body({ description: ' ' }))).body.iframe).toContain('title="HiveWatch"')
  })

  it('keeps the host of the variant where it was made', async () => {
    const variants = await createTestApp({
      PUBLIC_URL: 'https://hive.example.org',
      VARIANT_HOSTS: 'vet.example.org=biovet',
      TRUST_PROXY: 'true',
    })
    const cora = await variants.signIn('cora@example.org')
    const scale = await variants.addScale(cora, (await variants.claim(cora)).id)
    const linkAt = async (host: string) => (await cora.post('/share', body({ scales: [scale] }), { host })).body.link
    expect(await linkAt('vet.example.org')).toMatch(/^https:\/\/vet\.example\.org\/shared\//)
    expect(await linkAt('evil.example.com')).toMatch(/^https:\/\/hive\.example\.org\/shared\//)
    await variants.close()
  })

  it('uses the address of the request if no other is set', async () => {
    const plain = await createTestApp()
    const cora = await plain.signIn('cora@example.org')
    const scale = await plain.addScale(cora, (await plain.claim(cora)).id)
    const { body: reply } = await cora.post('/share', body({ scales: [scale] }))
    expect(reply.link).toMatch(/^http:\/\/localhost\/shared\/livefeed\?token=/)
    await plain.close()
  })

  it.each([
    ['no scale', { scales: [] }, 'no_scales_selected'],
    ['no list of scales', { scales: undefined }, 'no_scales_selected'],
    ['a region', { regions: [1] }, 'not_shareable'],
    ['no end', { type: 'fixed', from: '2026-01-01T00:00:00Z' }, 'invalid_body'],
    ['an unknown type', { type: 'forever' }, 'invalid_body'],
    ['more than a year of days', { days: 366 }, 'invalid_body'],
  ])('is refused with %s', async (_, fault, code) => {
    expect(await anna.post('/share', body(fault))).toMatchObject({ status: 400, body: { code } })
    expect(await list()).toEqual([])
  })

  it('is refused with more scales than allowed, and says how many that is', async () => {
    const refused = await anna.post('/share', body({ scales: Array.from({ length: 51 }, (_, i) => i + 1) }))
    const issues = [{ path: 'scales', code: 'too_many', message: 'Scales has too many entries: at most 50.' }]
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body', issues } })
  })

  it('is refused for the archive', async () => {
    await anna.post(`/controller/${controllerId}/channel/1/archive`)
    const second = await app.addScale(anna, controllerId, 1)
    expect(await anna.post('/share', body({ scales: [second, scaleId] }))).toMatchObject({
      status: 400,
      body: { code: 'not_shareable', message: expect.stringContaining('archived') },
    })
  })

  it('is refused for somebody else’s scale, watched or not, even to an administrator', async () => {
    expect(await berta.post('/share', body())).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    const admin = await app.signIn('admin@example.org', { admin: true })
    await app.db
      .insertInto('watch')
      .values({ account_id: berta.accountId, controller_id: controllerId, created_at: 0 })
      .execute()
    for (const client of [berta, admin]) {
      expect(await client.post('/share', body())).toMatchObject({
        status: 403,
        body: { code: 'share_own_scales_only' },
      })
    }
  })

  it('is limited to a number of links that nobody needs', async () => {
    await anna.post('/share', body())
    const [row] = await app.db.selectFrom('share').selectAll().execute()
    const copies = Array.from({ length: 198 }, (_, i) => ({ ...row!, id: 100 + i, token_hash: `copy ${i}` }))
    await app.db.insertInto('share').values(copies).execute()
    const atOnce = await Promise.all([1, 2, 3].map(() => anna.post('/share', body())))
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await anna.post('/share', body())).toMatchObject({ status: 409, body: { code: 'shares_too_many' } })
    const scales = [await app.addScale(berta, (await app.claim(berta)).id)]
    expect((await berta.post('/share', body({ scales }))).status).toBe(201)
  })
})

describe('taking a link back', () => {
  it('works for its owner only, once, and leaves the other links', async () => {
    const { id } = (await anna.post('/share', body())).body
    await anna.post('/share', body({ description: 'For the club' }))
    expect((await berta.delete(`/share/${id}`)).status).toBe(404)
    expect(await list()).toHaveLength(2)
    expect(await anna.delete(`/share/${id}`)).toMatchObject({ status: 200, body: { id } })
    expect(await list()).toMatchObject([{ description: 'For the club' }])
    expect(await anna.delete(`/share/${id}`)).toMatchObject({ status: 404, body: { code: 'share_not_found' } })
  })
})

it('a link whose key was lost is still listed, without its URL', async () => {
  await anna.post('/share', body())
  await app.db.updateTable('share').set({ token_sealed: 'AAAA' }).execute()
  expect((await list())[0]).toMatchObject({ description: 'For the school', link: null, iframe: null })
})
