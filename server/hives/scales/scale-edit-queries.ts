import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Returns the columns of a scale that were edited after a time, in epoch ms. */
export async function selectLaterEdits(db: Kysely<Tables>, scaleId: number, afterMs: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('scale_edit')
    .select('edited_column')
    .where('scale_id', '=', scaleId)
    .where('edited_at', '>', afterMs)
    .execute()
  return new Set(rows.map((row) => row.edited_column))
}

/** Stores when columns of a scale were edited, in epoch ms. */
export async function noteEdits(
  db: Kysely<Tables>,
  scaleId: number,
  columns: readonly string[],
  editedAtMs: number,
): Promise<void> {
  const rows = columns.map((edited_column) => ({ scale_id: scaleId, edited_column, edited_at: editedAtMs }))
  await db
    .insertInto('scale_edit')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['scale_id', 'edited_column']).doUpdateSet({ edited_at: editedAtMs }))
    .execute()
}
