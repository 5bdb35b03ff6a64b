import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const STEP = 300
const BEGIN = Date.parse('2026-05-04T00:00:00Z') / 1000
const END = Date.parse('2026-05-10T08:00:00Z') / 1000

/** A hive whose swarm leaves on May 7, that is fed on the 8th, and gone on the morning of the 9th; deterministic. */
function weightAt(time: number): number {
  const day = (time - BEGIN) / 86_400
  const swarm = Date.parse('2026-05-07T11:00:00Z') / 1000
  const left = Math.min(Math.max((time - swarm) / 1200, 0), 1) * 2.4
  const fed = time >= Date.parse('2026-05-08T16:00:00Z') / 1000 ? 3 : 0
  const isGone = time >= Date.parse('2026-05-09T05:00:00Z') / 1000 && time < Date.parse('2026-05-09T09:00:00Z') / 1000
  const noise = ((time / STEP) % 7) / 100
  return isGone ? 2 : Math.round((40 + day * 0.4 - left + fed + noise) * 1000) / 1000
}

const all = Array.from({ length: (END - BEGIN) / STEP }, (_, i) => BEGIN + i * STEP)
let folder: string
let apps: TestApp[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
})
afterEach(async () => {
  for (const app of apps) await app.close()
  apps = []
  rmSync(folder, { recursive: true })
})

async function hive() {
  const app = await createTestApp({ DATA_DIR: folder })
  apps.push(app)
  const anna = await app.signIn('anna@example.org')
  const transmitter = await app.claim(anna)
  const scaleId = await app.addScale(anna, transmitter.id)
  const sendValues = async (times: number[], valuesAt: (time: number) => object) => {
    for (let at = 0; at < times.length; at += 1000) {
      const readings = times.slice(at, at + 1000).map((time) => ({
        time: new Date(time * 1000).toISOString(),
        channel: 1,
        ...valuesAt(time),
      }))
      const { imei, imsi, deviceKey } = transmitter
      const headers = { authorization: `Bearer ${deviceKey}` }
      const { status } = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
      expect(status).toBe(200)
    }
    await app.deps.ingest.settled()
  }
  const send = (times: number[]) => sendValues(times, (time) => ({ weight: weightAt(time) }))
  return { app, anna, transmitter, scaleId, send, sendValues }
}

/** Imports a table whose weights are `more` kilograms above the transmitter's. */
const importTimes = (app: TestApp, anna: Client, scaleId: number, times: number[], more = 0): Promise<number> =>
  importTable(
    app,
    anna,
    scaleId,
    ['weight'],
    times.map((time) => `${time};${weightAt(time) + more}`),
  )

async function importTable(
  app: TestApp,
  anna: Client,
  scaleId: number,
  quantities: string[],
  rows: string[],
): Promise<number> {
  const body = [['time', ...quantities].join(';'), ...rows].join('\n')
  const headers = { cookie: anna.cookie!, 'content-type': 'text/csv' }
  const { body: uploaded } = await app.request('POST', '/imports', { body, headers })
  const mapping = {
    separator: ';',
    hasHeader: true,
    decimal: '.',
    dateOrder: 'epoch',
    zone: 'UTC',
    timeColumn: 0,
    clockColumn: null,
    columns: quantities.map((quantity, at) => ({ column: at + 1, scaleId, quantity })),
  }
  const checking = await anna.post(`/imports/${uploaded.id}/preview`, { mapping })
  expect(checking.body.status).toBe('checking')
  await app.imports.idle()
  expect((await anna.post(`/imports/${uploaded.id}/confirm`)).status).toBe(200)
  await app.imports.idle()
  expect((await anna.get(`/imports/${uploaded.id}`)).body).toMatchObject({ status: 'imported' })
  return uploaded.id
}

/** Everything derived from the readings, except ids and revisions. */
async function derived({ db }: TestApp) {
  const tiles = await db
    .selectFrom('tile')
    .selectAll()
    .where('scale_id', '>', 0)
    .orderBy('scale_id')
    .orderBy('level')
    .orderBy('from')
    .execute()
  const alarms = await db.selectFrom('alarm').selectAll().orderBy('started_at').orderBy('type').execute()
  return {
    tiles: tiles
      .filter(({ bytes }) => decodeTile(bytes).length > 0)
      .map(({ level, from, bytes }) => [level, from, Buffer.from(bytes).toString('hex')]),
    last: await db.selectFrom('scale_last').selectAll().execute(),
    jumps: await db.selectFrom('jump').selectAll().orderBy('time').execute(),
    checkpoints: (await db.selectFrom('detector_checkpoint').selectAll().orderBy('from').execute()).map(
      ({ from, state }) => [from, Buffer.from(state).toString('hex')],
    ),
    alarms: alarms.map(({ id: _id, ...alarm }) => alarm),
  }
}

const at = (text: string) => Date.parse(text) / 1000
const days = (from: string, to: string) => (time: number) => time >= at(from) && time < at(to)

it.each([
  ['all there is', () => true],
  ['days in the middle, with the swarm', days('2026-05-06T12:00Z', '2026-05-08T03:00Z')],
  ['the beginning', days('2026-05-04T00:00Z', '2026-05-06T00:00Z')],
  ['the end, with the newest reading', days('2026-05-08T18:00Z', '2026-05-11T00:00Z')],
  ['every third reading', (time: number) => (time / STEP) % 3 === 0],
])(
  'an import of %s has the same result as sending it, and its undo restores the previous state',
  async (_, isImported) => {
    const { app, anna, scaleId, send } = await hive()
    await send(all.filter((time) => !isImported(time)))
    const before = await derived(app)

    const id = await importTimes(app, anna, scaleId, all.filter(isImported))
    const sentAll = await hive()
    await sentAll.send(all)
    const expected = await derived(sentAll.app)
    expect(expected.alarms.map(({ type }) => type)).toEqual(expect.arrayContaining(['swarm', 'disturbance']))
    const imported = await derived(app)
    expect(imported).toEqual(expected)

    expect((await anna.post(`/imports/${id}/undo`)).status).toBe(200)
    await app.imports.idle()
    expect((await anna.get(`/imports/${id}`)).body).toMatchObject({ status: 'undone', progress: null })
    expect(await derived(app)).toEqual(before)
    expect(await app.db.selectFrom('import_reading').selectAll().execute()).toEqual([])
  },
)

it('an undo keeps what a transmitter sent, before and after the import', async () => {
  const { app, anna, scaleId, send } = await hive()
  const [early, middle, late] = [all.slice(0, 500), all.slice(400, 1000), all.slice(900)]
  await send(early)
  const id = await importTimes(app, anna, scaleId, middle)
  await send(late)
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()

  const sent = await hive()
  await sent.send([...early, ...late])
  const [left, expected] = [await derived(app), await derived(sent.app)]
  expect({ ...left, alarms: [] }).toEqual({ ...expected, alarms: [] })
})

it('the transmitter overrides a table at the same time, in either order, and its readings survive the undo of the table', async () => {
  const [tabled, sent] = [all.slice(0, 600), all.slice(400, 500)]
  const { app, anna, scaleId, send } = await hive()
  await send(all.slice(600, 700))
  const id = await importTimes(app, anna, scaleId, tabled, 2)
  await send(sent)
  const after = await derived(app)

  const other = await hive()
  await other.send([...sent, ...all.slice(600, 700)])
  await importTimes(other.app, other.anna, other.scaleId, tabled, 2)
  expect({ ...after, alarms: [] }).toEqual({ ...(await derived(other.app)), alarms: [] })

  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  const alone = await hive()
  await alone.send([...sent, ...all.slice(600, 700)])
  expect({ ...(await derived(app)), alarms: [] }).toEqual({ ...(await derived(alone.app)), alarms: [] })
})

async function shownIn(anna: Client, scaleId: number) {
  const span = `scales=${scaleId}&from=${BEGIN}&to=${END}&level=raw`
  const [{ time, ...columns }] = (await anna.get(`/timeline?${span}`)).body.series[0].tiles
  return time.map((at: number, i: number) => [
    at,
    ...['weight', 'temperature', 'humidity'].map((name) => columns[name]?.[i] ?? null),
  ])
}

it('weights that a calibration gave to the counts of a device survive the undo of the table', async () => {
  const { app, anna, transmitter, scaleId } = await hive()
  const headers = { authorization: `Bearer ${transmitter.deviceKey}` }
  const [counted, tabled] = [all.slice(0, 3), all.slice(0, 5)]
  for (const time of counted) await app.request('POST', '/ingest/beep', { body: { time, w_v: 500_000 }, headers })
  const rows = tabled.map((time) => `${time};45;20`)
  const id = await importTable(app, anna, scaleId, ['weight', 'temperature'], rows)
  const calibration = { offset: 100_000, multiplier: 0.0001 }
  await anna.post(`/controller/${transmitter.id}/channel/1/calibration`, calibration)
  await app.weighings.idle()
  await app.deps.ingest.settled()
  const shown = async () => {
    const { body } = await anna.get(`/timeline?scales=${scaleId}&from=${BEGIN}&to=${END}&level=raw`)
    const [{ weight, temperature }] = body.series[0].tiles
    return { weight, temperature }
  }
  expect(await shown()).toEqual({ weight: [40, 40, 40, 45, 45], temperature: [20, 20, 20, 20, 20] })
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  expect(await shown()).toEqual({ weight: [40, 40, 40], temperature: [null, null, null] })
})

it('what a device measured under a name assigned later replaces what a table brought, and survives its undo', async () => {
  const { app, anna, transmitter, scaleId } = await hive()
  const headers = { authorization: `Bearer ${transmitter.deviceKey}` }
  const times = all.slice(0, 5)
  for (const [at, load_1] of [40, 41, 45].entries()) {
    await app.request('POST', '/ingest/beep', { body: { time: times[2 * at], load_1 }, headers })
  }
  const rows = times.map((time) => `${time};45;20`)
  const id = await importTable(app, anna, scaleId, ['weight', 'temperature'], rows)
  const assign = async (quantity: string) => {
    const { body } = await anna.post(`/controller/${transmitter.id}/field`, { name: 'load_1', quantity })
    await app.deps.ingest.settled()
    return body
  }
  const shown = async () => (await shownIn(anna, scaleId)).map((row: unknown[]) => row.slice(0, 3))
  const weighed = [40, 45, 41, 45, 45]
  for (let again = 0; again < 2; again++) {
    expect(await assign('weight')).toMatchObject({
      values: 3,
      message: 'Saved. 3 values of the last 30 days were taken over. ',
    })
    expect(await shown()).toEqual(times.map((time, i) => [time, weighed[i], 20]))
  }
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  const measured = [0, 2, 4].map((i) => [times[i], weighed[i], null])
  expect(await shown()).toEqual(measured)
  await assign('nothing')
  expect(await shown()).toEqual([])
})

it('quantities the transmitter does not send stay as in the table, until it sends them or the table is undone', async () => {
  const { app, anna, scaleId, sendValues } = await hive()
  const times = all.slice(0, 5)
  const id = await importTimes(app, anna, scaleId, times, 2)
  await sendValues([times[1]!], () => ({ humidity: 60 }))
  await sendValues([times[2]!], (time) => ({ weight: weightAt(time), temperature: 30 }))
  await sendValues([times[3]!], () => ({ humidity: 61 }))
  await sendValues([times[3]!], (time) => ({ weight: weightAt(time) }))
  const weights = times.map(weightAt)
  const sent = [
    [times[2], weights[2], 30, null],
    [times[3], weights[3], null, 61],
  ]
  expect(await shownIn(anna, scaleId)).toEqual([
    [times[0], weights[0]! + 2, null, null],
    [times[1], weights[1]! + 2, null, 60],
    ...sent,
    [times[4], weights[4]! + 2, null, null],
  ])
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  expect(await shownIn(anna, scaleId)).toEqual([[times[1], null, null, 60], ...sent])
})

it('a second quantity at known times is imported, and its undo removes only that one', async () => {
  const { app, anna, scaleId, sendValues } = await hive()
  const times = all.slice(0, 4)
  const weights = times.map(weightAt)
  await sendValues(times.slice(0, 2), (time) => ({ weight: weightAt(time) }))
  const first = await importTimes(app, anna, scaleId, times)
  const rows = times.map((time, i) => `${time};${30 + i}`)
  const second = await importTable(app, anna, scaleId, ['temperature'], [...rows, `${times[0]};12`])
  const { body } = await anna.get(`/imports/${second}`)
  expect(body).toMatchObject({ readings: 4, duplicates: 1, findings: { readings: 4, duplicates: 1 } })
  expect(await shownIn(anna, scaleId)).toEqual(times.map((time, i) => [time, weights[i], 30 + i, null]))
  await anna.post(`/imports/${second}/undo`)
  await app.imports.idle()
  expect(await shownIn(anna, scaleId)).toEqual(times.map((time, i) => [time, weights[i], null, null]))
  await anna.post(`/imports/${first}/undo`)
  await app.imports.idle()
  expect(await shownIn(anna, scaleId)).toEqual(times.slice(0, 2).map((time, i) => [time, weights[i], null, null]))
})

it('quantities of the same time in separate rows are counted and stored as checked', async () => {
  const { app, anna, scaleId } = await hive()
  const times = all.slice(0, 3)
  const rows = times.flatMap((time, i) => [`${time};${40 + i};`, `${time};;${30 + i}`, `${time};50;`])
  const id = await importTable(app, anna, scaleId, ['weight', 'temperature'], rows)
  const { body } = await anna.get(`/imports/${id}`)
  expect(body).toMatchObject({ readings: 6, duplicates: 3, findings: { readings: 6, duplicates: 3 } })
  expect(await shownIn(anna, scaleId)).toEqual(times.map((time, i) => [time, 40 + i, 30 + i, null]))
})

it('an undo removes whole times if the import was recorded without its columns, as in old versions', async () => {
  const { app, anna, scaleId } = await hive()
  const times = all.slice(0, 3)
  const rows = times.map((time) => `${time};40;30`)
  const id = await importTable(app, anna, scaleId, ['weight', 'temperature'], rows)
  const { bytes } = await app.db.selectFrom('import_reading').select('bytes').executeTakeFirstOrThrow()
  const note = decodeTile(bytes) as RawTile
  await app.db
    .updateTable('import_reading')
    .set({ bytes: encodeTile({ ...note, columns: {} }) })
    .execute()
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  expect((await derived(app)).tiles).toEqual([])
})

it('the app learns about days that are empty again', async () => {
  const { app, anna, scaleId } = await hive()
  const id = await importTimes(app, anna, scaleId, all.slice(0, 10))
  const span = `scales=${scaleId}&from=${BEGIN}&to=${END}&level=raw`
  const filled = await anna.get(`/timeline?${span}`)
  expect(filled.body.series[0].tiles[0].time).toHaveLength(10)
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  const changed = await anna.get(`/timeline?${span}&since=${filled.body.cursor}`)
  expect(changed.body.series[0].tiles).toMatchObject([{ from: BEGIN, time: [] }])
  expect(await app.db.selectFrom('scale_last').selectAll().execute()).toEqual([])
})

it('closed days are still emptied by an undo, but no longer take in an import', async () => {
  const { app, anna, scaleId } = await hive()
  const id = await importTimes(app, anna, scaleId, all)
  await app.db
    .updateTable('tile_cursor')
    .set({ closed_before: at('2026-05-08T00:00Z') })
    .execute()
  await anna.post(`/imports/${id}/undo`)
  await app.imports.idle()
  expect((await derived(app)).tiles).toEqual([])

  const again = await importTimes(app, anna, scaleId, all)
  const { findings, readings } = (await anna.get(`/imports/${again}`)).body
  const open = all.filter((time) => time >= at('2026-05-08T00:00Z')).length
  expect(readings).toBe(open)
  expect(findings).toMatchObject({ readings: open, rejected: all.length - open })
  expect(findings.faults[0].code).toBe('time_too_old')
})

const damagedDay = BEGIN + 2 * 86_400
// what is newest without the last day is looked for on all days before it
it.each([
  ['import_reading', [damagedDay]],
  ['tile', [damagedDay, at('2026-05-10T00:00Z')]],
] as const)(
  'an undo leaves only what a damaged day prevents, and removes it after a repair: damaged is the %s',
  async (table, left) => {
    const { app, anna, scaleId } = await hive()
    const id = await importTimes(app, anna, scaleId, all)
    const stored = () => {
      const rows = app.db.selectFrom(table).selectAll().where('from', '=', damagedDay)
      return rows.$if(table === 'tile', (tiles) => tiles.where('level' as 'from', '=', 0)).executeTakeFirstOrThrow()
    }
    const { bytes } = await stored()
    const store = async (changed: Uint8Array) => {
      const update = app.db.updateTable(table).set({ bytes: changed }).where('from', '=', damagedDay)
      await update.$if(table === 'tile', (tiles) => tiles.where('level' as 'from', '=', 0)).execute()
    }
    const undo = async () => {
      expect((await anna.post(`/imports/${id}/undo`)).status).toBe(200)
      await app.imports.idle()
      return (await anna.get(`/imports/${id}`)).body
    }
    await store(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 8))
    expect(await undo()).toMatchObject({ status: 'failed', problem: 'undo_day_damaged' })
    const notes = () => app.db.selectFrom('import_reading').select('from').execute()
    expect((await notes()).map(({ from }) => Number(from))).toEqual(left)
    await store(bytes)
    expect(await undo()).toMatchObject({ status: 'undone', problem: null })
    expect((await derived(app)).tiles).toEqual([])
  },
)

it('an undo ends if a repair removed what was damaged', async () => {
  const { app, anna, scaleId } = await hive()
  const id = await importTimes(app, anna, scaleId, all.slice(0, 3))
  await app.db
    .updateTable('import_reading')
    .set({ bytes: new Uint8Array([1]) })
    .execute()
  const undo = async () => {
    expect((await anna.post(`/imports/${id}/undo`)).status).toBe(200)
    await app.imports.idle()
    return (await anna.get(`/imports/${id}`)).body
  }
  expect(await undo()).toMatchObject({ status: 'failed', problem: 'undo_day_damaged' })
  await app.db.deleteFrom('import_reading').execute()
  expect(await undo()).toMatchObject({ status: 'undone' })
})
