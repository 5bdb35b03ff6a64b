import { DamagedError } from '../../platform/damaged-error.ts'
import { DAY_SECONDS } from '../../platform/durations.ts'

/** A tile level: raw readings, hour buckets or day buckets. */
export type Level = 'raw' | 'hour' | 'day'

/** Levels from fine to coarse; the index is the number stored in a tile. */
export const levels = ['raw', 'hour', 'day'] as const satisfies readonly Level[]
export const levelNumber = { raw: 0, hour: 1, day: 2 } as const satisfies Record<Level, number>

/** Marks a missing value in the `Int32Array` columns of a tile. */
export const ABSENT = -2147483648

/** Grams, 1/100 °C, 1/10 %, mV, dBm. */
export const rawColumnNames = ['weight', 'temperature', 'humidity', 'battery', 'signal'] as const
export type RawColumnName = (typeof rawColumnNames)[number]

/**
 * In a bucket, the last, minimum, maximum and mean weight are either all present or all absent; the other columns are means. `weightStart`,
 * only in hour tiles, is the weight read in the very second in which the hour began.
 */
export const coarseColumnNames = [
  'weightLast',
  'weightMin',
  'weightMax',
  'weightMean',
  'temperature',
  'humidity',
  'battery',
  'signal',
  'weightStart',
] as const
export type CoarseColumnName = (typeof coarseColumnNames)[number]

/**
 * The readings of one series for one UTC day. `from` in epoch seconds, `time` in seconds after `from`, strictly increasing; a column has
 * `length` values, ABSENT where one is missing.
 */
export type RawTile = {
  level: 'raw'
  from: number
  length: number
  time: Int32Array
  columns: Partial<Record<RawColumnName, Int32Array>>
}

/** Buckets of a UTC month (hour) or year (day); `time` is the start of a bucket, and only buckets with readings exist. */
export type CoarseTile = {
  level: 'hour' | 'day'
  from: number
  length: number
  time: Int32Array
  columns: Partial<Record<CoarseColumnName, Int32Array>>
}

export type Tile = RawTile | CoarseTile

/** The bytes are not a tile, or the tile breaks the rules above. */
export class TileError extends DamagedError {
  override name = 'TileError'
}

/** The aligned span that contains `timeSeconds`: raw a UTC day, hour a UTC month, day a UTC year; `to` is exclusive. */
export function tileSpan(level: Level, timeSeconds: number): { from: number; to: number } {
  if (level === 'raw') {
    const from = Math.floor(timeSeconds / DAY_SECONDS) * DAY_SECONDS
    return { from, to: from + DAY_SECONDS }
  }
  const date = new Date(timeSeconds * 1000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return level === 'hour'
    ? { from: Date.UTC(year, month) / 1000, to: Date.UTC(year, month + 1) / 1000 }
    : { from: Date.UTC(year, 0) / 1000, to: Date.UTC(year + 1, 0) / 1000 }
}

/** The starts of all tiles of a level that overlap `[from, to)`, in order. */
export function tileStarts(level: Level, from: number, to: number): number[] {
  const starts: number[] = []
  for (let span = tileSpan(level, from); span.from < to; span = tileSpan(level, span.to)) starts.push(span.from)
  return starts
}

export function emptyRawTile(timeSeconds: number): RawTile {
  return { level: 'raw', from: tileSpan('raw', timeSeconds).from, length: 0, time: new Int32Array(0), columns: {} }
}

export function emptyCoarseTile(level: 'hour' | 'day', timeSeconds: number): CoarseTile {
  return { level, from: tileSpan(level, timeSeconds).from, length: 0, time: new Int32Array(0), columns: {} }
}
