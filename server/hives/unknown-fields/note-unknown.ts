import { UNKNOWN_FIELD_DAYS, UNKNOWN_FIELDS_MAXIMUM } from '#domain/hives/unknown-field.ts'
import { momentMs } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import {
  deleteUnknownBefore,
  insertUnknownValues,
  selectUnknownFields,
  upsertUnknownFields,
} from './unknown-field-queries.ts'

const SLOT_SECONDS = 600
const KEPT_SECONDS = UNKNOWN_FIELD_DAYS * 86_400

/** `time` in ISO 8601. */
type Value = { time: string; name: string; value: number }

/**
 * Keeps numbers with unknown names, so that their owner can say what they are: up to a limited number of names, and one value per
 * ten minutes for the last 30 days.
 */
export async function noteUnknown(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  controllerId: number,
  values: readonly Value[],
): Promise<void> {
  if (values.length === 0) return
  const now = clock.now()
  const nowSeconds = Math.floor(now / 1000)
  const known = await selectUnknownFields(db, controllerId)
  const fresh = new Set(
    known.filter(({ last_at }) => slotOf(last_at / 1000) === slotOf(nowSeconds)).map(({ name }) => name),
  )
  const names = namesKept(known, values)
  const lastOf = new Map(values.filter(({ name }) => names.has(name)).map((one) => [one.name, one.value]))
  const rows = values.flatMap(({ time, name, value }) => {
    const seconds = Math.floor((momentMs(time) ?? Number.NaN) / 1000)
    const isKept = lastOf.has(name) && seconds > nowSeconds - KEPT_SECONDS && seconds <= nowSeconds + SLOT_SECONDS
    return isKept ? [{ controller_id: controllerId, name, slot: slotOf(seconds), time: seconds, value }] : []
  })
  // nothing to write if all this was noted in the current ten minutes; values of other times are always written
  const isNews =
    [...lastOf.keys()].some((name) => !fresh.has(name)) || rows.some(({ slot }) => slot !== slotOf(nowSeconds))
  if (!isNews) return
  await db.transaction().execute(async (within) => {
    // other messages may have taken the last places meanwhile
    const kept = namesKept(await selectUnknownFields(within, controllerId), values)
    const fields = [...lastOf].flatMap(([name, value]) =>
      kept.has(name) ? [{ controller_id: controllerId, name, last_value: value, last_at: now }] : [],
    )
    await upsertUnknownFields(within, fields)
    await insertUnknownValues(
      within,
      rows.filter(({ name }) => kept.has(name)),
    )
  })
}

/** The names that are known already, and as many new ones as there is room for. */
function namesKept(known: readonly { name: string }[], values: readonly Value[]): Set<string> {
  const names = new Set(known.map(({ name }) => name))
  for (const { name } of values) if (names.size < UNKNOWN_FIELDS_MAXIMUM) names.add(name)
  return names
}

const slotOf = (seconds: number) => Math.floor(seconds / SLOT_SECONDS) * SLOT_SECONDS

/** Returns the task that deletes what is older than 30 days. */
export const createUnknownForgetting =
  ({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>) =>
  (): Promise<void> =>
    deleteUnknownBefore(db, Math.floor(clock.now() / 1000) - KEPT_SECONDS)
