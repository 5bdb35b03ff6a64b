import type { CalibrationBody } from '#domain/hives/calibration.ts'
import { summedChannel } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import {
  type CalibrationRow,
  makeWeightScale,
  replacePointsFrom,
  selectCalibrations,
  selectLoadCells,
  upsertLastRaw,
} from './calibration-queries.ts'
import { requestWeighing } from './raw-weight-tasks.ts'

type Calibrating = Pick<Deps, 'database' | 'clock' | 'events' | 'wakeWeighings'>

/**
 * Sets what the raw weights of a channel mean from a time on: from the beginning if `from` is null. If `from` is undefined, the
 * first calibration applies from the beginning, later ones from now on. What is stored since then is reweighed. Throws 404
 * `controller_not_found`, 403.
 */
export async function calibrateChannel(
  { database: { db }, clock, events, wakeWeighings }: Calibrating,
  account: SignedIn,
  key: { controllerId: number; channel: number },
  { offset, multiplier, from }: CalibrationBody,
): Promise<CalibrationRow> {
  const { controllerId, channel } = key
  const { access } = await requireController(db, account, controllerId, 'write')
  const row = await db.transaction().execute(async (transaction) => {
    await makeWeightScale(
      transaction,
      controllerId,
      summedChannel(channel, await selectLoadCells(transaction, controllerId)),
    )
    const place = { controller_id: controllerId, channel }
    await upsertLastRaw(transaction, place, { last_raw: null, last_raw_at: null })
    const before = await rowOf(transaction, key)
    const isFirst = before.from === null
    const since = from === undefined && !isFirst ? clock.now() : from ? Date.parse(from) : 0
    const point = { ...place, from: Math.floor(since / 1000), zero_raw: offset, kg_per_raw: multiplier }
    await replacePointsFrom(transaction, point)
    await requestWeighing(transaction, controllerId, channel, point.from)
    const calibrated = await rowOf(transaction, key)
    const change = { action: 'controller.calibrate', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: meant(before), after: meant(calibrated) }
    await recordAdministration({ database: { db: transaction }, clock }, { account, access }, { ...change, ...states })
    return calibrated
  })
  events.publish({ type: 'controller', controllerId, scaleIds: [] })
  wakeWeighings()
  return row
}

async function rowOf(
  db: Deps['database']['db'],
  { controllerId, channel }: { controllerId: number; channel: number },
): Promise<CalibrationRow> {
  return (await selectCalibrations(db, [controllerId])).find((one) => one.channel === channel)!
}

const meant = ({ channel, from, zero_raw, kg_per_raw }: CalibrationRow) => ({
  [`channel ${channel}`]: from === null ? null : { from: Number(from), offset: zero_raw, multiplier: kg_per_raw },
})
