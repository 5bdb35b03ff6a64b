import { decodeTile } from '#domain/tile-codec.ts'
import type { Timeline } from '#domain/timeline.ts'
import type { TimelineContainer } from '#domain/timeline-container.ts'
import { ABSENT, type Tile, tileSpan } from '#domain/timeline-tile.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille, voltsFromMillivolts } from '#domain/units.ts'

type Series = Timeline['series'][number]

/** The JSON form of an answer, one series for each of `seriesIds`, in their order. */
export function timelineJson({ level, cursor, tiles }: TimelineContainer, seriesIds: number[]): string {
  const bySeries = new Map<number, Tile[]>(seriesIds.map((id) => [id, []]))
  for (const tile of tiles) bySeries.get(tile.seriesId)?.push(decodeTile(tile.bytes))
  const series = seriesIds.map((id): Series => {
    const own = bySeries.get(id) ?? []
    return id < 0 ? { controllerId: -id, tiles: own.map(controllerTile) } : { scaleId: id, tiles: own.map(scaleTile) }
  })
  return JSON.stringify({ level, cursor, series } satisfies Timeline)
}

function scaleTile(tile: Tile) {
  const { length, columns } = tile
  const kg = (values: Int32Array | undefined) => column(values, length, kgFromGrams)
  const weight =
    tile.level === 'raw'
      ? kg(tile.columns.weight)
      : { last: kg(tile.columns.weightLast), min: kg(tile.columns.weightMin), max: kg(tile.columns.weightMax) }
  return {
    ...span(tile),
    weight,
    temperature: column(columns.temperature, length, celsiusFromCenti),
    humidity: column(columns.humidity, length, percentFromPermille),
  }
}

function controllerTile(tile: Tile) {
  const { length, columns } = tile
  return {
    ...span(tile),
    temperature: column(columns.temperature, length, celsiusFromCenti),
    humidity: column(columns.humidity, length, percentFromPermille),
    battery: column(columns.battery, length, voltsFromMillivolts),
    signal: column(columns.signal, length, (dbm) => dbm),
  }
}

function span({ level, from, time }: Tile) {
  return { from, to: tileSpan(level, from).to, time: Array.from(time, (offset) => from + offset) }
}

function column(values: Int32Array | undefined, length: number, unit: (stored: number) => number): (number | null)[] {
  if (values === undefined) return new Array(length).fill(null)
  return Array.from(values, (value) => (value === ABSENT ? null : unit(value)))
}
