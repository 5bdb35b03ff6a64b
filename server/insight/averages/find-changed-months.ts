import type { Kysely } from 'kysely'
import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { readTileCursor } from '../../hives/timeline/read-tile-cursor.ts'
import type { Tables } from '../../store/tables.ts'
import { selectChangedTiles, selectCountedScales } from './average-queries.ts'
import type { RegionDirtyMonthTable } from './average-table.ts'

export type ChangedMonths = { revision: number; months: RegionDirtyMonthTable[] }

/**
 * A reader thread's task: returns the months of regions whose readings changed after the revision `since`, and
 * the revision this covers. A UTC month of hours also contains the edges of the neighboring local months.
 */
export async function findChangedMonths(db: Kysely<Tables>, { since }: { since: number }): Promise<ChangedMonths> {
  const revision = await readTileCursor(db)
  if (revision === since) return { revision, months: [] }
  const regionOf = new Map((await selectCountedScales(db)).map(({ scaleId, regionId }) => [scaleId, regionId]))
  const found = new Set<string>()
  for (const { scaleId, from } of await selectChangedTiles(db, [...regionOf.keys()], since)) {
    const { to } = tileSpan('hour', from)
    for (const second of [from - 1, from, to]) found.add(`${regionOf.get(scaleId)} ${monthOf(second)}`)
  }
  const months = [...found].map((text) => {
    const [regionId, month] = text.split(' ') as [string, string]
    return { region_id: Number(regionId), month }
  })
  return { revision, months }
}

/** The UTC month of a time in epoch seconds, such as `2026-05`. */
export const monthOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7)
