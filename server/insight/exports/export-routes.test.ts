import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { sweepExports } from './sweep-exports.ts'

const DAY_MS = 86_400_000
let app: TestApp
let folder: string
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let scale: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-export-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna, '=HYPERLINK("http://evil")')
  scale = await app.addScale(anna, controller.id, 1, { name: 'Volk; "1"' })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function send(readings: object[]): Promise<void> {
  const { imei, imsi, deviceKey } = controller
  const { status, body } = await app.nobody.post(
    '/ingest',
    { imei, imsi, readings },
    { authorization: `Bearer ${deviceKey}` },
  )
  expect({ status, rejected: body.rejected }).toEqual({ status: 200, rejected: [] })
}
const some = () =>
  send([
    { time: '2026-05-09T22:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 },
    { time: '2026-05-09T22:10:00Z', channel: 1, weight: -0.5 },
    { time: '2026-05-10T09:00:00Z', channel: 1, weight: 44 },
  ])

async function start(fields: object = {}, client = anna) {
  const body = { type: 'EXPORT', scales: [scale], language: 'en', ...fields }
  const answer = await client.post('/jobs', body)
  await app.jobs.idle()
  return answer
}
async function exported(fields: object = {}): Promise<{ id: number; text: string; bytes: Buffer }> {
  const { id } = (await start(fields)).body
  const response = await app.app.request(`/api/exports/${id}`, { headers: { cookie: anna.cookie! } })
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { id, bytes, text: bytes.toString() }
}
const problem = async (id: number) => (await anna.get(`/jobs/${id}`)).body.problem

describe('a table of text', () => {
  beforeEach(some)

  it('contains names that are not formulas, numbers that are numbers, and times in the zone', async () => {
    const { text } = await exported({ timeZone: 'Europe/Zurich' })
    expect(text.split('\r\n')).toEqual([
      '\ufeffTime (Europe/Zurich),Transmitter,Scale,Weight (kg),Temperature (°C),Humidity (%)',
      `2026-05-10 00:00:00,"'=HYPERLINK(""http://evil"")","Volk; ""1""",43.215,34.6,61`,
      `2026-05-10 00:10:00,"'=HYPERLINK(""http://evil"")","Volk; ""1""",-0.5,,`,
      `2026-05-10 11:00:00,"'=HYPERLINK(""http://evil"")","Volk; ""1""",44,,`,
      '',
    ])
  })

  it.each(['de', 'fr', 'es'])('is written with semicolons and decimal commas in %s', async (language) => {
    const { text } = await exported({ language, columns: ['scale', 'weight'] })
    expect(text.split('\r\n')[1]).toBe('2026-05-10 00:00:00;"Volk; ""1""";43,215')
  })

  it('has the chosen columns, in their order, and excludes the end of the period', async () => {
    const { text } = await exported({
      columns: ['weight', 'utc'],
      timeZone: 'America/New_York',
      from: '2026-05-09T22:10:00Z',
      to: '2026-05-10T09:00:00Z',
    })
    expect(text.split('\r\n').slice(1)).toEqual(['2026-05-09 18:10:00,2026-05-09T22:10:00Z,-0.5', ''])
  })

  it('leaves out rows with none of the chosen values', async () => {
    const { text } = await exported({ columns: ['humidity'] })
    expect(text.split('\r\n').slice(1)).toEqual(['2026-05-10 00:00:00,61', ''])
  })

  it("has hours from their buckets and the zone's days from the readings", async () => {
    const columns = ['weight', 'weightMin', 'weightMax', 'weightMean', 'temperature']
    const rows = async (fields: object) => (await exported({ columns, ...fields })).text.split('\r\n').slice(0, -1)
    expect(await rows({ level: 'hour' })).toEqual([
      '\ufeffTime (Europe/Zurich),Last weight (kg),Lowest weight (kg),Highest weight (kg),Mean weight (kg),Temperature (°C)',
      '2026-05-10 00:00:00,-0.5,-0.5,43.215,21.358,34.6',
      '2026-05-10 11:00:00,44,44,44,44,',
    ])
    expect((await rows({ level: 'day' })).slice(1)).toEqual(['2026-05-10,44,-0.5,44,28.905,34.6'])
    expect((await rows({ level: 'day', timeZone: 'UTC' })).slice(1)).toEqual([
      '2026-05-09,-0.5,-0.5,43.215,21.358,34.6',
      '2026-05-10,44,44,44,44,',
    ])
  })
})

it('keeps local days whole across the parts they are read in, even at clock changes', async () => {
  const begin = Date.parse('2025-09-01T23:00:00Z')
  const readings = Array.from({ length: 200 * 4 }, (_, i) => {
    return { time: new Date(begin + i * 6 * 3600_000).toISOString(), channel: 1, weight: i / 10 }
  })
  await send(readings)
  const { text } = await exported({ level: 'day', columns: ['weight', 'weightMin'] })
  const days = text.split('\r\n').slice(1, -1)
  const expected = Map.groupBy(readings, ({ time }) =>
    new Date(time).toLocaleDateString('sv', { timeZone: 'Europe/Zurich' }),
  )
  expect(days).toEqual([...expected].map(([day, ofDay]) => `${day},${ofDay.at(-1)!.weight},${ofDay[0]!.weight}`))
  expect(days.length).toBe(200)
})

it('writes valid JSON, one object per reading', async () => {
  await some()
  const other = await app.addScale(anna, controller.id, 2)
  await send([{ time: '2026-05-10T08:00:00Z', channel: 2, weight: 1 }])
  const empty = await app.addScale(anna, controller.id, 3)
  const { text } = await exported({
    format: 'json',
    scales: [empty, scale, other],
    columns: ['scale', 'weight', 'humidity'],
  })
  expect(JSON.parse(text)).toEqual([
    { time: '2026-05-10T00:00:00+02:00', scaleId: scale, scale: 'Volk; "1"', weight: 43.215, humidity: 61 },
    { time: '2026-05-10T00:10:00+02:00', scaleId: scale, scale: 'Volk; "1"', weight: -0.5, humidity: null },
    { time: '2026-05-10T11:00:00+02:00', scaleId: scale, scale: 'Volk; "1"', weight: 44, humidity: null },
    { time: '2026-05-10T10:00:00+02:00', scaleId: other, scale: 'Scale 2', weight: 1, humidity: null },
  ])
})

/** The files in a package, by its central directory. */
function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const end = bytes.lastIndexOf('PK\x05\x06')
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, extra, comment] = [20, 28, 30, 32].map((offset, i) =>
      i === 0 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const file = inflateRawSync(bytes.subarray(begin, begin + packed))
    expect([file.length, crc32(file)]).toEqual([bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 16)])
    files[name] = file.toString()
    at += 46 + nameLength + extra + comment
  }
  return files
}

it('writes a workbook with a sheet for each scale', async () => {
  await some()
  const other = await app.addScale(anna, controller.id, 2, { name: 'VOLK; "1"' })
  await send([{ time: '2026-05-10T08:00:00Z', channel: 2, weight: 1 }])
  const { bytes } = await exported({ format: 'xlsx', scales: [scale, other], columns: ['transmitter', 'weight'] })
  const files = unzip(bytes)
  expect(Object.keys(files).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ])
  expect(files['xl/workbook.xml']).toContain('name="Volk; &quot;1&quot;" sheetId="1" r:id="rId1"')
  expect(files['xl/workbook.xml']).toContain('name="VOLK; &quot;1&quot; (2)" sheetId="2" r:id="rId2"')
  const rows = files['xl/worksheets/sheet1.xml']!.match(/<row>.*?<\/row>/g)!
  expect(rows).toHaveLength(4)
  expect(rows[1]).toBe(
    '<row><c s="2"><v>46152</v></c><c t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://evil&quot;)</t></is></c><c><v>43.215</v></c></row>',
  )
})

describe('asking for an export', () => {
  it.each([
    ['no scales', { scales: [] }, 400, 'no_scales_selected'],
    ['scales left out', { scales: undefined }, 400, 'no_scales_selected'],
    ['no measurement', { columns: ['scale'] }, 400, 'invalid_body'],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 400, 'invalid_body'],
    ['an unknown format', { format: 'exe' }, 400, 'invalid_body'],
    ['a scale that is not there', { scales: [4711] }, 404, 'scale_not_found'],
  ])('with %s is refused', async (_, fields, status, code) => {
    expect(await start(fields)).toMatchObject({ status, body: { code } })
  })

  it('of a transmitter is one of all its scales', async () => {
    await some()
    await app.addScale(anna, controller.id, 2, { name: 'Linde' })
    const { status, body } = await start({ scales: undefined, controllerId: controller.id })
    expect({ status, body }).toMatchObject({ status: 201, body: { description: 'Volk; "1", Linde' } })
    expect((await anna.get(`/jobs/${body.id}`)).body).toMatchObject({ status: 'done', result: { rows: 3 } })
    const other = await app.claim(anna)
    const empty = await start({ scales: undefined, controllerId: other.id })
    expect(empty).toMatchObject({ status: 400, body: { code: 'no_scales_selected' } })
    const stranger = await start({ scales: undefined, controllerId: other.id }, await app.signIn('berta@example.org'))
    expect(stranger).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
  })

  it('with too many scales says how many are allowed', async () => {
    const refused = await start({ scales: Array.from({ length: 201 }, (_, i) => i + 1) })
    const issues = [{ path: 'scales', message: 'Scales has too many entries: at most 200.' }]
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body', issues } })
  })

  it('with nothing in it fails and says so', async () => {
    const before = (await start()).body.id
    expect(await problem(before)).toBe('export_empty')
    await some()
    const elsewhen = (await start({ from: '2026-04-01', to: '2026-04-30' })).body.id
    expect(await problem(elsewhen)).toBe('export_empty')
    const within = (await start({ from: '2026-05-10T03:00:00Z', to: '2026-05-10T04:00:00Z' })).body.id
    expect(await problem(within)).toBe('export_empty')
    expect(readdirSync(path.join(folder, 'exports'))).toEqual([])
  })

  it('of scales no longer theirs fails', async () => {
    await some()
    const ben = await app.signIn('ben@example.org')
    const { body } = await anna.post(`/controller/${controller.id}/watchCode`, {})
    await ben.post('/controller/watches', { code: body.watchCode })
    expect((await start({}, ben)).body).toMatchObject({ type: 'EXPORT', description: 'Volk; "1"' })
    const { wake } = app.deps.jobs
    app.deps.jobs.wake = () => undefined
    const { id } = (await start({}, ben)).body
    await anna.post(`/controller/${controller.id}/watchCode`, { enabled: false })
    app.deps.jobs.wake = wake
    app.jobs.wake()
    await app.jobs.idle()
    expect((await ben.get(`/jobs/${id}`)).body).toMatchObject({ status: 'failed', problem: 'scale_not_found' })
  })
})

it("an identical request gets the running job, but not somebody else's or a finished one", async () => {
  await some()
  const { wake } = app.deps.jobs
  app.deps.jobs.wake = () => undefined
  const { id } = (await start()).body
  expect((await start()).body.id).toBe(id)
  expect((await start({ format: 'json' })).body.id).not.toBe(id)
  expect((await start({ to: '2026-05-10' })).body.id).not.toBe(id)
  app.deps.jobs.wake = wake
  app.jobs.wake()
  await app.jobs.idle()
  expect((await start()).body.id).not.toBe(id)
})

describe('the file', () => {
  beforeEach(some)
  const part = (id: number, headers: Record<string, string> = {}, client = anna) =>
    app.app.request(`/api/exports/${id}`, { headers: { cookie: client.cookie!, ...headers } })

  it('tells its name and size, and can be fetched in parts', async () => {
    const { id, bytes } = await exported()
    const whole = await part(id)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="hivewatch-2026-05-10.csv"',
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
    })
    const etag = whole.headers.get('etag')!
    const rest = await part(id, { range: 'bytes=10-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 10-${bytes.length - 1}/${bytes.length}`)
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(10))
    expect(Buffer.from(await (await part(id, { range: 'bytes=-7' })).arrayBuffer())).toEqual(bytes.subarray(-7))
    expect((await part(id, { range: 'bytes=10-', 'if-range': '"other"' })).status).toBe(200)
    expect((await part(id, { range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  it('is named by the chosen days, in their zone', async () => {
    const days = { from: '2026-05-08T22:00:00Z', to: '2026-05-10T22:00:00Z', timeZone: 'Europe/Zurich' }
    const { id } = await exported(days)
    expect((await anna.get(`/jobs/${id}`)).body.result.name).toBe('hivewatch-2026-05-09-2026-05-10.csv')
  })

  it('is only for the account that requested it', async () => {
    const { id } = await exported()
    const ben = await app.signIn('ben@example.org')
    const root = await app.signIn('root@example.org', { admin: true })
    for (const client of [ben, root]) expect((await part(id, {}, client)).status).toBe(404)
  })

  it('is available only as long as each of its scales may be seen', async () => {
    const { id: club } = await app.db
      .insertInto('affiliation')
      .values({ name: 'Club' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('controller').set({ affiliation_id: club }).execute()
    const manager = await app.signIn('manager@example.org', { role: 2, affiliationId: club })
    const { id } = (await start({}, manager)).body
    expect((await part(id, {}, manager)).status).toBe(200)
    await app.db.updateTable('account').set({ affiliation_id: null }).where('id', '=', manager.accountId).execute()
    const refused = { status: 404, body: { code: 'scale_not_found' } }
    expect(await manager.get(`/timeline?scales=${scale}&from=1&to=2`)).toMatchObject(refused)
    expect(await manager.get(`/exports/${id}`)).toMatchObject(refused)
  })

  it('is gone after a week, and so are the remains of a failed export', async () => {
    const { id } = await exported()
    expect(await sweepExports(app.deps)).toBe(0)
    app.clock.advance(6 * DAY_MS)
    expect(await sweepExports(app.deps)).toBe(0)
    app.clock.advance(DAY_MS)
    expect(await sweepExports(app.deps)).toBe(1)
    expect(await anna.get(`/exports/${id}`)).toMatchObject({ status: 404, body: { code: 'export_gone' } })
  })

  it('makes room if the account has many', async () => {
    const first = await exported()
    for (let i = 0; i < 20; i++) await start()
    await sweepExports(app.deps)
    expect(readdirSync(path.join(folder, 'exports'))).toHaveLength(20)
    expect((await anna.get(`/jobs/${first.id}`)).body).toMatchObject({ status: 'done', result: null })
    expect(await anna.get(`/exports/${first.id}`)).toMatchObject({ status: 404, body: { code: 'export_gone' } })
  })

  it('is removed with its account', async () => {
    const { id } = await exported()
    await app.db.deleteFrom('account').where('id', '=', anna.accountId).execute()
    await sweepExports(app.deps)
    expect(existsSync(path.join(folder, 'exports', `${id}.csv`))).toBe(false)
  })
})
