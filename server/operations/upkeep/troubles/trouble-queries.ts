import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import * as v from 'valibot'
import { type Trouble, TroubleValues, troubleValues } from '#domain/platform/trouble.ts'
import type { Tables } from '../../../store/tables.ts'
import type { TroubleTable } from './trouble-table.ts'

/** `values`: empty if the row is damaged, so that other troubles are still reported. */
export type TroubleRow = Omit<Selectable<TroubleTable>, 'values'> & Pick<Trouble, 'values'>

const Stored = v.fallback(v.pipe(v.string(), v.parseJson(), TroubleValues), {})

/** Open troubles, and those that ended after a time, of the kinds known to this version. */
export async function selectTroubles(db: Kysely<Tables>, endedAfterMs: number): Promise<TroubleRow[]> {
  const rows = await db
    .selectFrom('trouble')
    .selectAll()
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('ended_at', '>', endedAfterMs)]))
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows
    .filter(({ kind }) => kind in troubleValues)
    .map((row) => ({ ...row, values: v.parse(Stored, row.values) }))
}

export async function insertTrouble(db: Kysely<Tables>, row: Insertable<TroubleTable>): Promise<number> {
  const { id } = await db.insertInto('trouble').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTrouble(db: Kysely<Tables>, id: number, changed: Updateable<TroubleTable>): Promise<void> {
  await db.updateTable('trouble').set(changed).where('id', '=', id).execute()
}

/** Deletes troubles that ended before a time; returns how many. */
export async function deleteTroublesBefore(db: Kysely<Tables>, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('trouble').where('ended_at', '<', beforeMs).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Records that administrators were told of the beginning of these, or of their end. */
export async function noteTold(
  db: Kysely<Tables>,
  rows: readonly TroubleRow[],
  what: 'told_at' | 'end_told_at',
  nowMs: number,
): Promise<void> {
  for (const { id } of rows) await updateTrouble(db, id, { [what]: nowMs })
}
