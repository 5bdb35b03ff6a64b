import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { ReadingChanges } from '../readings/change-readings.ts'
import { insertWeighingDue, replacePointsFrom, selectWeighingsDue, upsertRawDay } from './calibration-queries.ts'
import { encodeRawWeightDay } from './raw-weight-day.ts'
import { createRawWeightTasks } from './raw-weight-tasks.ts'

const DAY = Date.parse('2026-05-10T00:00:00Z') / 1000

let app: TestApp
let place: { controllerId: number; scaleId: number; channel: number }
beforeAll(async () => {
  app = await createTestApp()
  const anna = await app.signIn('anna@example.org')
  const { id: controllerId } = await app.claim(anna)
  place = { controllerId, scaleId: await app.addScale(anna, controllerId), channel: 1 }
})
afterAll(() => app.close())

const calibrate = (kg_per_raw: number) =>
  replacePointsFrom(app.db, { controller_id: place.controllerId, channel: 1, from: 0, zero_raw: 0, kg_per_raw })

it('weighs days again if the scale was calibrated anew while they were weighed', async () => {
  const bytes = encodeRawWeightDay({ time: Int32Array.of(3600), raw: Float64Array.of(40_000) })
  await upsertRawDay(app.db, { scale_id: place.scaleId, from: DAY, bytes })
  await insertWeighingDue(app.db, place.scaleId, 0)
  await calibrate(0.001)
  const weighed: number[] = []
  const weigh = (meanwhile: () => Promise<void>): Promise<unknown> => {
    const changes: Pick<ReadingChanges, 'weigh'> = {
      async weigh(weights, alongside) {
        weighed.push(...weights.flatMap(({ weight }) => [...weight]))
        await meanwhile()
        await alongside()
        return { changed: [] }
      },
    }
    const tasks = createRawWeightTasks(app.db, changes as ReadingChanges, { count: 0 })
    return tasks.weighKept({ ...place, from: 0, since: 0 })
  }
  await weigh(() => calibrate(0.002))
  expect(await selectWeighingsDue(app.db, 1)).toMatchObject([{ id: place.scaleId, from: 0 }])
  await weigh(async () => undefined)
  expect(weighed).toEqual([40_000, 80_000])
  expect(await selectWeighingsDue(app.db, 1)).toEqual([])
})
