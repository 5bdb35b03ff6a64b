import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'

type Columns = Parameters<typeof decodeTile>[1]

/** Tiles by series, in the order of the rows; `damaged`: the series with damaged tiles, which are left out. */
export type WholeTiles = { tiles: Map<number, Tile[]>; damaged: Set<number> }

/** Decodes a stored tile; undefined if it is damaged. Such a tile is a gap until it is repaired; all others are fine. */
export function wholeTile(bytes: Uint8Array, columns?: Columns): Tile | undefined {
  try {
    return decodeTile(bytes, columns)
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}

/** Decodes stored tiles of some series. Whoever shows them must also show which series are damaged. */
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
