import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WATCH_CODE_DAYS } from '#domain/exchange/watch.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createApi } from '../../app.ts'

const DAY_MS = 86_400_000

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

const renew = async (id = controllerId, client = anna): Promise<string> => {
  const { status, body } = await client.post(`/controller/${id}/watchCode`, {})
  expect(status).toBe(200)
  return body.watchCode
}
const add = (code: string, client = berta) => client.post('/controller/watches', { code })
const seenBy = async (client = berta): Promise<number[]> =>
  (await client.get('/controller')).body.map(({ id }: { id: number }) => id)
const watching = async () => (await anna.get(`/controller/${controllerId}/watchCode`)).body
/** A code that no transmitter has. */
const wrong = (i: number) => `Z${String(i).padStart(3, '0')}`

describe('the code', () => {
  it('is made when the owner asks, readable, and different each time', async () => {
    expect(await watching()).toEqual({ controllerId, watchCode: null, watchCodeEnd: null, watchers: [] })
    const first = await renew()
    const second = await renew()
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(first).toMatch(/[A-Z]/)
    expect(second).not.toBe(first)
    expect(await watching()).toMatchObject({ watchCode: second, watchCodeEnd: '2026-05-17T10:00:00.000Z' })
  })

  it('is the same one for a request that comes twice, so that every answer shows a code that works', async () => {
    const ask = async (id: string) => (await anna.post(`/controller/${controllerId}/watchCode`, { id })).body.watchCode
    const id = '0190d5a4-0000-7000-8000-000000000001'
    const [first, second] = await Promise.all([ask(id), ask(id)])
    expect([first, second]).toEqual([(await watching()).watchCode, first])
    app.clock.advance(7 * 24 * 3_600_000 + 1)
    expect(await ask(id), 'once it has ended').toBe((await watching()).watchCode)
    expect((await add(await ask(id))).status).toBe(201)
    const other = await ask(id.replace('1', '2'))
    expect(other).not.toBe(first)
    expect(await ask(id.replace('1', '2'))).toBe(other)
  })

  it('lets nobody in for longer because the clock was ahead when it was made', async () => {
    const ahead = 60 * DAY_MS
    app.clock.advance(ahead)
    const code = await renew()
    const clara = await app.signIn('clara@example.org')
    await add(code, clara)
    await clara.delete(`/controller/watches/${code}`)
    app.clock.advance(-ahead)
    expect(await watching()).toMatchObject({ watchCode: null, watchCodeEnd: null })
    for (const client of [berta, clara]) {
      expect(await add(code, client)).toMatchObject({ status: 404, body: { code: 'watch_code_unknown' } })
    }
    app.clock.advance(-DAY_MS / 2)
    const little = await renew()
    app.clock.advance(-DAY_MS / 2)
    expect((await add(little)).status).toBe(201)
  })

  it('is nowhere in the database in the clear', async () => {
    const code = await renew()
    await add(code)
    for (const table of ['controller', 'watch'] as const) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(code)
    }
  })

  it('is for the owner: strangers 404, watchers 403', async () => {
    const path = `/controller/${controllerId}/watchCode`
    expect((await berta.get(path)).status).toBe(404)
    expect((await berta.post(path, {})).status).toBe(404)
    await add(await renew())
    expect((await berta.get(path)).status).toBe(403)
    expect((await berta.post(path, {})).status).toBe(403)
    expect((await berta.post(path, { enabled: false })).status).toBe(403)
    expect((await berta.delete(`/controller/${controllerId}/watcher/${anna.accountId}`)).status).toBe(403)
  })

  it('admits watchers for a week; existing ones stay', async () => {
    const code = await renew()
    await add(code)
    app.clock.advance(WATCH_CODE_DAYS * DAY_MS)
    const clara = await app.signIn('clara@example.org')
    expect(await add(code, clara)).toMatchObject({ status: 404, body: { code: 'watch_code_unknown' } })
    expect(await watching()).toMatchObject({ watchCode: null, watchCodeEnd: null, watchers: [{}] })
    expect(await seenBy()).toEqual([controllerId])
  })

  it('of one transmitter is never that of another, not even by chance, until it has ended', async () => {
    const other = (await app.claim(anna, 'Am Bach')).id
    const tokens = ['a', 'a', 'b', 'a']
    app.deps.ids = { ...app.deps.ids, token: () => tokens.shift() ?? 'c' }
    const first = await renew()
    expect(await renew(other)).not.toBe(first)
    app.clock.advance(WATCH_CODE_DAYS * DAY_MS)
    expect(await renew(other)).toBe(first)
    await add(first)
    expect(await seenBy()).toEqual([other])
  })
})

describe('watching', () => {
  it('begins with the code, however it is written', async () => {
    const code = await renew()
    const { status, body } = await add(` ${code.toLowerCase().slice(0, 2)} ${code.slice(2)}`)
    expect(status).toBe(201)
    const watch = { controllerId, code, name: 'Waldrand', owner: '', since: '2026-05-10T10:00:00.000Z' }
    expect(body).toEqual({ message: 'You watch this transmitter now.', ...watch })
    expect((await berta.get('/controller/watches')).body).toEqual([watch])
    expect(await seenBy()).toEqual([controllerId])
    expect((await berta.get('/dashboard')).body).toMatchObject([{ id: controllerId, access: 'watched' }])
  })

  it('does not reveal the numbers with which the transmitter could be claimed once its owner leaves', async () => {
    await app.db.updateTable('controller').set({ msisdn: '+41791234567' }).execute()
    await add(await renew())
    const paths = ['/controller', `/controller/${controllerId}`, '/dashboard']
    const seen = await Promise.all(paths.map((path) => berta.get(path)))
    for (const { body } of seen) {
      expect([body].flat()).toMatchObject([{ id: controllerId, access: 'watched', imsi: '', msisdn: null }])
    }
  })

  it('shows owner and watcher who the other is', async () => {
    const profile = { lastname: 'Muster', company: '', street: 's', zip: 'z', city: 'c', country: 'ch', phone: '' }
    await anna.post('/user/profile', { ...profile, firstname: 'Anna' })
    await berta.post('/user/profile', { ...profile, firstname: 'Berta' })
    await add(await renew())
    expect((await berta.get('/controller/watches')).body).toMatchObject([{ owner: 'Anna Muster' }])
    expect((await watching()).watchers).toEqual([
      { accountId: berta.accountId, name: 'Berta Muster', since: '2026-05-10T10:00:00.000Z' },
    ])
  })

  it('of somebody who owns nothing rings for them, and for no other watcher who has not chosen it', async () => {
    const chosenBy = async (client: Client) => (await client.get('/notification')).body[0].controllerIds
    const clara = await app.signIn('clara@example.org')
    await app.claim(berta)
    for (const [client, name] of [
      [berta, 'berta'],
      [clara, 'clara'],
    ] as const)
      await client.post('/notification', { type: 'email', address: `${name}@example.org` })
    const code = await renew()
    await add(code)
    await add(code, clara)
    expect(await chosenBy(clara)).toEqual([controllerId])
    expect(await chosenBy(berta)).toEqual([])
  })

  it('starts only once, even with many tries at once, or if the code has changed since', async () => {
    const code = await renew()
    const answers = await Promise.all([1, 2, 3].map(() => add(code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    const next = await renew()
    expect((await add(code)).status).toBe(200)
    expect((await add(next)).status).toBe(200)
    expect((await berta.get('/controller/watches')).body).toMatchObject([{ code }])
  })

  it('is not possible for one’s own transmitter', async () => {
    expect(await add(await renew(), anna)).toMatchObject({ status: 409, body: { code: 'watch_own_controller' } })
    expect((await anna.get('/controller')).body).toMatchObject([{ access: 'own' }])
  })

  it.each(['', 'K7Q', 'K7QMX', 4711, null])('needs four characters, not %j', async (code) => {
    expect(await berta.post('/controller/watches', { code })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', issues: [{ path: 'code' }] },
    })
  })

  it('changes nothing: every changing call is refused', async () => {
    const scaleId = await app.addScale(anna, controllerId)
    await add(await renew())
    const bodies: Record<string, object> = {
      '/api/controller/:id': { name: 'Mine' },
      '/api/scale': { controllerId, channelId: 2, name: 'Mine', type: 'weight' },
      '/api/scale/:id': { name: 'Mine' },
      '/api/intervention': { scaleId, label: 'other', time: '2026-05-09T08:30:00Z' },
    }
    const changing = createApi(app.deps).routes.filter(
      ({ method, path }) =>
        (method === 'POST' || method === 'DELETE') && (path in bodies || path.startsWith('/api/controller/:')),
    )
    const paths = [...new Set(changing.map(({ method, path }) => `${method} ${path}`))]
    expect(paths.length).toBeGreaterThan(6)
    for (const name of paths) {
      const [method, path] = name.split(' ') as [string, string]
      const called = path
        .replace('/api', '')
        .replace('scale/:id', `scale/${scaleId}`)
        .replace('controller/:id', `controller/${controllerId}`)
        .replace(/:\w+/g, '1')
      const { status } = await (method === 'DELETE' ? berta.delete(called) : berta.post(called, bodies[path] ?? {}))
      const expected = path in bodies ? [403] : [400, 403, 404]
      expect(expected, `${name} answered ${status}`).toContain(status)
    }
    expect((await anna.get('/scale/all')).body).toMatchObject([{ id: scaleId, name: 'Scale 1' }])
  })
})

describe('the end of watching', () => {
  it.each(['code', 'number'])('is possible by the %s of the transmitter', async (by) => {
    const code = await renew()
    await add(code)
    await renew()
    const { status, body } = await berta.delete(`/controller/watches/${by === 'code' ? code : controllerId}`)
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'You no longer watch this transmitter.', controllerId },
    })
    expect(await seenBy()).toEqual([])
    expect((await berta.delete(`/controller/watches/${controllerId}`)).status).toBe(404)
  })

  it('leaves other watchers alone, and nobody else can cause it', async () => {
    const code = await renew()
    const clara = await app.signIn('clara@example.org')
    await add(code)
    expect((await clara.delete(`/controller/watches/${code}`)).body.code).toBe('watch_not_found')
    await add(code, clara)
    await clara.delete(`/controller/watches/${code}`)
    expect(await seenBy()).toEqual([controllerId])
    expect(await seenBy(clara)).toEqual([])
  })

  it('can be undone for an hour, even if the code has ended in the meantime', async () => {
    const code = await renew()
    await add(code)
    app.clock.advance(WATCH_CODE_DAYS * DAY_MS)
    await renew()
    await berta.delete(`/controller/watches/${controllerId}`)
    app.clock.advance(59 * 60_000)
    expect((await add(code)).status).toBe(200)
    expect((await berta.get('/controller/watches')).body).toMatchObject([{ since: '2026-05-10T10:00:00.000Z' }])
    await berta.delete(`/controller/watches/${controllerId}`)
    app.clock.advance(61 * 60_000)
    expect((await add(code)).status).toBe(404)
  })

  it('can only be undone by whoever ended it, since a code that has ended lets nobody in', async () => {
    const clara = await app.signIn('clara@example.org')
    const code = await renew()
    await add(code)
    await renew()
    await berta.delete(`/controller/watches/${controllerId}`)
    expect((await add(code, clara)).status).toBe(404)
    expect(await seenBy(clara)).toEqual([])
    expect((await add(code)).status).toBe(200)
  })

  it('for everybody, when the owner switches it off: at once, and for good', async () => {
    const code = await renew()
    const clara = await app.signIn('clara@example.org')
    await add(code)
    await add(code, clara)
    await clara.delete(`/controller/watches/${code}`)
    expect(await anna.post(`/controller/${controllerId}/watchCode`, { enabled: false })).toMatchObject({
      status: 200,
      body: { message: 'Nobody watches this transmitter any more.', watchCode: null, watchers: [] },
    })
    expect(await watching()).toMatchObject({ watchCode: null, watchCodeEnd: null })
    const stored = await app.db
      .selectFrom('controller')
      .select('watch_code_sealed')
      .where('id', '=', controllerId)
      .execute()
    expect(stored).toEqual([{ watch_code_sealed: null }])
    expect(await seenBy()).toEqual([])
    expect((await berta.get(`/controller/${controllerId}`)).status).toBe(404)
    expect((await add(code)).status).toBe(404)
    expect((await add(code, clara)).status).toBe(404)
  })

  it('for one, when the owner removes them', async () => {
    const code = await renew()
    const clara = await app.signIn('clara@example.org')
    await add(code)
    await add(code, clara)
    const path = `/controller/${controllerId}/watcher/${berta.accountId}`
    expect((await anna.delete(path)).body.watchers).toMatchObject([{ accountId: clara.accountId }])
    expect((await anna.delete(path)).body.code).toBe('watch_not_found')
    expect(await seenBy()).toEqual([])
    expect(await seenBy(clara)).toEqual([controllerId])
  })

  it('comes with a new owner', async () => {
    const claim = {
      imei: '1'.padStart(15, '0'),
      imsi: '1'.padStart(15, '0'),
      name: 'Mine',
      location: null,
      updateInterval: 1,
    }
    const code = await renew()
    await add(code)
    await app.db.updateTable('controller').set({ owner_id: null }).execute()
    const clara = await app.signIn('clara@example.org')
    expect((await clara.post('/registration/controller', claim)).status).toBe(201)
    expect(await seenBy()).toEqual([])
    expect((await add(code)).status).toBe(404)
  })
})

describe('guessing', () => {
  it('stops after ten wrong codes in an hour, even with a right one', async () => {
    const code = await renew()
    for (let i = 0; i < 10; i++) expect((await add(wrong(i))).body.code).toBe('watch_code_unknown')
    const refused = await add(code)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await seenBy()).toEqual([])
  })

  it('is not forgiven by a right code in between', async () => {
    const code = await renew()
    const own = await renew((await app.claim(anna, 'Am Bach')).id)
    for (let i = 0; i < 9; i++) await add(wrong(i))
    expect((await add(own)).status).toBe(201)
    expect((await add(wrong(9))).status).toBe(404)
    expect((await add(code)).status).toBe(429)
  })

  it('is not helped by many tries at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => add(wrong(i))))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('counts by address too, so that a second account helps little', async () => {
    for (let i = 0; i < 10; i++) await add(wrong(i))
    const clara = await app.signIn('clara@example.org')
    for (let i = 0; i < 3; i++) expect((await add(wrong(10 + i), clara)).status).toBe(404)
    expect((await add(wrong(13), clara)).status).toBe(429)
  })

  it('counts everybody together, so that many accounts and addresses help little, and locks out nobody else', async () => {
    await app.close()
    app = await createTestApp({ TRUST_PROXY: 'true' })
    anna = await app.signIn('anna@example.org')
    const guess = async (from: number, guessers: number, each: number) => {
      let unknown = 0
      for (let i = from; i < from + guessers; i++) {
        const client = await app.signIn(`guest${i}@example.org`)
        for (let k = 0; k < each; k++) unknown += (await from10(client, i, wrong(i * 10 + k))).status === 404 ? 1 : 0
      }
      return unknown
    }
    const from10 = (client: Client, place: number, code: string) =>
      client.post('/controller/watches', { code }, { 'x-forwarded-for': `10.0.0.${place}` })
    expect(await guess(0, 12, 9)).toBe(102)
    expect(await guess(12, 2, 9)).toBe(6)
    const { id } = await app.claim(anna)
    const { body } = await anna.post(`/controller/${id}/watchCode`, {})
    const clara = await app.signIn('clara@example.org')
    for (let place = 0; place < 2; place++) expect((await from10(clara, place, wrong(place))).status).toBe(404)
    expect((await from10(clara, 0, body.watchCode)).status).toBe(201)
  })

  it('is limited per owner: a code admits only so many an hour, without affecting the codes of others', async () => {
    await app.close()
    app = await createTestApp({ REGISTRATIONS_PER_HOUR: '100' })
    anna = await app.signIn('anna@example.org')
    berta = await app.signIn('berta@example.org')
    const code = await renew((await app.claim(anna)).id)
    const other = await renew((await app.claim(berta)).id, berta)
    for (let i = 0; i < 60; i++) expect((await add(code, await app.signIn(`guest${i}@example.org`))).status).toBe(201)
    const clara = await app.signIn('clara@example.org')
    expect((await add(code, clara)).status).toBe(429)
    expect((await add(other, clara)).status).toBe(201)
  })
})

it('a watch that begins again is not muted by the watch before, but one that is brought back is', async () => {
  const code = await renew()
  await add(code)
  const mute = `/notification/mute?idcontroller=${controllerId}`
  await berta.post(mute, { notificationType: 'swarm', enddate: null })
  await berta.delete(`/controller/watches/${code}`)
  await add(code)
  expect((await berta.get(mute)).body).toHaveLength(1)
  await anna.delete(`/controller/${controllerId}/watcher/${berta.accountId}`)
  await add(code)
  expect((await berta.get(mute)).body).toEqual([])
})
