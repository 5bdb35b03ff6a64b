import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { DatabaseError } from '../../platform/db/lane.ts'
import { createRolloutWatch } from './watch-rollouts.ts'

const HOUR = 3600_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const image = (filling: number, length = 10_000) =>
  Uint8Array.from({ length }, (_, i) => [0xe9, 3, 2, 0x20][i] ?? (i * filling) % 251)

type Claimed = Awaited<ReturnType<TestApp['claim']>>
let folder: string
let app: TestApp
let admin: Client
let anna: Client

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-firmware-'))
  app = await createTestApp({ DATA_DIR: folder, PUBLIC_URL: 'https://bees.example.org' })
  admin = await app.signIn('chief@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function upload(
  version: string | null,
  bytes: Uint8Array | null,
  fields: Record<string, string> = {},
  by = admin,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const form = new FormData()
  if (version !== null) form.set('version', version)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (bytes) form.set('data', new File([bytes as Uint8Array<ArrayBuffer>], 'firmware.bin'))
  const packed = new Response(form)
  const response = await app.app.request('/api/admin/firmware', {
    method: 'POST',
    headers: {
      cookie: by.cookie ?? '',
      'accept-language': 'en',
      'content-type': packed.headers.get('content-type')!,
    },
    body: await packed.arrayBuffer(),
  })
  return { status: response.status, body: await response.json() }
}

const bearer = ({ deviceKey }: Claimed) => ({ authorization: `Bearer ${deviceKey}` })
const ingest = async (from: Claimed, softwareVersion?: string) => {
  const { imei, imsi } = from
  const { body } = await app.nobody.post('/ingest', { imei, imsi, softwareVersion, readings: [] }, bearer(from))
  return body.firmware as { version: string; url: string; sha256: string } | null
}
const assign = (version: string, ids: number[]) =>
  admin.post(`/admin/controller/firmware?firmwareversion=${version}`, ids)
async function load(from: Claimed, url: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url)
  const response = await app.app.request(pathname + search, { headers: { ...bearer(from), ...headers } })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const files = () => readdirSync(path.join(folder, 'firmware'))

test('a transmitter gets the version it should have, in parts, and is left alone once it runs it', async () => {
  const bytes = image(7)
  expect((await upload('v1.4.2', bytes, { name: 'Winter' })).body).toMatchObject({
    message: 'Version 1.4.2 uploaded.',
    ...{ version: '1.4.2', name: 'Winter', kind: 'esp', size: 10_000, sha256: sha256(bytes), desired: 0, current: 0 },
  })
  const transmitter = await app.claim(anna)
  expect(await ingest(transmitter, '1.3.0')).toBeNull()
  const assigned = await assign('1.4.2', [transmitter.id])
  expect(assigned.body).toEqual({
    message: '1 transmitter will get version 1.4.2.',
    ...{ version: '1.4.2', assigned: 1, newer: 0 },
  })

  const offer = (await ingest(transmitter, '1.3.0'))!
  expect(offer).toEqual({
    version: '1.4.2',
    url: `https://bees.example.org/api/firmware/1.4.2?image=${sha256(bytes).slice(0, 12)}`,
    sha256: sha256(bytes),
  })
  const first = await load(transmitter, offer.url, { range: 'bytes=0-5999' })
  expect([first.response.status, first.response.headers.get('content-range')]).toEqual([206, 'bytes 0-5999/10000'])
  const etag = first.response.headers.get('etag')!
  const second = await load(transmitter, offer.url, { range: 'bytes=6000-', 'if-range': etag })
  expect(second.response.status).toBe(206)
  expect(sha256(Buffer.concat([first.bytes, second.bytes]))).toBe(offer.sha256)

  expect(await ingest(transmitter, '1.4.2')).toBeNull()
  expect(await ingest(transmitter), 'before the next fold has written it').toBeNull()
  await app.deps.ingest.settled()
  expect(await ingest(transmitter)).toBeNull()
  const { body } = await admin.get('/admin/firmware')
  expect(body).toMatchObject([{ version: '1.4.2', desired: 1, current: 1, rollout: null }])
})

test('without a range everything is sent, beyond the end nothing, and parts of different images are never mixed', async () => {
  const transmitter = await app.claim(anna)
  await upload('1.0.0', image(7))
  await assign('1.0.0', [transmitter.id])
  const offer = (await ingest(transmitter))!
  const [url] = offer.url.split('?') as [string]
  const whole = await load(transmitter, url)
  expect([whole.response.status, whole.bytes.length]).toEqual([200, 10_000])
  const beyond = await load(transmitter, url, { range: 'bytes=10000-' })
  expect([beyond.response.status, beyond.response.headers.get('content-range')]).toEqual([416, 'bytes */10000'])
  await upload('1.0.0', image(11))
  const etag = whole.response.headers.get('etag')!
  const other = await load(transmitter, url, { range: 'bytes=6000-', 'if-range': etag })
  expect([other.response.status, sha256(other.bytes)]).toEqual([200, sha256(image(11))])
  const replaced = await load(transmitter, offer.url, { range: 'bytes=6000-' })
  expect([replaced.response.status, JSON.parse(Buffer.from(replaced.bytes).toString()).code]).toEqual([
    404,
    'firmware_not_found',
  ])
  expect(sha256((await load(transmitter, (await ingest(transmitter))!.url)).bytes)).toBe(sha256(image(11)))
  const head = await app.app.request(new URL(url).pathname, { method: 'HEAD', headers: bearer(transmitter) })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10000'])
})

test('an image is available only to a transmitter that should have it', async () => {
  const [mine, other] = [await app.claim(anna), await app.claim(anna, 'Seeblick')]
  await upload('1.0.0', image(7))
  await upload('2.0.0', image(9))
  await assign('1.0.0', [mine.id])
  const get = async (version: string, headers: Record<string, string> = {}) => {
    const { status, body } = await app.nobody.get(`/firmware/${version}`, headers)
    return `${status} ${body.code}`
  }
  expect(await get('1.0.0')).toBe('401 device_key_missing')
  expect(await get('1.0.0', { authorization: 'Bearer nobody' })).toBe('401 device_key_wrong')
  expect(await get('2.0.0', bearer(mine))).toBe('404 firmware_not_found')
  expect(await get('1.0.0', bearer(other))).toBe('404 firmware_not_found')
  expect(await get('..%2f..%2fhivewatch.sqlite', bearer(mine))).toBe('400 firmware_version_invalid')
})

test('an existing version is overwritten, and a file stays only as long as a row names it', async () => {
  await upload('1.0.0', image(7), { name: 'Spring' })
  const before = files()
  const { body } = await upload('1.0.0', image(9))
  expect(body).toMatchObject({ name: 'Spring', sha256: sha256(image(9)) })
  expect((await admin.get('/admin/firmware')).body).toHaveLength(1)
  expect(files()).toHaveLength(1)
  expect(files()).not.toEqual(before)
  expect(readFileSync(path.join(folder, 'firmware', files()[0]!))).toEqual(Buffer.from(image(9)))

  const unfinished = `${randomUUID()}.bin`
  for (const name of [unfinished, `${unfinished}.new`, 'controller-1.4.bin']) {
    const stray = path.join(folder, 'firmware', name)
    writeFileSync(stray, 'half')
    utimesSync(stray, 0, 0)
  }
  await upload('2.0.0', image(3))
  expect(files()).toHaveLength(3)
  await admin.delete('/admin/firmware?version=2.0.0')
  await admin.delete('/admin/firmware?version=1.0.0')
  // nobody else's file is touched
  expect(files()).toEqual(['controller-1.4.bin'])
})

test('a version is complete even if the answer to its commit was lost', async () => {
  const transmitter = await app.claim(anna)
  const { db } = app.deps.database
  const transaction = db.transaction()
  const execute = async (work: Parameters<typeof transaction.execute>[0]) => {
    await transaction.execute(work)
    throw new DatabaseError('08006', 'Connection terminated unexpectedly')
  }
  vi.spyOn(db, 'transaction').mockReturnValueOnce({ execute } as never)
  expect(await upload('1.0.0', image(7))).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
  await assign('1.0.0', [transmitter.id])
  const { url } = (await ingest(transmitter))!
  expect(sha256((await load(transmitter, url)).bytes)).toBe(sha256(image(7)))
})

test('a database that rejects the row leaves no file behind', async () => {
  await app.db.schema.dropTable('audit').execute()
  expect((await upload('1.0.0', image(7))).status).toBe(500)
  expect(files()).toEqual([])
  expect(await app.db.selectFrom('firmware').selectAll().execute()).toEqual([])
})

test('a file that is not firmware is refused, with the reason', async () => {
  const refused = async (...of: Parameters<typeof upload>) => {
    const { status, body } = await upload(...of)
    return `${status} ${body.code}`
  }
  expect(await refused('1.0', image(7))).toBe('400 firmware_version_invalid')
  expect(await refused('1.0.20261128143726123', image(7))).toBe('400 firmware_version_invalid')
  expect(await refused(null, image(7))).toBe('400 firmware_version_invalid')
  expect(await refused('1.0.0', null)).toBe('400 firmware_missing')
  expect(await refused('1.0.0', new TextEncoder().encode('<html>'.repeat(50)))).toBe('400 firmware_not_recognized')
  expect(await refused('1.0.0', new Uint8Array())).toBe('400 firmware_not_recognized')
  expect(await refused('1.0.0', image(7, 8 * 1024 * 1024 + 1))).toBe('413 firmware_too_large')
  expect(await refused('1.0.0', image(7, 9 * 1024 * 1024))).toBe('413 firmware_too_large')
  expect(await refused('1.0.0', image(7), {}, anna)).toBe('403 forbidden')
  expect((await admin.post('/admin/firmware', {})).body.code).toBe('firmware_not_multipart')
  expect(await app.db.selectFrom('firmware').selectAll().execute()).toEqual([])
  expect((await upload('1.0.0', image(7, 8 * 1024 * 1024))).status).toBe(201)
})

test('a version that some transmitter should have cannot be removed, nor can an unknown one', async () => {
  const { id } = await app.claim(anna)
  await upload('1.0.0', image(7))
  // the same again is not listed among the changes again
  for (let i = 0; i < 2; i++) expect((await assign('1.0.0', [id])).status).toBe(200)
  const remove = async (version: string) => {
    const { status, body } = await admin.delete(`/admin/firmware?version=${version}`)
    return `${status} ${body.code ?? body.message}`
  }
  expect(await remove('1.0.0')).toBe('409 firmware_desired')
  expect((await assign('', [id])).body).toMatchObject({ message: '1 transmitter keeps what it has.', version: null })
  expect(await remove('1.0.0')).toBe('200 Version 1.0.0 deleted.')
  expect(await remove('1.0.0')).toBe('404 firmware_not_found')
  expect(await remove('nonsense')).toBe('400 firmware_version_invalid')
  expect((await assign('1.0.0', [id])).body.code).toBe('firmware_not_found')
  await upload('1.0.0', image(7))
  expect((await assign('1.0.0', [id, 999])).body.code).toBe('controller_not_found')
  expect((await admin.get('/admin/firmware')).body).toMatchObject([{ desired: 0 }])
  const changes = await app.db.selectFrom('audit').select(['action', 'actor_id']).orderBy('id').execute()
  expect(changes.map(({ action }) => action)).toEqual([
    ...['firmware.added', 'firmware.assigned', 'firmware.assigned', 'firmware.removed', 'firmware.added'],
  ])
  expect(new Set(changes.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.accountId]))
})

test('a version whose numbers cannot be compared is listed last, and can be removed', async () => {
  await upload('1.0.0', image(7))
  await upload('1.0.1', image(7))
  const endless = '1.0.20261128143726123'
  await app.db.updateTable('firmware').set({ version: endless }).where('version', '=', '1.0.1').execute()
  expect((await admin.get('/admin/firmware')).body).toMatchObject([{ version: '1.0.0' }, { version: endless }])
  const { id } = await app.claim(anna)
  expect((await assign(endless, [id])).body.code).toBe('firmware_version_invalid')
  expect((await admin.delete(`/admin/firmware?version=${endless}`)).status).toBe(200)
  expect((await admin.get('/admin/firmware')).body).toMatchObject([{ version: '1.0.0' }])
})

test('transmitters that run a newer version are marked, and found by what the list of transmitters is searched by', async () => {
  const [old, recent] = [await app.claim(anna, 'Waldrand'), await app.claim(anna, 'Seeblick')]
  await ingest(old, '1.0.0')
  await ingest(recent, '2.1.0')
  await app.deps.ingest.settled()
  await upload('2.0.0', image(7))
  const list = async (query: string) => (await admin.get(`/admin/firmware/controller?version=2.0.0&${query}`)).body
  expect(await list('')).toMatchObject({
    items: [
      { id: old.id, name: 'Waldrand', imei: old.imei, current: '1.0.0', desired: null, newer: false },
      { id: recent.id, current: '2.1.0', newer: true },
    ],
    nextCursor: null,
  })
  expect(await list('limit=1')).toMatchObject({ items: [{ id: old.id }], nextCursor: String(old.id) })
  expect(await list(`limit=1&cursor=${old.id}`)).toMatchObject({ items: [{ id: recent.id }], nextCursor: null })
  expect((await list('q=SEE')).items).toMatchObject([{ id: recent.id }])
  expect((await list(`q=${old.imei}`)).items).toMatchObject([{ id: old.id }])
  expect((await list('q=2.1')).items).toMatchObject([{ id: recent.id }])
  await app.db.updateTable('controller').set({ owner_id: null }).where('id', '=', old.id).execute()
  expect((await list('q=anna@example.org')).items).toMatchObject([{ id: recent.id }])
  const { body } = await assign('2.0.0', [old.id, recent.id])
  expect(body).toMatchObject({ assigned: 2, newer: 1 })
  expect(body.message).toContain('1 of them runs a newer one and goes back to it.')
})

describe('a roll-out', () => {
  let watch: () => Promise<void>
  let fleet: Claimed[]
  const plan = { stages: [20, 100], aliveHours: 2, enoughPercent: 100, silentPercent: 10 }
  const begin = (fields: object = {}) => admin.post('/admin/firmware/rollout', { version: '2.0.0', ...plan, ...fields })
  const state = async () => (await admin.get('/admin/firmware')).body[0].rollout
  const steer = (how: 'stop' | 'resume', id: number) => admin.post(`/admin/firmware/rollout/${id}/${how}`)

  /** All transmitters send; those that are offered a version download it and run it from the next time on. */
  const running = new Map<number, string>()
  async function send(except: Claimed[] = []): Promise<Claimed[]> {
    const offered: Claimed[] = []
    for (const one of fleet.filter((each) => !except.includes(each))) {
      const offer = await ingest(one, running.get(one.id) ?? '1.0.0')
      if (!offer) continue
      offered.push(one)
      await load(one, offer.url)
      running.set(one.id, offer.version)
    }
    await app.deps.ingest.settled()
    await watch()
    return offered
  }

  beforeEach(async () => {
    running.clear()
    fleet = []
    for (let i = 0; i < 5; i++) fleet.push(await app.claim(anna, `Stand ${i}`))
    watch = createRolloutWatch(app.deps)
    await upload('2.0.0', image(7))
    await send()
  })

  test('goes on from stage to stage, and is done once all have run for long enough', async () => {
    const { body } = await begin()
    expect(body).toMatchObject({ message: 'Version 2.0.0 is being rolled out.', state: 'running', stage: 0, newer: 0 })
    expect(body.numbers).toMatchObject({ total: 5, assigned: 1, expected: 1, updated: 0 })
    const [first] = await send()
    expect(await state()).toMatchObject({ numbers: { taken: 1, updated: 0, silent: 0 } })
    app.clock.advance(HOUR)
    expect(await send()).toEqual([])
    expect(await state()).toMatchObject({ stage: 0, numbers: { updated: 1, proven: 0 } })
    app.clock.advance(2 * HOUR)
    await send()
    expect(await state()).toMatchObject({ stage: 1, numbers: { assigned: 5, updated: 1 } })
    expect(await send()).toEqual(fleet.filter((one) => one !== first))
    app.clock.advance(HOUR)
    await send()
    app.clock.advance(2 * HOUR)
    await send()
    const done = await state()
    expect(done).toMatchObject({ state: 'done', numbers: { updated: 5, proven: 5 } })
    expect(done.events.map(({ what }: { what: string }) => what)).toEqual(['began', 'stage', 'done'])
  })

  test('gives a transmitter whose interval was shortened its former one, until it has learned of it', async () => {
    const interval = async (updateInterval: number) => {
      for (const { id } of fleet) await anna.post(`/controller/${id}`, { updateInterval })
    }
    await interval(6)
    app.clock.advance(1)
    await send()
    app.clock.advance(5 * HOUR)
    await interval(1)
    expect((await begin()).body.numbers).toMatchObject({ assigned: 1, expected: 1 })
  })

  test('starts with the same transmitters at every try', async () => {
    const turns = async () => {
      const { body } = await begin()
      const rows = await app.db
        .selectFrom('firmware_rollout_controller')
        .select('controller_id')
        .where('rollout_id', '=', body.id)
        .orderBy('place')
        .execute()
      await steer('stop', body.id)
      return rows.map(({ controller_id }) => controller_id)
    }
    expect(await turns()).toEqual(await turns())
  })

  test('starts with live transmitters, and does not wait for those that were silent before', async () => {
    app.clock.advance(4 * HOUR)
    const [living, ...silent] = fleet
    await send(silent)
    await begin()
    expect(await send(silent)).toEqual([living])
    await send(silent)
    app.clock.advance(2 * HOUR)
    await send(silent)
    expect(await state()).toMatchObject({ stage: 1, numbers: { assigned: 5, expected: 1 } })
    await send(silent)
    expect(await state()).toMatchObject({ state: 'done' })
  })

  test('stops by itself when a transmitter that took the version falls silent, and takes it back from those that wait', async () => {
    await begin({ stages: [40, 100] })
    const [first, second] = await send()
    app.clock.advance(HOUR)
    await send([first!])
    app.clock.advance(2 * HOUR)
    await send([first!])
    expect(await state()).toMatchObject({ state: 'running', numbers: { taken: 2, silent: 0 } })
    app.clock.advance(60_000)
    await send([first!])
    const stopped = await state()
    expect(stopped).toMatchObject({ state: 'stopped', stage: 0, numbers: { updated: 1, silent: 1 } })
    expect(stopped.events.at(-1)).toMatchObject({ what: 'silent' })
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'chief@example.org' }])
    expect(app.mails[0]!.text).toContain('https://bees.example.org/a/firmware')
    const desired = await app.db
      .selectFrom('controller')
      .select('id')
      .where('desired_firmware_id', 'is not', null)
      .execute()
    expect(desired.map(({ id }) => id)).toEqual([second!.id])

    expect((await steer('resume', stopped.id)).body).toMatchObject({ state: 'running', numbers: { total: 4 } })
    await send([first!])
    expect(await state()).toMatchObject({ state: 'running' })
    expect((await steer('resume', stopped.id)).body.code).toBe('firmware_rollout_over')
  })

  test('stops when a transmitter goes back to its former version', async () => {
    await begin()
    const [first] = await send()
    await send()
    running.set(first!.id, '1.0.0')
    app.clock.advance(60_000)
    await send()
    expect(await state()).toMatchObject({ state: 'stopped', numbers: { returned: 1 } })
    expect((await state()).events.at(-1)).toMatchObject({ what: 'returned' })
  })

  test('is stopped and resumed by an administrator', async () => {
    const { body } = await begin({ stages: [100] })
    expect((await steer('stop', body.id)).body).toMatchObject({ message: 'The roll-out is stopped.', state: 'stopped' })
    expect((await steer('stop', body.id)).body.code).toBe('firmware_rollout_over')
    expect(await send()).toEqual([])
    expect((await steer('resume', body.id)).body).toMatchObject({
      message: 'The roll-out continues.',
      state: 'running',
    })
    expect(await send()).toEqual(fleet)
    expect((await steer('stop', 999)).body.code).toBe('firmware_rollout_not_found')
    const { body: events } = await admin.get('/admin/firmware')
    expect(events[0].rollout.events.map(({ what }: { what: string }) => what)).toEqual(['began', 'stopped', 'resumed'])
  })

  test('when resumed takes no newer version from a transmitter that runs one by now', async () => {
    const { body } = await begin({ stages: [100] })
    await steer('stop', body.id)
    running.set(fleet[0]!.id, '3.0.0')
    await send()
    expect((await steer('resume', body.id)).body).toMatchObject({ state: 'running', numbers: { total: 4 } })
    expect(await send()).toEqual(fleet.slice(1))
  })

  test('leaves out transmitters with a newer version, and says so; with none left it does not start', async () => {
    running.set(fleet[0]!.id, '3.0.0')
    running.set(fleet[1]!.id, '2.0.0')
    await send()
    const { body } = await begin()
    expect(body).toMatchObject({ newer: 1, numbers: { total: 3 } })
    expect(body.message).toContain('1 transmitter runs a newer one and is left out.')
    const nobody = await begin({ controllerIds: [fleet[0]!.id, fleet[1]!.id] })
    expect([nobody.status, nobody.body.code]).toEqual([409, 'firmware_rollout_empty'])
    expect((await begin({ controllerIds: [999] })).body.code).toBe('controller_not_found')
    expect((await begin({ version: '9.0.0' })).body.code).toBe('firmware_not_found')
    expect((await begin({ stages: [50, 20] })).status).toBe(400)
  })

  test('conflicts neither with another one nor with manual assignments', async () => {
    await upload('3.0.0', image(9))
    const { body } = await begin({ stages: [100] })
    const other = await begin({ version: '3.0.0', controllerIds: [fleet[0]!.id] })
    expect([other.status, other.body.code]).toEqual([409, 'firmware_rollout_overlap'])
    expect((await admin.delete('/admin/firmware?version=2.0.0')).body.code).toBe('firmware_desired')
    await assign('3.0.0', [fleet[0]!.id])
    expect((await begin({ version: '3.0.0', controllerIds: [fleet[0]!.id] })).status).toBe(201)
    await steer('stop', body.id)
    expect(await ingest(fleet[0]!, '1.0.0')).toMatchObject({ version: '3.0.0' })
    expect(await ingest(fleet[1]!, '1.0.0')).toBeNull()
  })

  test('can be seen and stopped if its plan and its numbers are damaged', async () => {
    const { body } = await begin()
    await app.db.updateTable('firmware_rollout').set({ plan: '{', numbers: '{' }).execute()
    await app.db.updateTable('firmware_rollout_event').set({ numbers: '{' }).execute()
    expect(await state()).toMatchObject({ state: 'running', numbers: { total: 0 }, events: [{ what: 'began' }] })
    expect((await steer('stop', body.id)).body).toMatchObject({ state: 'stopped' })
    expect(await send()).toEqual([])
  })

  test('stops when its version is overwritten', async () => {
    await begin({ stages: [100] })
    await upload('2.0.0', image(13))
    const { state: now, events } = await state()
    expect([now, events.at(-1).what]).toEqual(['stopped', 'replaced'])
    expect(await send()).toEqual([])
  })
})
