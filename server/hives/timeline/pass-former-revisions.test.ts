import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../../tests/support/server/server-process.ts'
import { createTestApp } from '../../../tests/support/server/test-app.ts'
import { createApp } from '../../app.ts'
import { passFormerRevisions } from './pass-former-revisions.ts'

test('after going back to an older copy of the database, a phone gets all that comes in from then on', async () => {
  const app = await createTestApp()
  const anna = await app.signIn('anna@example.org')
  const { id, imei, imsi, deviceKey } = await app.claim(anna)
  const scales = [await app.addScale(anna, id, 1), await app.addScale(anna, id, 2)]
  const cursor = () => app.db.selectFrom('tile_cursor').selectAll().executeTakeFirstOrThrow()
  async function send(channel: number, minute: number) {
    const readings = [{ time: `2026-05-10T08:${minute}:00Z`, channel, weight: 40 }]
    await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
    await app.deps.ingest.settled()
  }
  let served = app.app
  const ask = async (since?: number) => {
    const span = `from=${Date.UTC(2026, 4, 10) / 1000}&to=${Date.UTC(2026, 4, 11) / 1000}&level=raw`
    const query = `scales=${scales[0]}&${span}${since === undefined ? '' : `&since=${since}`}`
    return (await served.request(`/api/timeline?${query}`, { headers: { cookie: anna.cookie! } })).json()
  }

  const copied = await cursor()
  for (const minute of [10, 11, 12]) await send(1, minute)
  const seen = await ask()
  await app.db.updateTable('tile_cursor').set({ revision: copied.revision }).execute()
  const skipped = await passFormerRevisions(app.deps)
  await send(1, 40)
  for (const minute of [41, 42, 43]) await send(2, minute)
  const [tile] = (await ask(seen.cursor)).series[0].tiles
  expect(tile?.time.at(-1)).toBe(Date.UTC(2026, 4, 10, 8, 40) / 1000)

  // it learns that what it has may never have been there
  const { after } = skipped
  served = createApp({ ...app.deps, skippedRevisions: skipped })
  expect((await ask(seen.cursor)).cursor).toBe(after)
  expect((await ask(seen.cursor)).series[0].tiles).toHaveLength(1)
  const { revision } = await cursor()
  for (const known of [after, skipped.before, revision]) expect((await ask(known)).cursor, `${known}`).toBe(revision)

  await passFormerRevisions(app.deps)
  expect((await cursor()).revision, 'they never go back').toBe(revision)
  await app.close()
})

test('a server does so when it starts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-revisions-'))
  const before = Date.now()
  const server = await startServerProcess({ DATA_DIR: folder })
  await server.stop()
  const sqlite = new Sqlite(path.join(folder, 'hivewatch.sqlite'), { readonly: true })
  expect(sqlite.prepare('select revision from tile_cursor').pluck().get()).toBeGreaterThanOrEqual(before)
  sqlite.close()
  rmSync(folder, { recursive: true })
})
