import {
  ABSENT,
  type CoarseColumnName,
  type Level,
  type RawColumnName,
  type Tile,
} from '#domain/hives/tiles/timeline-tile.ts'
import { type ExportColumn, type ExportFormat, type ExportMeasure, exportMeasures } from '#domain/insight/export.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** How the rows of a file are written. */
export type ExportStyle = {
  format: ExportFormat
  level: Level
  columns: ExportColumn[]
  language: Locale
}
/** How the rows of the history are written; they have all columns. */
export type HistoryStyle = Omit<ExportStyle, 'level' | 'columns'>
/** A scale as named in a file, in the time of its zone. */
export type ExportSeries = { id: number; controllerId: number; transmitter: string; name: string; timeZone: string }

/** Rows of a table: epoch seconds, and for each measure a column of stored integers (ABSENT if there is none). */
export type ExportRows = { time: number[]; columns: number[][] }

const rawNames: Partial<Record<ExportMeasure, RawColumnName>> = {
  weight: 'weight',
  temperature: 'temperature',
  humidity: 'humidity',
}
const coarseNames: Record<ExportMeasure, CoarseColumnName> = {
  weight: 'weightLast',
  weightMin: 'weightMin',
  weightMax: 'weightMax',
  weightMean: 'weightMean',
  temperature: 'temperature',
  humidity: 'humidity',
}

/** Returns the readings, or buckets, of consecutive tiles; rows without any of the measures are left out. */
export function tileRows(tiles: readonly Tile[], measures: readonly ExportMeasure[]): ExportRows {
  const rows: ExportRows = { time: [], columns: measures.map(() => []) }
  for (const tile of tiles) {
    const stored = measures.map((measure) => columnOf(tile, measure))
    for (let i = 0; i < tile.length; i++) {
      if (stored.every((column) => (column?.[i] ?? ABSENT) === ABSENT)) continue
      rows.time.push(tile.from + tile.time[i]!)
      for (const [at, column] of stored.entries()) rows.columns[at]!.push(column?.[i] ?? ABSENT)
    }
  }
  return rows
}

function columnOf(tile: Tile, measure: ExportMeasure): Int32Array | undefined {
  if (tile.level !== 'raw') return tile.columns[coarseNames[measure]]
  const name = rawNames[measure]
  return name && tile.columns[name]
}

/**
 * Returns one row per local day with readings, at the start of the day. `tiles`: readings, or what their hours know (see `withHours`).
 * `midnights`: epoch seconds, ascending.
 */
export function dayRows(
  tiles: readonly Tile[],
  measures: readonly ExportMeasure[],
  midnights: readonly number[],
): ExportRows {
  const rows: ExportRows = { time: [], columns: measures.map(() => []) }
  const sums = measures.map(createSum)
  let day = 0
  const close = () => {
    const values = sums.map((sum) => sum.take())
    if (values.every((value) => value === ABSENT)) return
    rows.time.push(midnights[day]!)
    for (const [at, value] of values.entries()) rows.columns[at]!.push(value)
  }
  for (const tile of tiles) {
    const stored = measures.map((measure) =>
      tile.level === 'raw' ? tile.columns[rawNames[measure] ?? 'weight'] : columnOf(tile, measure),
    )
    for (let i = 0; i < tile.length; i++) {
      const time = tile.from + tile.time[i]!
      while (day + 1 < midnights.length && midnights[day + 1]! <= time) {
        close()
        day++
      }
      for (const [at, column] of stored.entries()) sums[at]!.add(column?.[i] ?? ABSENT)
    }
  }
  close()
  return rows
}

/** Aggregates the values of a day: weight keeps the last value, its minimum and maximum are kept as such, everything else is averaged. */
function createSum(measure: ExportMeasure) {
  let count = 0
  let sum = 0
  let last = ABSENT
  let minimum = Number.POSITIVE_INFINITY
  let maximum = Number.NEGATIVE_INFINITY
  const result = () => {
    if (count === 0) return ABSENT
    if (measure === 'weight') return last
    if (measure === 'weightMin') return minimum
    return measure === 'weightMax' ? maximum : Math.round(sum / count)
  }
  return {
    add(value: number): void {
      if (value === ABSENT) return
      count++
      sum += value
      last = value
      minimum = Math.min(minimum, value)
      maximum = Math.max(maximum, value)
    },
    take(): number {
      const taken = result()
      count = 0
      sum = 0
      minimum = Number.POSITIVE_INFINITY
      maximum = Number.NEGATIVE_INFINITY
      return taken
    },
  }
}

/** The column headings in the language of the file, time first. */
export function headingsOf({ columns, language, level }: ExportStyle, timeZone: string): string[] {
  const time = translate(language, level === 'day' ? 'export.heading.date' : 'export.heading.time', { timeZone })
  const isWeightAlone = !columns.some((column) => (exportMeasures.slice(1, 4) as readonly string[]).includes(column))
  return [
    time,
    ...columns.map((column) => {
      const id = column === 'weight' && level !== 'raw' && !isWeightAlone ? 'weightLast' : column
      return translate(language, `export.heading.${id}`)
    }),
  ]
}
