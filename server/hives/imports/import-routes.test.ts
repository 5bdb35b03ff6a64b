import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { refuseRows } from '../../../tests/support/server/refusing-trigger.ts'
import { type Answer, type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { DatabaseError } from '../../platform/db/lane.ts'
import { createImportLoop } from './import-loop.ts'
import { sweepImports } from './sweep-imports.ts'

let folder: string
let app: TestApp
let anna: Client
let scaleId: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  scaleId = await app.addScale(anna, (await app.claim(anna)).id)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const RAW = levelNumber.raw
const at = (text: string) => Date.parse(text) / 1000
const swiss = '\ufeffDatum;Gewicht;Temperatur\r\n10.05.2026 10:00;43,2;34,5\r\n10.05.2026 10:05;43,3;\r\n'

async function upload(body: string | Uint8Array<ArrayBuffer>, client = anna): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { cookie: client.cookie ?? '', 'content-type': 'text/csv', 'accept-language': 'en' }
  const response = await app.app.request('/api/imports?name=waage.csv', { method: 'POST', body, headers })
  return { status: response.status, body: await response.json() }
}

const mapping = (changes: object = {}) => ({
  separator: ';',
  hasHeader: true,
  decimal: ',',
  dateOrder: 'dmy',
  zone: 'Europe/Zurich',
  timeColumn: 0,
  clockColumn: null,
  columns: [
    { column: 1, scaleId, quantity: 'weight' },
    { column: 2, scaleId, quantity: 'temperature' },
  ],
  ...changes,
})

async function check(id: number, changes: object = {}) {
  const { status, body } = await anna.post(`/imports/${id}/preview`, { mapping: mapping(changes) })
  expect({ status, ...body }).toMatchObject({ status: 'checking' })
  await app.imports.idle()
  return (await anna.get(`/imports/${id}`)).body
}

async function readings(scale = scaleId) {
  const { body } = await anna.get(`/timeline?scales=${scale}&from=${at('2025-01-01')}&to=${at('2027-01-01')}&level=raw`)
  const [tile] = body.series[0].tiles
  return tile?.time.map((time: number, i: number) => [time, tile.weight[i], tile.temperature?.[i] ?? null])
}

it('a Swiss table is imported exactly as checked, once', async () => {
  const { status, body } = await upload(swiss)
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'waage.csv', status: 'uploaded', encoding: 'utf-8', progress: null })
  expect(body.lines[0]).toBe('Datum;Gewicht;Temperatur')

  const { findings, ...checked } = await check(body.id)
  expect(checked).toMatchObject({ status: 'checked', readings: 0 })
  expect(findings).toEqual({
    rows: 2,
    readings: 2,
    duplicates: 0,
    rejected: 0,
    faults: [],
    scales: [
      {
        scaleId,
        readings: 2,
        from: at('2026-05-10T08:00:00Z'),
        to: at('2026-05-10T08:05:00Z'),
        weightMin: 43.2,
        weightMax: 43.3,
        curve: { time: [at('2026-05-10T08:00:00Z'), at('2026-05-10T08:05:00Z')], weight: [43.2, 43.3] },
      },
    ],
  })
  expect(await readings()).toBeUndefined()

  expect((await anna.post(`/imports/${body.id}/confirm`)).body.message).toBe('The readings are being stored.')
  await app.imports.idle()
  const imported = { status: 'imported', readings: 2, duplicates: 0, finishedAt: '2026-05-10T10:00:00.000Z' }
  expect((await anna.get('/imports')).body).toMatchObject([imported])
  expect(await readings()).toEqual([
    [at('2026-05-10T08:00:00Z'), 43.2, 34.5],
    [at('2026-05-10T08:05:00Z'), 43.3, null],
  ])
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([])

  const again = await upload(swiss)
  expect((await check(again.body.id)).findings).toMatchObject({ readings: 0, duplicates: 2 })
  expect((await anna.post(`/imports/${again.body.id}/confirm`)).body.code).toBe('import_not_ready')
})

it('a first line that declares the separator is not a header', async () => {
  const { body } = await upload(swiss.replace('\ufeff', '\ufeffsep=;\r\n'))
  expect(body.lines[0]).toBe('Datum;Gewicht;Temperatur')
  const { findings } = await check(body.id)
  expect(findings).toMatchObject({ rows: 2, readings: 2, faults: [] })
})

describe('a table', () => {
  const text = 'Höhe;Wägezeit;°C\n1;10.05.2026 10:00;34\n'
  const utf16 = (littleEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return new Uint8Array(littleEndian ? bytes : bytes.swap16())
  }

  it.each([
    ['utf-8', new Uint8Array(Buffer.from(text))],
    ['windows-1252', new Uint8Array(Buffer.from(text, 'latin1'))],
    ['utf-16le', utf16(true)],
    ['utf-16be', utf16(false)],
  ])('may be written in %s', async (encoding, bytes) => {
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ encoding, lines: ['Höhe;Wägezeit;°C', '1;10.05.2026 10:00;34'] })
    const columns = [{ column: 2, scaleId, quantity: 'temperature' }]
    expect((await check(body.id, { timeColumn: 1, columns })).findings).toMatchObject({ readings: 1, faults: [] })
  })

  it.each([
    ['nothing', new Uint8Array(0), 'import_empty'],
    ['empty lines', new Uint8Array(Buffer.from('\n\r\n  \n')), 'import_empty'],
    ['a spreadsheet’s own file', new Uint8Array(Buffer.from('PK\u0003\u0004\u0000\u0000')), 'import_not_text'],
    ['random bytes', Uint8Array.from({ length: 3000 }, (_, i) => (i * 73) % 256), 'import_not_text'],
  ])('that is %s is refused at once', async (_, bytes, code) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, body: { code } })
    expect(readdirSync(path.join(folder, 'imports'))).toEqual([])
    expect((await anna.get('/imports')).body).toEqual([])
  })

  it('larger than the limit is refused, and leaves nothing behind', async () => {
    const headers = { cookie: anna.cookie ?? '', 'content-length': String(200 * 1024 * 1024 + 1) }
    const response = await app.app.request('/api/imports', { method: 'POST', body: 'a;b', headers })
    expect(response.status).toBe(413)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 4_000_000
        controller.enqueue(new Uint8Array(4_000_000).fill(48))
      },
    })
    const init = { method: 'POST', body: endless, headers: { cookie: anna.cookie ?? '' }, duplex: 'half' }
    const refused = await app.app.request('/api/imports', init as RequestInit)
    expect(await refused.json()).toMatchObject({ code: 'import_too_large' })
    expect(sent).toBeLessThan(240 * 1024 * 1024)
    expect(readdirSync(path.join(folder, 'imports'))).toEqual([])
  })
})

describe('a check', () => {
  it('lists each faulty cell with its line and reason', async () => {
    const lines = [
      'Datum;Gewicht;Temperatur',
      '10.05.2026 10:00;43,2;34,5',
      'gestern;43,2;34',
      ';43,2;34',
      '10.05.2027 10:00;43;34',
      '10.05.2014 10:00;43;34',
      '',
      '10.05.2026 10:05;schwer;34',
      '10.05.2026 10:10;5000;34',
      '10.05.2026 10:15;43.2;200',
      '10.05.2026 10:20;;',
      '10.05.2026 10:00;44;30',
      '10.05.2026 10:25',
      '10.05.2026 10:30;41;85',
      '2026-05-10T10:35:00+02;42;-127',
    ]
    const { body } = await upload(lines.join('\n'))
    const { findings } = await check(body.id)
    expect(findings).toMatchObject({ rows: 13, readings: 5, duplicates: 1, rejected: 12 })
    expect(
      findings.faults.map(({ line, column, value, code }: Record<string, unknown>) => [line, column, value, code]),
    ).toEqual([
      [3, 0, 'gestern', 'time_invalid'],
      [4, 0, '', 'time_missing'],
      [5, 0, '10.05.2027 10:00', 'time_in_future'],
      [6, 0, '10.05.2014 10:00', 'time_before_start'],
      [8, 1, 'schwer', 'weight_invalid'],
      [9, 1, '5000', 'weight_out_of_range'],
      [10, 1, '43.2', 'weight_invalid'],
      [10, 2, '200', 'temperature_out_of_range'],
      [11, null, '', 'values_missing'],
      [13, null, '', 'values_missing'],
      [14, 2, '85', 'temperature_power_on'],
      [15, 2, '-127', 'temperature_unplugged'],
    ])
  })

  it.each([
    ['with the wrong separator', { separator: ',' }, 'time_invalid'],
    ['with the wrong order of dates', { dateOrder: 'ymd' }, 'time_invalid'],
    ['with the wrong decimal mark', { decimal: '.' }, 'weight_invalid'],
    [
      'with swapped columns',
      { timeColumn: 1, columns: [{ column: 0, scaleId: 1, quantity: 'weight' }] },
      'time_invalid',
    ],
    ['without its header', { hasHeader: false }, 'time_invalid'],
  ])('%s finds nothing to store but that line, and says why', async (_, changes, code) => {
    const { body } = await upload(swiss)
    const { findings } = await check(body.id, changes)
    expect(findings.faults[0]).toMatchObject({ code })
    expect(findings.readings).toBe('hasHeader' in changes ? 2 : 0)
  })

  it('reports where a file cannot be read to its end', async () => {
    const { body } = await upload(`${swiss}10.05.2026 10:10;"43,4;34\n`)
    expect(await check(body.id)).toMatchObject({ status: 'failed', problem: 'quote_open' })
    expect((await anna.post(`/imports/${body.id}/confirm`)).status).toBe(409)
    const long = await upload(`${swiss}${'x'.repeat(200_000)}\n`)
    expect(await check(long.body.id)).toMatchObject({ status: 'failed', problem: 'row_too_long' })
    const empty = await upload(`${swiss}${';'.repeat(3_000_000)}\n`)
    expect(await check(empty.body.id)).toMatchObject({ status: 'failed', problem: 'row_too_long' })
    const blank = await upload(`${swiss}${'\r\n'.repeat(1_500_000)}`)
    expect(await check(blank.body.id)).toMatchObject({ status: 'checked', findings: { rows: 2 } })
  })

  it('leaves out a bad cell only, and stores the rest of its row', async () => {
    const { body } = await upload(
      'Datum;Gewicht;Temperatur\n10.05.2026 10:00;43,2;-127\n10.05.2026 10:05;schwer;34,5\n',
    )
    expect((await check(body.id)).findings).toMatchObject({ readings: 2, rejected: 2 })
    await anna.post(`/imports/${body.id}/confirm`)
    await app.imports.idle()
    expect(await readings()).toEqual([
      [at('2026-05-10T08:00:00Z'), 43.2, null],
      [at('2026-05-10T08:05:00Z'), null, 34.5],
    ])
  })

  it('reads times from two columns, pounds, and several scales; a bad cell only affects its scale', async () => {
    const second = await app.addScale(anna, 1, 2)
    const { body } = await upload('day,hour,left,right\n5/10/2026,9:05 AM,100,41\n5/10/2026,9:10 AM,n/a,x\n')
    const columns = [
      { column: 2, scaleId, quantity: 'weight' },
      { column: 3, scaleId: second, quantity: 'weight' },
    ]
    const american = { separator: ',', decimal: '.', dateOrder: 'mdy', zone: 'UTC', clockColumn: 1, unit: 'lb' }
    const { findings } = await check(body.id, { ...american, columns })
    expect(findings).toMatchObject({ readings: 2, rejected: 1, faults: [{ line: 3, column: 3, value: 'x' }] })
    await anna.post(`/imports/${body.id}/confirm`)
    await app.imports.idle()
    expect(await readings()).toEqual([[at('2026-05-10T09:05:00Z'), 45.359, null]])
    expect(await readings(second)).toEqual([[at('2026-05-10T09:05:00Z'), 18.597, null]])
  })

  it.each([
    ['a column twice', { timeColumn: 1 }],
    ['no column', { columns: [] }],
    ['a zone nobody knows', { zone: 'Europe/Bern' }],
    ['a column below zero', { timeColumn: -1 }],
  ])('with %s is refused', async (_, changes) => {
    const { body } = await upload(swiss)
    expect((await anna.post(`/imports/${body.id}/preview`, { mapping: mapping(changes) })).status).toBe(400)
  })
})

describe('others', () => {
  it('neither see nor touch an import, and it cannot reach their scales', async () => {
    const bea = await app.signIn('bea@example.org')
    const beas = await app.addScale(bea, (await app.claim(bea)).id)
    const { body } = await upload(swiss)
    expect((await bea.get('/imports')).body).toEqual([])
    expect((await bea.get(`/imports/${body.id}`)).status).toBe(404)
    for (const step of ['confirm', 'undo']) expect((await bea.post(`/imports/${body.id}/${step}`)).status).toBe(404)
    expect((await bea.post(`/imports/${body.id}/preview`, { mapping: mapping() })).status).toBe(404)
    const columns = [{ column: 1, scaleId: beas, quantity: 'weight' }]
    const reached = await anna.post(`/imports/${body.id}/preview`, { mapping: mapping({ columns }) })
    expect(reached).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    expect((await upload(swiss, app.nobody)).status).toBe(401)
  })

  it('keep what it brought to a hive that now belongs to them', async () => {
    const { id } = (await upload(swiss)).body
    await check(id)
    await anna.post(`/imports/${id}/confirm`)
    await app.imports.idle()
    const bea = await app.signIn('bea@example.org')
    await app.db.updateTable('controller').set({ owner_id: bea.accountId }).execute()
    expect(await anna.post(`/imports/${id}/undo`)).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    expect((await anna.get('/imports')).body).toMatchObject([{ status: 'imported' }])
  })
})

describe('the order of steps', () => {
  it('is enforced: nothing is stored unchecked, stored twice, or undone twice', async () => {
    const { id } = (await upload(swiss)).body
    const refused = { status: 409, body: { code: 'import_not_ready' } }
    expect(await anna.post(`/imports/${id}/confirm`)).toMatchObject(refused)
    expect(await anna.post(`/imports/${id}/undo`)).toMatchObject(refused)
    await check(id)
    await anna.post(`/imports/${id}/confirm`)
    expect(await anna.post(`/imports/${id}/confirm`)).toMatchObject(refused)
    await app.imports.idle()
    expect(await anna.post(`/imports/${id}/preview`, { mapping: mapping() })).toMatchObject(refused)
    await anna.post(`/imports/${id}/undo`)
    await app.imports.idle()
    expect(await anna.post(`/imports/${id}/undo`)).toMatchObject(refused)
  })

  it('resumes after a stop in the middle, without losing a reading or counting one twice', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => `${at('2026-01-01') + i * 300};${40 + (i % 50) / 10}`)
    const { id } = (await upload(`time;weight\n${rows.join('\n')}`)).body
    const columns = [{ column: 1, scaleId, quantity: 'weight' }]
    await check(id, { decimal: '.', dateOrder: 'epoch', columns })

    await app.imports.stop()
    await anna.post(`/imports/${id}/confirm`)
    const stopping = createImportLoop(app.deps)
    const stopped = new Promise<void>((resolve) => {
      const unsubscribe = app.deps.events.subscribe(() => {
        unsubscribe()
        resolve(stopping.stop())
      })
    })
    stopping.wake()
    await stopped
    const half = (await anna.get(`/imports/${id}`)).body
    expect(half).toMatchObject({ status: 'importing', readings: 5000 })
    expect(half.progress).toBeGreaterThan(0.3)
    expect(half.progress).toBeLessThan(0.6)

    const next = createImportLoop(app.deps)
    next.wake()
    await next.idle()
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({
      status: 'imported',
      readings: 12_000,
      duplicates: 0,
    })
    await next.stop()
  })

  it('reports a file that is gone', async () => {
    const { id } = (await upload(swiss)).body
    await check(id)
    rmSync(path.join(folder, 'imports', `${id}.csv`))
    await anna.post(`/imports/${id}/confirm`)
    await app.imports.idle()
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'failed', problem: 'file_gone' })
  })

  it('reports that a stored day is damaged, and continues once it is repaired', async () => {
    const { id } = (await upload(swiss)).body
    await check(id)
    await anna.post(`/imports/${id}/confirm`)
    await app.imports.idle()
    const { db } = app.deps.database
    const { bytes } = await db.selectFrom('tile').select('bytes').where('level', '=', RAW).executeTakeFirstOrThrow()
    const store = (stored: Uint8Array) =>
      db.updateTable('tile').set({ bytes: stored }).where('level', '=', RAW).execute()
    const damage = () => store(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 8))
    const later = (await upload(`${swiss}10.05.2026 10:10;43,4;\r\n`)).body
    await damage()
    expect(await check(later.id)).toMatchObject({ status: 'failed', problem: 'day_damaged' })
    await store(bytes)
    expect(await check(later.id)).toMatchObject({ status: 'checked' })

    const confirm = async () => {
      await anna.post(`/imports/${later.id}/confirm`)
      await app.imports.idle()
      return (await anna.get(`/imports/${later.id}`)).body
    }
    await damage()
    expect(await confirm()).toMatchObject({ status: 'failed', problem: 'day_damaged' })
    await store(bytes)
    expect(await confirm()).toMatchObject({ status: 'imported', readings: 1 })
  })

  it('continues by itself after the database accepted nothing for a while', async () => {
    const { database } = app.deps
    const { write } = database
    const { id } = (await upload(swiss)).body
    await check(id)
    for (const [step, task, status] of [
      ['confirm', 'importReadings', 'importing'],
      ['undo', 'removeImported', 'undoing'],
    ]) {
      const full = new DatabaseError('53100', 'no space left on device')
      database.write = (...asked) => (asked[0] === task ? Promise.reject(full) : write(...asked))
      await anna.post(`/imports/${id}/${step}`)
      await app.imports.idle()
      expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status, problem: null })
      database.write = write
      app.clock.advance(5000)
      app.imports.wake()
      await app.imports.idle()
      expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: step === 'undo' ? 'undone' : 'imported' })
    }
  })

  it('does not blame the file if the disk cannot read it', async () => {
    const { id } = (await upload(swiss)).body
    const file = path.join(folder, 'imports', `${id}.csv`)
    rmSync(file)
    mkdirSync(file)
    expect(await check(id)).toMatchObject({ status: 'failed', problem: 'interrupted' })
  })
})

it('the same file again, as sent by a browser whose connection broke, is the earlier import until something is done with it', async () => {
  const first = await upload(swiss)
  expect(await upload(swiss)).toEqual(first)
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([`${first.body.id}.csv`])
  const sameLength = (await upload(swiss.replace('43,2', '44,2'))).body.id
  const ben = await app.signIn('ben@example.org')
  const others = (await upload(swiss, ben)).body.id
  await check(sameLength)
  const again = (await upload(swiss.replace('43,2', '44,2'))).body.id
  app.clock.advance(2 * 3600_000)
  const later = (await upload(swiss.replace('43,2', '44,2'))).body.id
  expect(new Set([first.body.id, sameLength, others, again, later]).size).toBe(5)
})

it('nothing is listed whose file could not be put in its place, and the same file can be sent again', async () => {
  const taken = path.join(folder, 'imports/1.csv')
  mkdirSync(taken, { recursive: true })
  expect((await upload(swiss)).status).toBe(500)
  expect((await anna.get('/imports')).body).toEqual([])
  rmSync(taken, { recursive: true })
  expect(await check((await upload(swiss)).body.id)).toMatchObject({ status: 'checked' })
})

it('files that nobody confirms are deleted, imported ones are not', async () => {
  const first = (await upload(swiss)).body.id
  await check(first)
  await anna.post(`/imports/${first}/confirm`)
  await app.imports.idle()
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await upload(`${swiss}11.05.2026 10:0${i};43,3;\r\n`)).body.id)
  const left = async () => (await anna.get('/imports')).body.map(({ id }: { id: number }) => id)
  expect(await left()).toEqual([...ids.slice(1).reverse(), first])
  expect(existsSync(path.join(folder, 'imports', `${ids[0]}.csv`))).toBe(false)
  app.clock.advance(25 * 3600_000)
  await sweepImports(app.deps)
  expect(await left()).toEqual([first])
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([])
})

it('an upload deletes no other because a clock in doubt is days ahead', async () => {
  const first = (await upload(swiss)).body.id
  app.clock.advance(48 * 3600_000)
  const trusted = vi.spyOn(app.deps.clock, 'isTrusted').mockReturnValue(false)
  const second = (await upload(swiss.replace('43,2', '44,2'))).body.id
  expect(readdirSync(path.join(folder, 'imports')).sort()).toEqual([`${first}.csv`, `${second}.csv`].sort())
  trusted.mockRestore()
  const third = (await upload(swiss.replace('43,2', '45,2'))).body.id
  expect(readdirSync(path.join(folder, 'imports')).sort()).toEqual([`${second}.csv`, `${third}.csv`].sort())
})

it('the file of an import that starts while it is being given up stays', async () => {
  const { id } = (await upload(swiss)).body
  await check(id)
  await refuseRows(app.db, { table: 'import', before: 'delete' })
  app.clock.advance(25 * 3600_000)
  await sweepImports(app.deps)
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([`${id}.csv`])
})

it('files older than a day that no import needs go too, but nobody else’s', async () => {
  const needed = (await upload(swiss)).body.id
  const file = (name: string) => path.join(folder, 'imports', name)
  const yesterday = app.clock.now() / 1000 - 90_000
  const broken = `${randomUUID()}.part`
  const foreign = ['7.csv.bak', 'my hives.csv', 'notes.txt']
  for (const name of ['99.csv', broken, `${broken}.sheet`, ...foreign]) {
    writeFileSync(file(name), '')
    utimesSync(file(name), yesterday, yesterday)
  }
  const fresh = `${randomUUID()}.part`
  writeFileSync(file(fresh), '')
  utimesSync(file(`${needed}.csv`), yesterday, yesterday)
  await sweepImports(app.deps)
  expect(readdirSync(path.join(folder, 'imports')).sort()).toEqual([`${needed}.csv`, ...foreign, fresh].sort())
})
