import type { Kysely } from 'kysely'
import { FIELD_FAULT_DAYS, type ShownFault } from '#domain/hives/doctor/field-fault.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../../deps.ts'
import type { Tables } from '../../../store/tables.ts'
import { countFaulty, selectFaultyTransmitters, selectFieldFaults, selectPercentNames } from './field-fault-queries.ts'

const RECENT_MS = 3 * DAY_MS

/** Impossible values a transmitter sent, if any within the last three days; last seen first. Counts cover 30 days. */
async function readFieldFaults(db: Kysely<Tables>, controllerId: number, nowMs: number): Promise<ShownFault[]> {
  const rows = await selectFieldFaults(db, controllerId, nowMs - (FIELD_FAULT_DAYS + 1) * DAY_MS)
  return [...Map.groupBy(rows, ({ channel, field, code }) => `${channel} ${field} ${code}`).values()]
    .filter(([last]) => last!.last_at >= nowMs - RECENT_MS)
    .map((days) => {
      const { channel, field, code, last_value } = days[0]!
      const count = days.reduce((sum, day) => sum + day.count, 0)
      return { channel, field, code: code as ErrorCode, count, value: last_value }
    })
}

/** The names under which its battery came in percent in the last 30 days. */
export const readPercentNames = (
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  id: number,
): Promise<string[]> => selectPercentNames(db, id, clock.now() - (FIELD_FAULT_DAYS + 1) * DAY_MS)

/** Like `readFieldFaults`, with what came in the last minute and is not written yet; that comes first. */
export async function readFaultsNow(
  { database: { db }, clock, fieldFaults }: Pick<Deps, 'database' | 'clock' | 'fieldFaults'>,
  id: number,
): Promise<ShownFault[]> {
  const written = await readFieldFaults(db, id, clock.now())
  const unwritten = fieldFaults.unwritten(id)
  const isSame = (one: ShownFault) => (other: ShownFault) =>
    one.channel === other.channel && one.field === other.field && one.code === other.code
  const latest = unwritten.map((one) => ({ ...one, count: one.count + (written.find(isSame(one))?.count ?? 0) }))
  return [...latest, ...written.filter((one) => !unwritten.some(isSame(one)))]
}

/** Transmitters that sent impossible values in the last day, and the most frequent kind of each. */
export async function readFaultyTransmitters(
  db: Kysely<Tables>,
  nowMs: number,
  limit: number,
): Promise<{ count: number; rows: (ShownFault & { controllerId: number; lastAt: number })[] }> {
  const since = nowMs - DAY_MS
  const rows = (await selectFaultyTransmitters(db, since, limit)).map((row) => ({
    controllerId: row.controller_id,
    ...{ channel: row.channel, field: row.field, code: row.code as ErrorCode },
    ...{ count: row.count, value: row.last_value, lastAt: Number(row.last_at) },
  }))
  return { count: rows.length < limit ? rows.length : await countFaulty(db, since), rows }
}
