import { ABSENT, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { Timeline } from '#domain/hives/timeline.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille, voltsFromMillivolts } from '#domain/hives/units.ts'

const encoder = new TextEncoder()

/** A stretch of a series in an answer. `isBegun`: its beginning has been sent; `hasTiles`: some of its tiles have; `isEnd`: it ends with these tiles. */
export type SeriesStretch = { seriesId: number; tiles: Tile[]; isBegun: boolean; hasTiles: boolean; isEnd: boolean }

/**
 * Returns one part of the JSON form of an answer. `head` starts the answer, `isLast` ends it; `isFirstSeries`: no series was begun
 * before these. The parts concatenated are a `Timeline`.
 */
export function timelineJsonPart(
  stretches: readonly SeriesStretch[],
  {
    head,
    isFirstSeries,
    isLast,
  }: { head: Pick<Timeline, 'level' | 'cursor'> | undefined; isFirstSeries: boolean; isLast: boolean },
): Uint8Array<ArrayBuffer> {
  const texts: string[] = []
  if (head) texts.push(`{"level":${JSON.stringify(head.level)},"cursor":${head.cursor},"series":[`)
  stretches.forEach(({ seriesId, tiles, isBegun, hasTiles, isEnd }, i) => {
    if (!isBegun) {
      const name = seriesId < 0 ? `"controllerId":${-seriesId}` : `"scaleId":${seriesId}`
      texts.push(`${isFirstSeries && i === 0 ? '' : ','}{${name},"tiles":[`)
    }
    const shapeOf = seriesId < 0 ? controllerTile : scaleTile
    tiles.forEach((tile, at) => {
      texts.push(hasTiles || at > 0 ? ',' : '', JSON.stringify(shapeOf(tile) satisfies TimelineTile))
    })
    if (isEnd) texts.push(']}')
  })
  if (isLast) texts.push(']}')
  return encoder.encode(texts.join(''))
}

type TimelineTile = Timeline['series'][number]['tiles'][number]

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
