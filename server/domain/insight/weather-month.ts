import { ByteReader, ByteWriter } from '../hives/tiles/tile-bit-packing.ts'
import { readColumn, writeColumn } from '../hives/tiles/tile-column.ts'
import { ABSENT, TileError, tileSpan } from '../hives/tiles/timeline-tile.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'
import { type WeatherField, type WeatherSource, weatherFields, weatherSources } from './weather.ts'

const VERSION = 1

/**
 * The weather of one place in one UTC month. `from` in epoch seconds; every array has a value for each hour: `source` a number from
 * `weatherSources`, the columns the integers of `weatherForms` or ABSENT.
 */
export type WeatherMonth = { from: number; source: Int32Array; columns: Record<WeatherField, Int32Array> }

/** Values by their time in epoch seconds, full hours in ascending order; ABSENT, or no column, if a value is missing. */
export type WeatherHours = { time: readonly number[]; columns: Partial<Record<WeatherField, Int32Array>> }

export function emptyWeatherMonth(time: number): WeatherMonth {
  const { from, to } = tileSpan('hour', time)
  const hours = (to - from) / HOUR_SECONDS
  const columns = Object.fromEntries(weatherFields.map((field) => [field, new Int32Array(hours).fill(ABSENT)]))
  return { from, source: new Int32Array(hours), columns: columns as WeatherMonth['columns'] }
}

/**
 * Layout: version (1 byte), `from` as months since 1970 (varint), the sources as a column, a mask of the fields that are present and a mask
 * of those that are missing in some hours (varints), then for each field its presence bits if it is in the second mask, and its values as a
 * tile's column. Equal content gives equal bytes.
 */
export function encodeWeatherMonth({ from, source, columns }: WeatherMonth): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  const begin = new Date(from * 1000)
  writer.byte(VERSION)
  writer.varint((begin.getUTCFullYear() - 1970) * 12 + begin.getUTCMonth())
  writeColumn(writer, source)
  const dense = weatherFields.map((field) => columns[field].filter((value) => value !== ABSENT))
  let mask = 0
  let partial = 0
  dense.forEach(({ length }, index) => {
    if (length > 0) mask |= 1 << index
    if (length > 0 && length < source.length) partial |= 1 << index
  })
  writer.varint(mask)
  writer.varint(partial)
  weatherFields.forEach((field, index) => {
    if (partial & (1 << index)) writePresence(writer, columns[field])
    if (mask & (1 << index)) writeColumn(writer, dense[index]!)
  })
  return writer.finish()
}

/** Decodes the month in `bytes`. Throws TileError if they are not one. */
export function decodeWeatherMonth(bytes: Uint8Array): WeatherMonth {
  const reader = new ByteReader(bytes)
  if (reader.byte() !== VERSION) throw new TileError('unknown version of weather')
  const months = reader.varint()
  if (months > 200 * 12) throw new TileError('month of weather is wrong')
  const month = emptyWeatherMonth(Date.UTC(1970, months) / 1000)
  const hours = month.source.length
  month.source.set(readColumn(reader, hours))
  const mask = reader.varint()
  const partial = reader.varint()
  if (mask >> weatherFields.length !== 0 || (partial & ~mask) !== 0) throw new TileError('unknown field of weather')
  weatherFields.forEach((field, index) => {
    if (!(mask & (1 << index))) return
    const rows = partial & (1 << index) ? readPresence(reader, hours) : undefined
    const values = readColumn(reader, rows?.length ?? hours)
    values.forEach((value, at) => {
      month.columns[field][rows?.[at] ?? at] = value
    })
  })
  reader.end()
  return month
}

/**
 * Returns the month with `hours` merged in. Better sources replace values, the same source updates them, and worse ones only fill gaps in
 * hours they may touch: the archive has no visibility, for example, so that stays as forecast. Simulated values are dropped as soon as an
 * hour has real ones. If the archive has nothing about an hour before `settledBefore` (epoch seconds), the hour counts as archived, so that
 * it is not requested forever.
 */
export function mergeWeather(
  month: WeatherMonth,
  hours: WeatherHours,
  from: Exclude<WeatherSource, 'none'>,
  settledBefore = 0,
): WeatherMonth {
  const rank = weatherSources[from]
  const merged = copyOf(month)
  const { source, columns } = merged
  hours.time.forEach((time, row) => {
    const at = (time - month.from) / HOUR_SECONDS
    if (at < 0 || at >= source.length) return
    const before = source[at]!
    if (rank === weatherSources.simulated && before > rank) return
    const known = weatherFields.some((field) => (hours.columns[field]?.[row] ?? ABSENT) !== ABSENT)
    if (!known) {
      if (from === 'archive' && time < settledBefore) source[at] = rank
      return
    }
    for (const field of weatherFields) {
      const value = hours.columns[field]?.[row] ?? ABSENT
      if (before === weatherSources.simulated && rank > before) columns[field][at] = ABSENT
      if (value !== ABSENT && (rank >= before || columns[field][at] === ABSENT)) columns[field][at] = value
    }
    source[at] = Math.max(before, rank)
  })
  return merged
}

const copyOf = ({ from, source, columns }: WeatherMonth): WeatherMonth => ({
  from,
  source: source.slice(),
  columns: Object.fromEntries(weatherFields.map((field) => [field, columns[field].slice()])) as WeatherMonth['columns'],
})

function writePresence(writer: ByteWriter, column: Int32Array): void {
  for (let start = 0; start < column.length; start += 8) {
    let bits = 0
    for (let bit = 0; bit < 8; bit++) if ((column[start + bit] ?? ABSENT) !== ABSENT) bits |= 1 << bit
    writer.byte(bits)
  }
}

function readPresence(reader: ByteReader, length: number): number[] {
  const rows: number[] = []
  for (let start = 0; start < length; start += 8) {
    const bits = reader.byte()
    for (let bit = 0; bit < 8; bit++) if (bits & (1 << bit)) rows.push(start + bit)
  }
  if (rows.length === 0 || rows.at(-1)! >= length) throw new TileError('presence bits of weather are wrong')
  return rows
}
