import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { TimelineContainer } from '#domain/hives/tiles/timeline-container.ts'
import { type Level, type Tile, tileSpan, tileStarts } from '#domain/hives/tiles/timeline-tile.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { wholeTiles } from './level-choice.ts'
import type { TilePiece } from './tile-points.ts'

export type TilesQuery = TimeSpan & { seriesIds: number[]; level: Level; since?: number }
/**
 * `confirmedAt`: when the server last confirmed this, epoch ms; earlier than now if this device answered. Such an answer may be
 * of a coarser level than requested; it is `partial` if the device does not know the whole span.
 */
export type TilesAnswer = { container: TimelineContainer; confirmedAt: number; partial: boolean }

type Held = { tile: Tile | null; cursor: number; confirmedAt: number }

/** At most about 30 MB of tiles: raw days are small, hour and day tiles a few kB. */
const CAPACITY = 6000

/** The levels in which to look for tiles for each level, best first. */
const substitutes = { raw: ['raw', 'hour', 'day'], hour: ['hour', 'day', 'raw'], day: ['day', 'hour', 'raw'] } as const

/**
 * The decoded tiles that this page holds; the least recently used are dropped first. That a span has no tile is remembered, too.
 * Tiles not yet requested are fetched in one request; those held are confirmed by one with `since`.
 */
export function createTileMemory(fetchTiles: (query: TilesQuery, signal: AbortSignal) => Promise<TilesAnswer>) {
  const held = new Map<string, Held>()
  const listeners = new Set<() => void>()
  let version = 0

  const keyOf = (seriesId: number, level: Level, from: number) => `${seriesId}/${level}/${from}`

  function keep(query: TilesQuery, { container, confirmedAt, partial }: TilesAnswer): void {
    const { level, cursor } = container
    const arrived = new Map(container.tiles.map((tile) => [keyOf(tile.seriesId, level, tile.from), tile.bytes]))
    for (const seriesId of query.seriesIds) {
      for (const from of tileStarts(level, query.from, query.to)) {
        const key = keyOf(seriesId, level, from)
        const bytes = arrived.get(key)
        const before = held.get(key)
        if (!bytes && !before && (partial || query.since !== undefined)) continue
        const tile = bytes ? decodeTile(bytes) : (before?.tile ?? null)
        held.delete(key)
        held.set(key, { tile, cursor, confirmedAt })
      }
    }
    for (const key of held.keys()) {
      if (held.size <= CAPACITY) break
      held.delete(key)
    }
    version++
    for (const listener of listeners) listener()
  }

  async function ask(query: TilesQuery, signal: AbortSignal): Promise<void> {
    keep(query, await fetchTiles(query, signal))
  }

  const isHeld = (seriesId: number, level: Level, span: TimeSpan) =>
    tileStarts(level, span.from, span.to).every((from) => held.has(keyOf(seriesId, level, from)))

  return {
    /** Fetches the parts of the span not held yet, with one request per distinct missing span. */
    async load(seriesIds: readonly number[], level: Level, span: TimeSpan, signal: AbortSignal): Promise<void> {
      const groups = new Map<string, TilesQuery>()
      for (const seriesId of seriesIds) {
        const missing = tileStarts(level, span.from, span.to).filter((from) => !held.has(keyOf(seriesId, level, from)))
        if (missing.length === 0) continue
        const from = missing[0]!
        const { to } = tileSpan(level, missing[missing.length - 1]!)
        const group = groups.get(`${from}/${to}`)
        if (group) group.seriesIds.push(seriesId)
        else groups.set(`${from}/${to}`, { seriesIds: [seriesId], level, from, to })
      }
      await Promise.all([...groups.values()].map((query) => ask(query, signal)))
    },

    /** Requests what has changed in the part of the span that is held. */
    async refresh(seriesIds: readonly number[], level: Level, span: TimeSpan, signal: AbortSignal): Promise<void> {
      const whole = wholeTiles(level, span)
      const known = seriesIds.filter((seriesId) => isHeld(seriesId, level, whole))
      if (known.length === 0) return
      let since = Number.POSITIVE_INFINITY
      for (const seriesId of known) {
        for (const from of tileStarts(level, whole.from, whole.to)) {
          since = Math.min(since, held.get(keyOf(seriesId, level, from))!.cursor)
        }
      }
      await ask({ seriesIds: known, level, ...whole, since }, signal)
    },

    /** Returns the best pieces held for a span, in chronological order: of the level requested, otherwise coarser, otherwise finer. */
    pieces(seriesId: number, level: Level, span: TimeSpan): TilePiece[] {
      const pieces: TilePiece[] = []
      for (const start of tileStarts(level, span.from, span.to)) {
        const { to } = tileSpan(level, start)
        for (const candidate of substitutes[level]) {
          const found = tileStarts(candidate, start, to)
            .map((from) => ({ key: keyOf(seriesId, candidate, from), span: tileSpan(candidate, from) }))
            .filter(({ key }) => held.has(key))
          if (found.length === 0) continue
          for (const { key, span: part } of found) {
            const entry = held.get(key)!
            held.delete(key)
            held.set(key, entry)
            if (entry.tile) {
              pieces.push({ tile: entry.tile, from: Math.max(start, part.from), to: Math.min(to, part.to) })
            }
          }
          break
        }
      }
      return pieces
    },

    complete: (seriesIds: readonly number[], level: Level, span: TimeSpan): boolean =>
      seriesIds.every((seriesId) => isHeld(seriesId, level, span)),

    /** When the server last confirmed the oldest part of what is shown, epoch ms. */
    confirmedAt(seriesIds: readonly number[], level: Level, span: TimeSpan): number | undefined {
      let oldest: number | undefined
      for (const seriesId of seriesIds) {
        for (const from of tileStarts(level, span.from, span.to)) {
          const at = held.get(keyOf(seriesId, level, from))?.confirmedAt
          if (at !== undefined && (oldest === undefined || at < oldest)) oldest = at
        }
      }
      return oldest
    },

    clear(): void {
      held.clear()
      version++
      for (const listener of listeners) listener()
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

export type TileMemory = ReturnType<typeof createTileMemory>
