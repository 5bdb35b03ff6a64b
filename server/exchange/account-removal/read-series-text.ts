import type { Kysely } from 'kysely'
import { ABSENT, type RawColumnName, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { rawUnits } from '#domain/hives/units.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectRawTilesAfter } from './account-export-queries.ts'

const DAYS_AT_ONCE = 31

export type SeriesTextInput = { seriesId: number; columns: readonly RawColumnName[]; after: number }
/** `text`: JSON arrays with commas between. `next` is the `after` of the following part, null at the end. */
export type SeriesText = { text: string; next: number | null }

/**
 * A reader thread's task: the next month of a series as rows of JSON, `["2026-05-10T10:00:00Z", 43.215, …]`; for a day whose
 * stored readings are damaged `{"damaged":"2026-05-10T00:00:00Z"}`.
 */
export async function readSeriesText(
  db: Kysely<Tables>,
  { seriesId, columns, after }: SeriesTextInput,
): Promise<SeriesText> {
  const rows = await selectRawTilesAfter(db, seriesId, after, DAYS_AT_ONCE)
  const lines = rows.flatMap(({ from, bytes }) => linesOf(Number(from), wholeTile(bytes), columns))
  const next = rows.length < DAYS_AT_ONCE ? null : Number(rows.at(-1)!.from)
  return { text: lines.join(',\n'), next }
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

function linesOf(from: number, tile: Tile | undefined, columns: readonly RawColumnName[]): string[] {
  if (tile?.level !== 'raw') return [JSON.stringify({ damaged: iso(from) })]
  const lines: string[] = []
  for (let i = 0; i < tile.length; i++) {
    const time = iso(tile.from + tile.time[i]!)
    const values = columns.map((name) => {
      const stored = tile.columns[name]?.[i] ?? ABSENT
      return stored === ABSENT ? 'null' : rawUnits[name](stored)
    })
    lines.push(`["${time}",${values.join(',')}]`)
  }
  return lines
}
