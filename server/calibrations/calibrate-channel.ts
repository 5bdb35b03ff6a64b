import type { CalibrationBody } from '#domain/calibration.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { type CalibrationRow, makeWeightScale, upsertCalibration } from './calibration-queries.ts'

/** Says what raw weights of a channel mean from now on. Throws 404 `controller_not_found`, 403. */
export async function calibrateChannel(
  { database: { db }, events }: Pick<Deps, 'database' | 'events'>,
  account: SignedIn,
  key: { controllerId: number; channel: number },
  { offset, multiplier }: CalibrationBody,
): Promise<CalibrationRow> {
  const { controllerId, channel } = key
  await requireController(db, account, controllerId, 'write')
  const row = await db.transaction().execute(async (transaction) => {
    await makeWeightScale(transaction, controllerId, channel)
    const place = { controller_id: controllerId, channel }
    return upsertCalibration(transaction, place, { zero_raw: offset, kg_per_raw: multiplier })
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
  return row
}
