import type { Insertable, Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { RegionBasisTable, RegionDayTable, RegionDirtyMonthTable } from './average-table.ts'

/** SQLite allows 32,766 values in a statement. */
const ROWS_A_STATEMENT = 1000
const SCALES_A_STATEMENT = 10_000

export type CountedScale = { scaleId: number; ownerId: number; regionId: number }

/** Returns the scales that count toward averages, by region and scale: in use, weighing, of a transmitter that has an owner. */
export async function selectCountedScales(db: Kysely<Tables>, regionId?: number): Promise<CountedScale[]> {
  let query = db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select(['scale.id as scaleId', 'controller.owner_id as ownerId', 'controller.primary_region_id as regionId'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .where('controller.owner_id', 'is not', null)
    .where('controller.primary_region_id', 'is not', null)
  if (regionId !== undefined) query = query.where('controller.primary_region_id', '=', regionId)
  const rows = await query.orderBy('controller.primary_region_id').orderBy('scale.id').execute()
  return rows as CountedScale[]
}

/** Returns the hour tiles of these scales that changed after a revision. Day tiles, which span a year each, tell where to look. */
export async function selectChangedTiles(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  since: number,
): Promise<{ scaleId: number; from: number }[]> {
  const changed: { scaleId: number; from: number }[][] = []
  for (const part of partsOf(scaleIds, SCALES_A_STATEMENT)) changed.push(await changedTilesOf(db, part, since))
  return changed.flat()
}

async function changedTilesOf(db: Kysely<Tables>, scaleIds: readonly number[], since: number) {
  const years = await db
    .selectFrom('tile')
    .select(({ fn }) => ['scale_id', fn.min('from').as('first')])
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', levelNumber.day)
    .where('revision', '>', since)
    .groupBy('scale_id')
    .execute()
  if (years.length === 0) return []
  const rows = await db
    .selectFrom('tile')
    .select(['scale_id', 'from'])
    .where(
      'scale_id',
      'in',
      years.map(({ scale_id }) => scale_id),
    )
    .where('level', '=', levelNumber.hour)
    .where('from', '>=', Math.min(...years.map(({ first }) => Number(first))))
    .where('revision', '>', since)
    .execute()
  return rows.map(({ scale_id, from }) => ({ scaleId: scale_id, from: Number(from) }))
}

export const selectRegionsForAverages = (db: Kysely<Tables>) =>
  db.selectFrom('region').select(['id', 'name', 'utc_offset']).orderBy('id').execute()

export const selectRegionForAverage = (db: Kysely<Tables>, id: number) =>
  db.selectFrom('region').select(['id', 'name', 'utc_offset']).where('id', '=', id).executeTakeFirst()

export const selectBases = (db: Kysely<Tables>): Promise<RegionBasisTable[]> =>
  db.selectFrom('region_basis').selectAll().execute()

/** Returns the months of a region that have averages. */
export async function selectKnownMonths(db: Kysely<Tables>, regionId: number): Promise<string[]> {
  const rows = await db.selectFrom('region_day').select('date').where('region_id', '=', regionId).execute()
  return [...new Set(rows.map(({ date }) => date.slice(0, 7)))]
}

/** Returns the start of the first hour tile of these scales. */
export async function selectFirstTile(db: Kysely<Tables>, scaleIds: readonly number[]): Promise<number | undefined> {
  let earliest: number | undefined
  for (const part of partsOf(scaleIds, SCALES_A_STATEMENT)) {
    const { first } = await db
      .selectFrom('tile')
      .select(({ fn }) => fn.min('from').as('first'))
      .where('scale_id', 'in', part)
      .where('level', '=', levelNumber.hour)
      .executeTakeFirstOrThrow()
    if (first !== null) earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, Number(first))
  }
  return earliest
}

export async function selectAverageCursor(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('average_cursor').select('revision').where('id', '=', 1).executeTakeFirstOrThrow()
  return Number(row.revision)
}

export async function updateAverageCursor(db: Kysely<Tables>, revision: number): Promise<void> {
  await db.updateTable('average_cursor').set({ revision }).where('id', '=', 1).execute()
}

export async function upsertBasis(db: Kysely<Tables>, row: RegionBasisTable): Promise<void> {
  await db
    .insertInto('region_basis')
    .values(row)
    .onConflict((conflict) => conflict.column('region_id').doUpdateSet({ basis_hash: row.basis_hash }))
    .execute()
}

export async function insertDirtyMonths(db: Kysely<Tables>, rows: readonly RegionDirtyMonthTable[]): Promise<void> {
  for (const part of partsOf(rows, ROWS_A_STATEMENT)) {
    await db
      .insertInto('region_dirty_month')
      .values(part)
      .onConflict((conflict) => conflict.columns(['region_id', 'month']).doNothing())
      .execute()
  }
}

/** Newest months first, since those are what people look at. */
export const selectDirtyMonths = (db: Kysely<Tables>, limit: number): Promise<RegionDirtyMonthTable[]> =>
  db.selectFrom('region_dirty_month').selectAll().orderBy('month', 'desc').orderBy('region_id').limit(limit).execute()

export async function deleteDirtyMonth(db: Kysely<Tables>, { region_id, month }: RegionDirtyMonthTable): Promise<void> {
  await db.deleteFrom('region_dirty_month').where('region_id', '=', region_id).where('month', '=', month).execute()
}

const daysIn = (month: string) => ({ first: `${month}-01`, last: `${month}-31` })

/** Replaces the averages of a month with these; unchanged rows are not written. */
export async function replaceMonth(
  db: Kysely<Tables>,
  { region_id, month }: RegionDirtyMonthTable,
  rows: readonly Insertable<RegionDayTable>[],
): Promise<void> {
  const { first, last } = daysIn(month)
  const stored = await selectDays(db, [region_id], first, last)
  const text = (row: Insertable<RegionDayTable>) =>
    [row.date, row.hives, row.owners, row.mean_grams, row.median_grams].join()
  const known = new Set(stored.map(text))
  const dates = new Set(rows.map(({ date }) => date))
  for (const { date } of stored.filter((row) => !dates.has(row.date))) {
    await db.deleteFrom('region_day').where('region_id', '=', region_id).where('date', '=', date).execute()
  }
  const changed = rows.filter((row) => !known.has(text(row)))
  if (changed.length === 0) return
  await db
    .insertInto('region_day')
    .values(changed)
    .onConflict((conflict) =>
      conflict.columns(['region_id', 'date']).doUpdateSet(({ ref }) => ({
        hives: ref('excluded.hives'),
        owners: ref('excluded.owners'),
        mean_grams: ref('excluded.mean_grams'),
        median_grams: ref('excluded.median_grams'),
      })),
    )
    .execute()
}

/** Returns the averages of regions from one day to another, both inclusive, by region and day. */
export async function selectDays(
  db: Kysely<Tables>,
  regionIds: readonly number[],
  from: string,
  to: string,
): Promise<RegionDayTable[]> {
  if (regionIds.length === 0) return []
  return db
    .selectFrom('region_day')
    .selectAll()
    .where('region_id', 'in', regionIds)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('region_id')
    .orderBy('date')
    .execute()
}
