import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ScaleTable } from './scale-table.ts'

export type ScaleRow = Selectable<ScaleTable>

export async function selectScalesOfControllers(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
): Promise<ScaleRow[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('scale')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .orderBy('controller_id')
    .orderBy('channel')
    .orderBy('id')
    .execute()
}

export async function selectScalesById(db: Kysely<Tables>, ids: readonly number[]): Promise<ScaleRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('scale').selectAll().where('id', 'in', ids).execute()
}

export const insertScale = (db: Kysely<Tables>, row: Insertable<ScaleTable>): Promise<ScaleRow> =>
  db.insertInto('scale').values(row).returningAll().executeTakeFirstOrThrow()

export const updateScale = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ScaleTable>,
): Promise<ScaleRow | undefined> =>
  db.updateTable('scale').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** Archives what stands on a channel; undefined when nothing does. */
export const archiveOnChannel = (
  db: Kysely<Tables>,
  controllerId: number,
  channel: number,
): Promise<ScaleRow | undefined> =>
  db
    .updateTable('scale')
    .set({ state: 'archived' })
    .where('controller_id', '=', controllerId)
    .where('channel', '=', channel)
    .where('state', '<>', 'archived')
    .returningAll()
    .executeTakeFirst()
