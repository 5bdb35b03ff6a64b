import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { InterventionTable } from './intervention-table.ts'

export type InterventionRow = Selectable<InterventionTable>

/** Interventions at these scales within a span (epoch ms, inclusive), oldest first. */
export async function selectInterventions(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  span: { from: number; to: number },
): Promise<InterventionRow[]> {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('intervention')
    .selectAll()
    .where('scale_id', 'in', scaleIds)
    .where('time', '>=', span.from)
    .where('time', '<=', span.to)
    .where('deleted_at', 'is', null)
    .orderBy('time')
    .orderBy('id')
    .execute()
}

/** Also returns a deleted one. */
export const selectIntervention = (db: Kysely<Tables>, id: string): Promise<InterventionRow | undefined> =>
  db.selectFrom('intervention').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns undefined if the id is taken. */
export const insertIntervention = (
  db: Kysely<Tables>,
  row: Insertable<InterventionTable>,
): Promise<InterventionRow | undefined> =>
  db
    .insertInto('intervention')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateIntervention = (
  db: Kysely<Tables>,
  id: string,
  changes: Updateable<InterventionTable>,
): Promise<InterventionRow | undefined> =>
  db.updateTable('intervention').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
