import type { Kysely } from 'kysely'
import { PERCENT_SIGN } from '#domain/hives/doctor/field-fault.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Tables } from '../../../store/tables.ts'

/** How often one transmitter sent impossible values in a field of a channel; −1 is an unknown channel. */
export type FaultCount = {
  controllerId: number
  channel: number
  field: string
  code: ErrorCode
  count: number
  lastValue: string
}

const ROWS_A_STATEMENT = 100

/** Adds to the counts of a day, all or nothing; transmitters that were given up since are skipped: the next owner has not sent that. */
export async function addFieldFaults(
  db: Kysely<Tables>,
  counts: readonly FaultCount[],
  { day, now }: { day: number; now: number },
): Promise<void> {
  await db.transaction().execute(async (within) => {
    const known = new Set<number>()
    const ids = [...new Set(counts.map(({ controllerId }) => controllerId))]
    for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
      const part = ids.slice(at, at + ROWS_A_STATEMENT)
      const rows = await within.selectFrom('controller').select('id').where('id', 'in', part).execute()
      for (const { id } of rows) known.add(id)
    }
    const rows = counts
      .filter(({ controllerId }) => known.has(controllerId))
      .map(({ controllerId, channel, field, code, count, lastValue }) => ({
        ...{ controller_id: controllerId, day, channel, field, code, count },
        ...{ last_value: lastValue, last_at: now },
      }))
    for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
      await within
        .insertInto('field_fault')
        .values(rows.slice(at, at + ROWS_A_STATEMENT))
        .onConflict((conflict) =>
          conflict.columns(['controller_id', 'day', 'channel', 'field', 'code']).doUpdateSet((eb) => ({
            count: eb('field_fault.count', '+', eb.ref('excluded.count')),
            last_value: eb.ref('excluded.last_value'),
            last_at: eb.ref('excluded.last_at'),
          })),
        )
        .execute()
    }
  })
}

export async function deleteFieldFaults(db: Kysely<Tables>, beforeDay: number): Promise<void> {
  await db.deleteFrom('field_fault').where('day', '<', beforeDay).execute()
}

export async function deleteFaultsOf(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await db.deleteFrom('field_fault').where('controller_id', '=', controllerId).execute()
}

/** The faults of one transmitter by channel, field and code since a day, with the last value; last seen first. */
export const selectFieldFaults = (db: Kysely<Tables>, controllerId: number, sinceDay: number) =>
  db
    .selectFrom('field_fault')
    .select(['channel', 'field', 'code', 'count', 'last_value', 'last_at'])
    .where('controller_id', '=', controllerId)
    .where('day', '>=', sinceDay)
    .orderBy('last_at', 'desc')
    .orderBy('channel')
    .orderBy('field')
    .orderBy('code')
    .execute()

/** Names under which a transmitter certainly sent its battery in percent, since a day. */
export async function selectPercentNames(
  db: Kysely<Tables>,
  controllerId: number,
  sinceDay: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('field_fault')
    .select(['field', 'last_value'])
    .where('controller_id', '=', controllerId)
    .where('day', '>=', sinceDay)
    .where('code', '=', 'battery_percent' satisfies ErrorCode)
    .execute()
  return rows.filter(({ last_value }) => last_value.endsWith(PERCENT_SIGN)).map(({ field }) => field)
}

/** Transmitters with faults since a time: for each one its most frequent fault; highest counts first. */
export async function selectFaultyTransmitters(db: Kysely<Tables>, sinceMs: number, limit: number) {
  const worst = await db
    .selectFrom('field_fault')
    .select(({ fn }) => ['controller_id', fn.max('count').as('most')])
    .where('day', '>=', sinceMs - DAY_MS)
    .where('last_at', '>=', sinceMs)
    .groupBy('controller_id')
    .orderBy('most', 'desc')
    .orderBy('controller_id')
    .limit(limit)
    .execute()
  if (worst.length === 0) return []
  const ids = worst.map(({ controller_id }) => controller_id)
  const rows = await db
    .selectFrom('field_fault')
    .select(['controller_id', 'channel', 'field', 'code', 'count', 'last_value', 'last_at'])
    .where('controller_id', 'in', ids)
    .where('day', '>=', sinceMs - DAY_MS)
    .where('last_at', '>=', sinceMs)
    .orderBy('count', 'desc')
    .orderBy('last_at', 'desc')
    .execute()
  return ids.map((id) => rows.find((row) => row.controller_id === id)!)
}

export async function countFaulty(db: Kysely<Tables>, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('field_fault')
    .select(({ fn }) => fn.count('controller_id').distinct().as('count'))
    .where('day', '>=', sinceMs - DAY_MS)
    .where('last_at', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}
