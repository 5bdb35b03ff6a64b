import type { CalibrationBody } from '#domain/calibration.ts'
import { recordAdministration } from '../audit/record-administration.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { type CalibrationRow, makeWeightScale, selectCalibrations, upsertCalibration } from './calibration-queries.ts'

/** Says what raw weights of a channel mean from now on. Throws 404 `controller_not_found`, 403. */
export async function calibrateChannel(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  key: { controllerId: number; channel: number },
  { offset, multiplier }: CalibrationBody,
): Promise<CalibrationRow> {
  const { controllerId, channel } = key
  const { access } = await requireController(db, account, controllerId, 'write')
  const row = await db.transaction().execute(async (transaction) => {
    await makeWeightScale(transaction, controllerId, channel)
    const place = { controller_id: controllerId, channel }
    const before = (await selectCalibrations(transaction, [controllerId])).find((one) => one.channel === channel)
    const calibrated = await upsertCalibration(transaction, place, { zero_raw: offset, kg_per_raw: multiplier })
    const meant = (of: CalibrationRow | undefined) => ({
      [`channel ${channel}`]: of ? { offset: of.zero_raw, multiplier: of.kg_per_raw } : null,
    })
    const change = { action: 'controller.calibrate', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: meant(before), after: meant(calibrated) }
    await recordAdministration({ database: { db: transaction }, clock }, { account, access }, { ...change, ...states })
    return calibrated
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
  return row
}
