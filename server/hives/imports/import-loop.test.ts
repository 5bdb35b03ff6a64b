import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createImportLoop } from './import-loop.ts'
import { takeBackImports } from './take-back-imports.ts'

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-import-'))
  app = await createTestApp({ DATA_DIR: folder })
  // each test has a loop of its own
  await app.imports.stop()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function beekeeper(email: string) {
  const client = await app.signIn(email)
  return { client, scaleId: await app.addScale(client, (await app.claim(client)).id) }
}
type Beekeeper = Awaited<ReturnType<typeof beekeeper>>

/** Uploads a table with one weight, and requests its check; returns the id of the import. */
async function beginCheck(beekeeper: Beekeeper, weight: string): Promise<number> {
  const { client } = beekeeper
  const headers = { cookie: client.cookie ?? '', 'content-type': 'text/csv' }
  const body = `time;weight\n2026-05-10 10:00;${weight}\n`
  const { id } = await (await app.app.request('/api/imports?name=scale.csv', { method: 'POST', body, headers })).json()
  await requestCheck(beekeeper, id)
  return id
}

async function requestCheck({ client, scaleId }: Beekeeper, id: number): Promise<void> {
  const format = { separator: ';', hasHeader: true, decimal: '.', dateOrder: 'ymd', zone: 'Europe/Zurich' }
  const columns = [{ column: 1, scaleId, quantity: 'weight' }]
  await client.post(`/imports/${id}/preview`, { mapping: { ...format, timeColumn: 0, clockColumn: null, columns } })
}

const read = async (client: Client, id: number) => (await client.get(`/imports/${id}`)).body

it('does not wait for a long import of another account, but for the others of the same account', async () => {
  const [anna, ben] = [await beekeeper('anna@example.org'), await beekeeper('ben@example.org')]
  const { database } = app.deps
  const { write } = database
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const hold = () => {
    begun.resolve()
    return released.promise
  }
  database.write = (...asked) => (asked[0] === 'importReadings' ? hold().then(() => write(...asked)) : write(...asked))
  const loop = createImportLoop(app.deps, 0)
  const long = await beginCheck(anna, '43.2')
  loop.wake()
  await loop.idle()
  await anna.client.post(`/imports/${long}/confirm`)
  loop.wake()
  await begun.promise

  const own = await beginCheck(anna, '44.2')
  const others = await beginCheck(ben, '45.2')
  loop.wake()
  await expect.poll(async () => (await read(ben.client, others)).status).toBe('checked')
  expect((await read(anna.client, own)).status).toBe('checking')
  expect((await read(anna.client, long)).status).toBe('importing')

  released.resolve()
  await loop.idle()
  expect((await read(anna.client, long)).status).toBe('imported')
  expect((await read(anna.client, own)).status).toBe('checked')
  await loop.stop()
})

it.each<[string, (controllerId: number) => Promise<unknown>]>([
  [
    'given up',
    async (id) => (await app.signIn('chief@example.org', { admin: true })).post(`/admin/controller/${id}/release`),
  ],
  [
    'given to somebody else',
    async (id) => {
      const { accountId } = await app.signIn('ben@example.org')
      await app.db.updateTable('controller').set({ owner_id: accountId }).where('id', '=', id).execute()
    },
  ],
])('stores nothing more once the transmitter is %s', async (_, giveAway) => {
  const anna = await beekeeper('anna@example.org')
  const { database } = app.deps
  const { write } = database
  const [{ controllerId }] = (await anna.client.get('/scale')).body
  database.write = (...asked) =>
    asked[0] === 'importReadings' ? giveAway(controllerId).then(() => write(...asked)) : write(...asked)
  const logged: unknown[] = []
  const logger = {
    ...app.deps.logger,
    error: (...of: unknown[]) => logged.push(of),
  } as unknown as typeof app.deps.logger
  const loop = createImportLoop({ ...app.deps, logger })
  const id = await beginCheck(anna, '43.2')
  loop.wake()
  await loop.idle()
  await anna.client.post(`/imports/${id}/confirm`)
  loop.wake()
  await loop.idle()
  expect(await read(anna.client, id)).toMatchObject({ status: 'failed', problem: 'given_away', readings: 0 })
  expect(logged).toEqual([])
  expect(await app.db.selectFrom('tile').select('from').where('scale_id', '=', anna.scaleId).execute()).toEqual([])
  expect(await anna.client.post(`/imports/${id}/confirm`)).toMatchObject({ body: { code: 'scale_not_found' } })
  await loop.stop()
})

it('gives up a check that ends the process each time; it may be requested again', async () => {
  const anna = await beekeeper('anna@example.org')
  const id = await beginCheck(anna, '43.2')
  for (let start = 1; start <= 4; start++) {
    await takeBackImports(app.deps)
    expect(await read(anna.client, id)).toMatchObject({ status: 'checking' })
  }
  await takeBackImports(app.deps)
  expect(await read(anna.client, id)).toMatchObject({ status: 'failed', problem: 'interrupted' })

  await requestCheck(anna, id)
  await takeBackImports(app.deps)
  const loop = createImportLoop(app.deps)
  loop.wake()
  await loop.idle()
  expect(await read(anna.client, id)).toMatchObject({ status: 'checked', problem: null })
  await loop.stop()
})

it('stores what an administrator brings for somebody', async () => {
  const { scaleId } = await beekeeper('anna@example.org')
  const admin = { client: await app.signIn('admin@example.org', { admin: true }), scaleId }
  const loop = createImportLoop(app.deps)
  const id = await beginCheck(admin, '43.2')
  loop.wake()
  await loop.idle()
  await admin.client.post(`/imports/${id}/confirm`)
  loop.wake()
  await loop.idle()
  expect(await read(admin.client, id)).toMatchObject({ status: 'imported', readings: 1 })
  await loop.stop()
})
