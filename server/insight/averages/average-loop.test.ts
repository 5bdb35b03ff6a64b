import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { createAverageLoop } from './average-loop.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
  await app.db
    .insertInto('region')
    .values({ id: 1, name: 'Bern', geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 })
    .execute()
  await app.db.insertInto('region_dirty_month').values({ region_id: 1, month: '2026-04' }).execute()
})
afterEach(() => app.close())

const waiting = () => app.db.selectFrom('region_dirty_month').selectAll().execute()

it('computes what is waiting, one run after the other', async () => {
  const loop = createAverageLoop(app.deps)
  await Promise.all([loop.update(), loop.refresh(), loop.update()])
  expect(await waiting()).toEqual([])
  await loop.stop()
})

it('once stopped, leaves what is waiting to the next start', async () => {
  const loop = createAverageLoop(app.deps)
  const run = loop.update()
  await loop.stop()
  await run
  await loop.update()
  expect(await waiting()).toEqual([{ region_id: 1, month: '2026-04' }])
})

it('computes the averages of a region with more scales than fit in one statement', async () => {
  const anna = await app.signIn('anna@example.org')
  const { id } = await app.claim(anna)
  await app.db.updateTable('controller').set({ primary_region_id: 1 }).execute()
  const scale = { controller_id: id, type: 'weight', state: 'active', color: 1, created_at: 0 } as const
  const scales = Array.from({ length: 66_000 }, (_, at) => ({ ...scale, name: `Scale ${at}`, channel: at + 1 }))
  for (const part of partsOf(scales, 1000)) await app.db.insertInto('scale').values(part).execute()
  await app.db.updateTable('tile_cursor').set({ revision: 1 }).execute()
  const loop = createAverageLoop(app.deps)
  await loop.update()
  expect(await waiting()).toEqual([])
  expect(await app.db.selectFrom('region_basis').select('region_id').execute()).toEqual([{ region_id: 1 }])
  expect(await app.db.selectFrom('average_cursor').select('revision').executeTakeFirst()).toEqual({ revision: 1 })
  await loop.stop()
})

it('continues after a failed run', async () => {
  const failing = { ...app.deps.database, read: () => Promise.reject(new Error('the disk is gone')) }
  const errors: unknown[] = []
  const logger = { ...app.deps.logger, error: (...words: unknown[]) => void errors.push(words) }
  const deps = { ...app.deps, database: failing as typeof app.deps.database, logger: logger as typeof app.deps.logger }
  const loop = createAverageLoop(deps)
  await loop.update()
  expect(errors).toHaveLength(1)
  Object.assign(failing, { read: app.deps.database.read })
  await loop.update()
  expect(await waiting()).toEqual([])
})
