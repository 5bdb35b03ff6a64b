import type { Kysely } from 'kysely'
import { decodeTile } from '#domain/tile-codec.ts'
import { ABSENT, type RawColumnName, type RawTile } from '#domain/timeline-tile.ts'
import { rawUnits } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { selectRawTilesAfter } from './account-export-queries.ts'

const DAYS_AT_ONCE = 31

export type SeriesTextInput = { seriesId: number; columns: readonly RawColumnName[]; after: number }
/** `text`: JSON arrays with commas between. `next` is the `after` of the following part, null at the end. */
export type SeriesText = { text: string; next: number | null }

/** A reader thread's task: the next month of a series as rows of JSON, `["2026-05-10T10:00:00Z", 43.215, …]`. */
export async function readSeriesText(
  db: Kysely<Tables>,
  { seriesId, columns, after }: SeriesTextInput,
): Promise<SeriesText> {
  const rows = await selectRawTilesAfter(db, seriesId, after, DAYS_AT_ONCE)
  const lines = rows.flatMap(({ bytes }) => linesOf(decodeTile(bytes) as RawTile, columns))
  const next = rows.length < DAYS_AT_ONCE ? null : Number(rows.at(-1)!.from)
  return { text: lines.join(',\n'), next }
}

function linesOf(tile: RawTile, columns: readonly RawColumnName[]): string[] {
  const lines: string[] = []
  for (let i = 0; i < tile.length; i++) {
    const time = new Date((tile.from + tile.time[i]!) * 1000).toISOString().replace('.000Z', 'Z')
    const values = columns.map((name) => {
      const stored = tile.columns[name]?.[i] ?? ABSENT
      return stored === ABSENT ? 'null' : rawUnits[name](stored)
    })
    lines.push(`["${time}",${values.join(',')}]`)
  }
  return lines
}
