import { temperatureFault } from '#domain/hives/doctor/field-fault.ts'
import { WEIGHT_MAXIMUM_GRAMS, WEIGHT_MINIMUM_GRAMS } from '#domain/hives/reading.ts'
import { centiFromCelsius, gramsFromKg, permilleFromPercent } from '#domain/hives/units.ts'
import type { UnknownField, UnknownFieldBody } from '#domain/hives/unknown-field.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { keepRaw } from '../calibrations/weigh-raw.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import type { FilledColumn, ReadingNews } from '../readings/change-readings.ts'
import type { Filled } from './fill-task.ts'
import { units } from './known-fields.ts'
import { toUnknownField } from './to-unknown-field.ts'
import {
  selectUnknownFields,
  selectUnknownValues,
  type UnknownFieldRow,
  updateFilled,
  updateMeaning,
} from './unknown-field-queries.ts'

/** Conversion of a value to a tile's units, and whether the result is possible. */
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

/** `values`: how many values of the last 30 days are in the readings now; `kept`: where another one was measured, which stays. */
type Assigned = UnknownField & { values: number; kept: number }

/**
 * Sets what a field means from now on, and for its values of the last 30 days. What an earlier assignment filled in is removed
 * first. What was measured at those times stays, what was imported does not. Throws 404 `controller_not_found` and
 * `field_not_found`, 403, and 409 if the channel does not collect.
 */
export async function assignField(
  deps: Assigning,
  account: SignedIn,
  controllerId: number,
  { name, quantity, channel, unit }: UnknownFieldBody,
): Promise<Assigned> {
  const { database, clock } = deps
  const { access } = await requireController(database.db, account, controllerId, 'write')
  const known = await selectUnknownFields(database.db, controllerId)
  const field = known.find((one) => one.name === name)
  if (!field) throw new AppError(404, 'field_not_found')
  const values = await selectUnknownValues(database.db, controllerId, name)
  const key = { controller_id: controllerId, name }
  const { meaning: before } = toUnknownField(field)
  const isSame = before?.quantity === quantity && before.channel === channel && before.unit === unit
  const filled = values.filter((one) => one.filled === 1)
  if (before && !isSame && filled.length > 0) {
    await takeBack(deps, { controllerId, ...before }, inUnit(filled, before.unit))
    await updateFilled(database.db, key, [])
  }
  const meaning = { quantity, channel, unit }
  // said before filling: if this is interrupted in between, what was filled in can still be found by its meaning and its value
  const times = values.map(({ time }) => Number(time))
  if (!isSame) await say(database.db, key, meaning, times)
  const place = { controllerId, channel, quantity }
  const taken = await takeOver(deps, place, inUnit(values, unit)).catch(async (error: unknown) => {
    if (error instanceof AppError && !isSame) await say(database.db, key, before, [])
    throw error
  })
  const stay = new Set(isSame ? filled.map(({ time }) => Number(time)) : []).difference(new Set(taken.filled))
  const row = await database.db.transaction().execute(async (db) => {
    const updated = await say(db, key, meaning, [...stay, ...taken.filled])
    const change = { action: 'controller.assignField', subjectType: 'controller', subjectId: String(controllerId) }
    const states = { before: before ? { [name]: before } : {}, after: { [name]: meaning } }
    await recordAdministration({ database: { db }, clock }, { account, access }, { ...change, ...states })
    return updated
  })
  return { ...toUnknownField(row), values: stay.size + taken.values, kept: Math.max(0, taken.kept - stay.size) }
}

/** Stores what a field means, and which of its values are filled in. Throws 404 `field_not_found`. */
async function say(
  db: Deps['database']['db'],
  key: { controller_id: number; name: string },
  meaning: UnknownField['meaning'],
  times: readonly number[],
): Promise<UnknownFieldRow> {
  const updated = await updateMeaning(db, key, meaning ?? { quantity: null, channel: null, unit: null })
  if (!updated) throw new AppError(404, 'field_not_found')
  await updateFilled(db, key, times)
  return updated
}

type Place = { controllerId: number; channel: number; quantity: UnknownFieldBody['quantity'] }
type Meant = { time: number; value: number }

const inUnit = (values: readonly Meant[], unit: UnknownFieldBody['unit']): Meant[] =>
  values.map(({ time, value }) => ({ time: Number(time), value: units[unit](value) }))

/** The values that are possible in a column, as writer tasks take them. */
function columnOf(column: FilledColumn, values: readonly Meant[]) {
  const { toInteger, isPossible } = columns[column]
  const possible = values
    .map(({ time, value }) => ({ time, value: toInteger(value) }))
    .filter(({ value }) => isPossible(value))
  return {
    column,
    time: Uint32Array.from(possible, ({ time }) => time),
    values: Int32Array.from(possible, ({ value }) => value),
  }
}

const isColumn = (quantity: Place['quantity']): quantity is FilledColumn => quantity in columns

async function takeBack(deps: Assigning, { quantity, ...of }: Place, values: readonly Meant[]): Promise<void> {
  if (!isColumn(quantity)) return
  const { controllerId, channel } = of
  const nowMs = deps.clock.now()
  const task = { controllerId, channel, nowMs, ...columnOf(quantity, values) }
  tell(deps, await deps.database.write('takeBackReadings', task))
}

type TakenOver = Filled & { values: number }

async function takeOver(
  deps: Assigning,
  { controllerId, channel, quantity }: Place,
  values: readonly Meant[],
): Promise<TakenOver> {
  const nothing = { values: 0, filled: [], kept: 0 }
  if (values.length === 0) return nothing
  if (quantity === 'rawWeight') {
    const raws = values.map(({ time, value }) => ({ time: new Date(time * 1000).toISOString(), channel, raw: value }))
    const refused = await keepRaw(deps, controllerId, raws)
    return { ...nothing, values: refused.filter((code) => code === undefined).length }
  }
  if (!isColumn(quantity)) return nothing
  const news = await deps.database.write('fillReadings', {
    ...{ controllerId, channel, nowMs: deps.clock.now() },
    ...columnOf(quantity, values),
  })
  if (typeof news === 'string') throw new AppError(409, news satisfies ErrorCode)
  tell(deps, news)
  return { values: news.filled.length, filled: news.filled, kept: news.kept }
}

function tell(deps: Assigning, { changed }: ReadingNews): void {
  for (const { controllerId, scaleIds } of changed) deps.events.publish({ type: 'reading', controllerId, scaleIds })
  deps.ingest.wake()
}
