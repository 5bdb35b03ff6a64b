import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'

type Columns = Parameters<typeof decodeTile>[1]

/** By series, in the order of the rows; `damaged`: the series of which one or more are not among them. */
export type WholeTiles = { tiles: Map<number, Tile[]>; damaged: Set<number> }

/** A stored tile; undefined where it is damaged. That one is a gap until it is repaired: all others are right. */
export function wholeTile(bytes: Uint8Array, columns?: Columns): Tile | undefined {
  try {
    return decodeTile(bytes, columns)
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}

/** Stored tiles of some series. Whoever shows what they say also shows whose are damaged. */
export function wholeTiles(
  seriesIds: readonly number[],
  rows: Iterable<{ scale_id: number; bytes: Uint8Array }>,
  columns?: Columns,
): WholeTiles {
  const found: WholeTiles = { tiles: new Map(seriesIds.map((id) => [id, []])), damaged: new Set() }
  for (const { scale_id, bytes } of rows) {
    const tile = wholeTile(bytes, columns)
    if (tile) found.tiles.get(scale_id)?.push(tile)
    else found.damaged.add(scale_id)
  }
  return found
}
