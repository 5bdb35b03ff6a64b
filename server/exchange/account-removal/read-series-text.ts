import type { Kysely } from 'kysely'
import { ABSENT, type RawColumnName, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { rawUnits } from '#domain/hives/units.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { decodeRawWeightDay } from '../../hives/calibrations/raw-weight-day.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectRawTilesAfter, selectRawWeightsAfter } from './account-export-queries.ts'

const DAYS_AT_ONCE = 31
/** A day has up to 2880 raw weights. */
const RAW_DAYS_AT_ONCE = 10

export type SeriesTextInput = { seriesId: number; columns: readonly RawColumnName[]; after: number }
/** `text`: JSON arrays separated by commas. `next`: the `after` of the next part, null at the end. */
export type SeriesText = { text: string; next: number | null }

/**
 * Reader thread task: returns the next month of a series as JSON rows, `["2026-05-10T10:00:00Z", 43.215, …]`. A day whose stored readings are
 * damaged becomes `{"damaged":"2026-05-10T00:00:00Z"}`.
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

/** Reader thread task: returns the next few days of a scale's raw weights, `["2026-05-10T10:00:00Z", 512345]`; damaged days as above. */
export async function readRawWeightsText(
  db: Kysely<Tables>,
  { scaleId, after }: { scaleId: number; after: number },
): Promise<SeriesText> {
  const rows = await selectRawWeightsAfter(db, scaleId, after, RAW_DAYS_AT_ONCE)
  const lines = rows.flatMap(({ from, bytes }) => rawLinesOf(Number(from), bytes))
  const next = rows.length < RAW_DAYS_AT_ONCE ? null : Number(rows.at(-1)!.from)
  return { text: lines.join(',\n'), next }
}

function rawLinesOf(from: number, bytes: Uint8Array): string[] {
  try {
    const { time, raw } = decodeRawWeightDay(bytes)
    return Array.from(time, (place, i) => JSON.stringify([iso(from + (place % DAY_SECONDS)), raw[i]]))
  } catch (error) {
    if (isDamaged(error)) return [JSON.stringify({ damaged: iso(from) })]
    throw error
  }
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
