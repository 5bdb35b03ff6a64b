import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { type Buckets, replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import {
  ABSENT,
  type CoarseTile,
  emptyCoarseTile,
  type Level,
  levels,
  tileSpan,
  tileStarts,
} from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { type Run, runsIn, type Span } from './coverage.ts'
import type { KnownSeries } from './tile-store.ts'

/** What the device has of one series at each level. */
export type KnownLevels = Partial<Record<Level, KnownSeries>>

export type DerivedTile = { from: number; bytes: Uint8Array }
/** A run and the level at which it is stored. */
export type UsableRun = Run & { source: Level }
export type Derived = { tiles: DerivedTile[]; used: UsableRun[] }

/** The levels from which a level can be derived, including itself: from coarse to fine. */
const sourcesOf = (level: Level): Level[] => levels.slice(0, levels.indexOf(level) + 1).reverse()

/** Returns the parts of `span` that the device can show at a level, using that level or finer ones, the most recent one for each part. */
export function usableRuns(known: KnownLevels, level: Level, span: Span): UsableRun[] {
  const candidates = sourcesOf(level).flatMap((source) =>
    runsIn(known[source]?.runs ?? [], span).map((run) => ({ ...run, source })),
  )
  const edges = [...new Set(candidates.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const usable: UsableRun[] = []
  for (let i = 0; i + 1 < edges.length; i++) {
    const part = { from: edges[i]!, to: edges[i + 1]! }
    const [first, ...others] = candidates.filter((run) => run.from <= part.from && run.to >= part.to)
    if (!first) continue
    const best = others.reduce((newest, run) => (run.cursor > newest.cursor ? run : newest), first)
    usable.push({ ...best, ...part })
  }
  return usable
}

/**
 * Returns the tiles of a level as far as the device has data: stored tiles as they are, and days of finer levels rolled up if that level is
 * missing or older. Days without any data are left out.
 */
export function deriveTiles(known: KnownLevels, level: Level, span: Span): Derived {
  const used = usableRuns(known, level, span)
  const tiles: DerivedTile[] = []
  for (const start of tileStarts(level, span.from, span.to)) {
    const { to } = tileSpan(level, start)
    const parts = used.filter((run) => run.from < to && run.to > start)
    const stored = parts.some(({ source }) => source === level) ? known[level]?.tiles.get(start)?.bytes : undefined
    const finer = parts.filter(({ source }) => source !== level)
    if (level === 'raw' || finer.length === 0) {
      if (stored) tiles.push({ from: start, bytes: stored })
      continue
    }
    let tile = stored ? coarse(stored) : emptyCoarseTile(level, start)
    for (const part of finer) {
      const days = tileStarts('raw', Math.max(part.from, start), Math.min(part.to, to))
      tile = replaceDays(
        tile,
        days.map((day) => ({ day, buckets: bucketsOfDay(known, level, part.source, day) })),
      )
    }
    if (tile.length > 0) tiles.push({ from: start, bytes: encodeTile(tile) })
  }
  return { tiles, used }
}

function bucketsOfDay(known: KnownLevels, level: 'hour' | 'day', source: Level, day: number): Buckets {
  const bytes = known[source]?.tiles.get(tileSpan(source, day).from)?.bytes
  if (!bytes) return { length: 0, time: new Float64Array(0), columns: {} }
  const tile = decodeTile(bytes)
  if (tile.level === 'raw') return level === 'hour' ? rollUpHour(tile) : rollUpDay(tile)
  return dayOfHours(tile, day)
}

function coarse(bytes: Uint8Array): CoarseTile {
  const tile = decodeTile(bytes)
  if (tile.level === 'raw') throw new RangeError('a raw tile is stored at a coarser level')
  return tile
}

/** Returns the day bucket derived from its hours: the mean is that of the hourly means, the best that hours allow. */
function dayOfHours(tile: CoarseTile, day: number): Buckets {
  const rows: number[] = []
  for (let i = 0; i < tile.length; i++) {
    const time = tile.from + tile.time[i]!
    if (time >= day && time < day + DAY_SECONDS) rows.push(i)
  }
  if (rows.length === 0) return { length: 0, time: new Float64Array(0), columns: {} }
  const columns: Buckets['columns'] = {}
  const roll = (name: keyof CoarseTile['columns'], combine: (values: number[]) => number) => {
    const column = tile.columns[name]
    if (!column) return
    const values = rows.map((row) => column[row]!).filter((value) => value !== ABSENT)
    columns[name] = Int32Array.of(values.length > 0 ? combine(values) : ABSENT)
  }
  const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  roll('weightLast', (values) => values[values.length - 1]!)
  roll('weightMin', (values) => Math.min(...values))
  roll('weightMax', (values) => Math.max(...values))
  for (const name of ['weightMean', 'temperature', 'humidity', 'battery', 'signal'] as const) roll(name, mean)
  return { length: 1, time: Float64Array.of(day), columns }
}
