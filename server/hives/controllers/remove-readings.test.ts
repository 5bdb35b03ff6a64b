import { afterEach, beforeEach, expect, test } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createReadingRemoval } from './remove-readings.ts'

const DAYS = 700

let app: TestApp
let anna: Client
let annas: { controllerId: number; scaleId: number }
let berta: { controllerId: number; scaleId: number }

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  annas = await fill(anna)
  berta = await fill(await app.signIn('berta@example.org'))
})
afterEach(() => app.close())

/** Two years of readings of a scale and of its transmitter's sensors. */
async function fill(owner: Client) {
  const { id: controllerId } = await app.claim(owner)
  const scaleId = await app.addScale(owner, controllerId)
  const bytes = Uint8Array.of(1)
  const days = Array.from({ length: DAYS }, (_, day) => day * 86_400)
  for (const scale_id of [scaleId, -controllerId]) {
    const tiles = days.map((from) => ({ scale_id, level: levelNumber.raw, from, bytes, revision: 1 }))
    await app.db.insertInto('tile').values(tiles).execute()
    const coarse = [levelNumber.hour, levelNumber.day].map((level) => ({
      scale_id,
      level,
      from: 0,
      bytes,
      revision: 1,
    }))
    await app.db.insertInto('tile').values(coarse).execute()
  }
  await app.db
    .insertInto('detector_checkpoint')
    .values(days.map((from) => ({ scale_id: scaleId, from, state: bytes })))
    .execute()
  return { controllerId, scaleId }
}

async function left({ controllerId, scaleId }: typeof annas) {
  const rows = (table: 'tile' | 'detector_checkpoint') =>
    app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('scale_id', 'in', [scaleId, -controllerId])
      .executeTakeFirstOrThrow()
  return [Number((await rows('tile')).count), Number((await rows('detector_checkpoint')).count)]
}

const removeAnna = async () => expect((await anna.post('/user/delete', { password: sent(PASSWORD) })).status).toBe(200)

test('the readings of a deleted account go part by part, and nobody else loses any', async () => {
  await removeAnna()
  await app.removal.idle()
  expect(await left(annas)).toEqual([0, 0])
  expect(await left(berta)).toEqual([2 * DAYS + 4, DAYS])
})

test('the readings of a released transmitter go, too', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  expect((await admin.post(`/admin/controller/${annas.controllerId}/release`, {})).status).toBe(200)
  await app.removal.idle()
  expect(await left(annas)).toEqual([0, 0])
  expect(await left(berta)).toEqual([2 * DAYS + 4, DAYS])
})

test('after an interruption the next start removes the rest', async () => {
  app.deps.wakeReadingRemoval = () => undefined
  await removeAnna()
  const first = createReadingRemoval(app.deps, 1)
  first.wake()
  await expect.poll(() => left(annas)).not.toEqual([2 * DAYS + 4, DAYS])
  await first.stop()
  const [tiles] = await left(annas)
  expect(tiles).toBeGreaterThan(0)
  await createReadingRemoval(app.deps).run()
  expect(await left(annas)).toEqual([0, 0])
  expect(await left(berta)).toEqual([2 * DAYS + 4, DAYS])
})
