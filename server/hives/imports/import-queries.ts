import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { ImportStatus } from '#domain/hives/import.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'
import type { ImportReadingTable, ImportTable } from './import-table.ts'

export type ImportRow = Selectable<ImportTable>
export type ImportReadingRow = Selectable<ImportReadingTable>

const working = ['checking', 'importing', 'undoing'] as const satisfies ImportStatus[]
const unconfirmed = ['uploaded', 'checked', 'failed'] as const satisfies ImportStatus[]
const LISTED = 200

export const insertImport = (db: Kysely<Tables>, row: Insertable<ImportTable>): Promise<ImportRow> =>
  db.insertInto('import').values(row).returningAll().executeTakeFirstOrThrow()

export const selectImport = (db: Kysely<Tables>, id: number, accountId: number): Promise<ImportRow | undefined> =>
  db.selectFrom('import').selectAll().where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()

/** An account's imports, newest first. */
export const selectImports = (db: Kysely<Tables>, accountId: number): Promise<ImportRow[]> =>
  db.selectFrom('import').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').limit(LISTED).execute()

/** An account's newest upload with this name and length that nothing was done with yet. */
export const selectUploaded = (
  db: Kysely<Tables>,
  { account_id, name, bytes }: Pick<ImportRow, 'account_id' | 'name' | 'bytes'>,
  afterMs: number,
): Promise<ImportRow | undefined> =>
  db
    .selectFrom('import')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('status', '=', 'uploaded')
    .where('name', '=', name)
    .where('bytes', '=', bytes)
    .where('created_at', '>', afterMs)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectWork = (db: Kysely<Tables>, limit: number): Promise<ImportRow[]> =>
  db.selectFrom('import').selectAll().where('status', 'in', working).orderBy('id').limit(limit).execute()

/** Imports that have brought nothing yet, newest first. */
export const selectUnconfirmed = (db: Kysely<Tables>) =>
  db
    .selectFrom('import')
    .select(['id', 'account_id', 'created_at'])
    .where('status', 'in', unconfirmed)
    .where('readings', '=', 0)
    .orderBy('id', 'desc')
    .execute()

/** The ids of imports whose file is still needed. */
export async function selectIdsWithFile(db: Kysely<Tables>): Promise<Set<number>> {
  const rows = await db
    .selectFrom('import')
    .select('id')
    .where('status', 'in', [...working, ...unconfirmed])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns undefined if its status is no longer one of `from`, or its mapping not the one given. */
export const updateImport = (
  db: Kysely<Tables>,
  id: number,
  from: readonly ImportStatus[],
  changes: Updateable<ImportTable>,
  mapping?: string,
): Promise<ImportRow | undefined> =>
  db
    .updateTable('import')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(mapping !== undefined, (update) => update.where('mapping', '=', mapping!))
    .returningAll()
    .executeTakeFirst()

/** Counts an interruption for every import that was being checked. */
export async function countInterrupted(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('import')
    .set((eb) => ({ interruptions: eb('interruptions', '+', 1) }))
    .where('status', '=', 'checking')
    .execute()
}

/** Fails the checks with at least this many interruptions. */
export const failInterrupted = (db: Kysely<Tables>, interruptions: number): Promise<{ id: number }[]> =>
  db
    .updateTable('import')
    .set({ status: 'failed', problem: 'interrupted' })
    .where('status', '=', 'checking')
    .where('interruptions', '>=', interruptions)
    .returning('id')
    .execute()

/** Counts those of some scales that whoever imports may change. */
const countOfTheirs = ({ selectFrom }: ExpressionBuilder<Tables, 'import'>, scaleIds: readonly number[]) =>
  selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .innerJoin('account', (join) => join.onRef('account.id', '=', 'import.account_id'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('scale.id', 'in', scaleIds)
    .where(({ eb, or, ref }) => or([eb('controller.owner_id', '=', ref('account.id')), eb('account.admin', '=', 1)]))

/** Returns undefined if it is no longer being imported, or one of the scales is gone or no longer theirs. */
export const countImported = (
  db: Kysely<Tables>,
  id: number,
  scaleIds: readonly number[],
  done: { readings: number; duplicates: number; rows_done: number; bytes_done: number },
) =>
  db
    .updateTable('import')
    .set((eb) => ({
      readings: eb('readings', '+', done.readings),
      duplicates: eb('duplicates', '+', done.duplicates),
      rows_done: done.rows_done,
      bytes_done: done.bytes_done,
    }))
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .$if(scaleIds.length > 0, (counted) =>
      counted.where((where) => where(countOfTheirs(where, scaleIds), '=', scaleIds.length)),
    )
    .returning('id')
    .executeTakeFirst()

export const countRemoved = (db: Kysely<Tables>, id: number, rows: number) =>
  db
    .updateTable('import')
    .set((eb) => ({ rows_done: eb('rows_done', '+', rows) }))
    .where('id', '=', id)
    .execute()

/** Returns undefined if its import was started meanwhile. */
export const deleteImport = (db: Kysely<Tables>, id: number): Promise<{ id: number } | undefined> =>
  db
    .deleteFrom('import')
    .where('id', '=', id)
    .where('status', 'in', unconfirmed)
    .where('readings', '=', 0)
    .returning('id')
    .executeTakeFirst()

export const selectImportReading = (
  db: Kysely<Tables>,
  key: Omit<ImportReadingRow, 'bytes'>,
): Promise<{ bytes: Uint8Array } | undefined> =>
  db
    .selectFrom('import_reading')
    .select('bytes')
    .where('import_id', '=', key.import_id)
    .where('scale_id', '=', key.scale_id)
    .where('from', '=', key.from)
    .executeTakeFirst()

export const upsertImportReading = (db: Kysely<Tables>, row: ImportReadingRow) =>
  db
    .insertInto('import_reading')
    .values(row)
    .onConflict((conflict) => conflict.columns(['import_id', 'scale_id', 'from']).doUpdateSet({ bytes: row.bytes }))
    .execute()

/** What imports brought to a scale on a day. */
export const selectBroughtOn = (db: Kysely<Tables>, scaleId: number, from: number): Promise<ImportReadingRow[]> =>
  db.selectFrom('import_reading').selectAll().where('scale_id', '=', scaleId).where('from', '=', from).execute()

/** A scale-day of an import. */
export type ImportDay = Pick<ImportReadingRow, 'scale_id' | 'from'>

/** The scale-days of an import after one of them, by scale and time. */
export const selectImportReadings = (db: Kysely<Tables>, importId: number, after: ImportDay, limit: number) =>
  db
    .selectFrom('import_reading')
    .selectAll()
    .where('import_id', '=', importId)
    .where(({ eb, or }) =>
      or([eb('scale_id', '>', after.scale_id), eb('scale_id', '=', after.scale_id).and('from', '>', after.from)]),
    )
    .orderBy('scale_id')
    .orderBy('from')
    .limit(limit)
    .execute()

export const deleteImportReading = (db: Kysely<Tables>, row: Omit<ImportReadingRow, 'bytes'>) =>
  db
    .deleteFrom('import_reading')
    .where('import_id', '=', row.import_id)
    .where('scale_id', '=', row.scale_id)
    .where('from', '=', row.from)
    .execute()

/** The existing scales that still have readings of an import. */
export async function selectImportedScaleIds(db: Kysely<Tables>, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_reading')
    .innerJoin('scale', 'scale.id', 'import_reading.scale_id')
    .select('scale.id')
    .distinct()
    .where('import_reading.import_id', '=', importId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countImportDays(db: Kysely<Tables>, importId: number): Promise<number> {
  const { days } = await db
    .selectFrom('import_reading')
    .select((eb) => eb.fn.countAll().as('days'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return Number(days)
}

export const selectRawTile = (
  db: Kysely<Tables>,
  scaleId: number,
  from: number,
): Promise<{ bytes: Uint8Array } | undefined> =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', '=', from)
    .executeTakeFirst()
