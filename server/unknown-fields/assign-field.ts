import type { ErrorCode } from '#domain/error-code.ts'
import { temperatureFault } from '#domain/field-fault.ts'
import { WEIGHT_MAXIMUM_GRAMS, WEIGHT_MINIMUM_GRAMS } from '#domain/reading.ts'
import { centiFromCelsius, gramsFromKg, permilleFromPercent } from '#domain/units.ts'
import type { UnknownField, UnknownFieldBody } from '#domain/unknown-field.ts'
import { recordAdministration } from '../audit/record-administration.ts'
import { keepRaw } from '../calibrations/weigh-raw.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import type { FilledColumn } from '../readings/change-readings.ts'
import { units } from '../readings/formats/known-fields.ts'
import { toUnknownField } from './to-unknown-field.ts'
import {
  deleteUnknownValuesOf,
  selectUnknownFields,
  selectUnknownValues,
  updateMeaning,
} from './unknown-field-queries.ts'

/** A value in a tile's units, and whether it can be. */
const columns: Record<
  FilledColumn,
  { toInteger: (value: number) => number; isPossible: (integer: number) => boolean }
> = {
  weight: {
    toInteger: gramsFromKg,
    isPossible: (grams) => grams >= WEIGHT_MINIMUM_GRAMS && grams <= WEIGHT_MAXIMUM_GRAMS,
  },
  temperature: { toInteger: centiFromCelsius, isPossible: (centi) => temperatureFault(centi) === undefined },
  humidity: { toInteger: permilleFromPercent, isPossible: (permille) => permille >= 0 && permille <= 1000 },
}

type Assigning = Pick<Deps, 'database' | 'clock' | 'logger' | 'events' | 'ingest'>

/**
 * Says what a field is from now on, and for its values of the last 30 days; `values`: how many of these were taken over. What is
 * stored of a time stays. Throws 404 `controller_not_found` and `field_not_found`, 403, 409 where the channel collects nothing.
 */
export async function assignField(
  deps: Assigning,
  account: SignedIn,
  controllerId: number,
  { name, quantity, channel, unit }: UnknownFieldBody,
): Promise<UnknownField & { values: number }> {
  const { database, clock } = deps
  const { access } = await requireController(database.db, account, controllerId, 'write')
  const known = await selectUnknownFields(database.db, controllerId)
  if (!known.some((field) => field.name === name)) throw new AppError(404, 'field_not_found')
  const values = await selectUnknownValues(database.db, controllerId, name)
  const meant = values.map(({ time, value }) => ({ time: Number(time), value: units[unit](value) }))
  // where this stops before it is written down what the field is, the same again changes nothing of what was taken over
  const taken = await takeOver(deps, { controllerId, channel, quantity }, meant)
  const row = await database.db.transaction().execute(async (db) => {
    const updated = await updateMeaning(db, { controller_id: controllerId, name }, { quantity, channel, unit })
    if (!updated) throw new AppError(404, 'field_not_found')
    await deleteUnknownValuesOf(db, controllerId, name)
    const change = { action: 'controller.assignField', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: {}, after: { [name]: { quantity, channel, unit } } }
    await recordAdministration({ database: { db }, clock }, { account, access }, { ...change, ...states })
    return updated
  })
  return { ...toUnknownField(row), values: taken }
}

type Place = { controllerId: number; channel: number; quantity: UnknownFieldBody['quantity'] }

async function takeOver(
  deps: Assigning,
  { controllerId, channel, quantity }: Place,
  values: readonly { time: number; value: number }[],
): Promise<number> {
  if (quantity === 'nothing' || values.length === 0) return 0
  if (quantity === 'rawWeight') {
    const raws = values.map(({ time, value }) => ({ time: new Date(time * 1000).toISOString(), channel, raw: value }))
    const refused = await keepRaw(deps, controllerId, raws)
    return refused.filter((code) => code === undefined).length
  }
  const { toInteger, isPossible } = columns[quantity]
  const possible = values
    .map(({ time, value }) => ({ time, value: toInteger(value) }))
    .filter(({ value }) => isPossible(value))
  const news = await deps.database.write('fillReadings', {
    ...{ controllerId, channel, column: quantity, nowMs: deps.clock.now() },
    time: Int32Array.from(possible, ({ time }) => time),
    values: Int32Array.from(possible, ({ value }) => value),
  })
  if (typeof news === 'string') throw new AppError(409, news satisfies ErrorCode)
  for (const { controllerId: id, scaleIds } of news.changed) {
    deps.events.publish({ type: 'reading', controllerId: id, scaleIds })
  }
  deps.ingest.wake()
  return possible.length
}
