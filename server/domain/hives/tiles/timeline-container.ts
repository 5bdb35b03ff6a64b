import { type Level, levelNumber, levels, TileError } from './timeline-tile.ts'

const VERSION = 1
const HEAD_BYTES = 10
const TILE_HEAD_BYTES = 12

/** One stored tile as it is transmitted; a negative `seriesId` stands for the own sensors of controller `-seriesId`. */
export type StoredTile = { seriesId: number; from: number; bytes: Uint8Array }

export type TimelineContainer = { level: Level; cursor: number; tiles: StoredTile[] }

/**
 * Encodes the answer to `GET timeline` as `application/octet-stream`, all numbers little-endian: version (1 byte), level (1: 0 raw, 1 hour,
 * 2 day), cursor (8, a double), then for each tile: series id (4, signed), `from` in epoch seconds (4), number of bytes (4) and the bytes
 * of the tile.
 */
export const encodeContainer = ({ level, cursor, tiles }: TimelineContainer): Uint8Array<ArrayBuffer> =>
  encodeContainerPart(tiles, { level, cursor })

/** Encodes part of an answer's tiles; the first part also needs the `head`. The parts in order make up the answer. */
export function encodeContainerPart(
  tiles: readonly StoredTile[],
  head: Pick<TimelineContainer, 'level' | 'cursor'> | undefined,
): Uint8Array<ArrayBuffer> {
  const headBytes = head ? HEAD_BYTES : 0
  const size = tiles.reduce((sum, tile) => sum + TILE_HEAD_BYTES + tile.bytes.length, headBytes)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  if (head) {
    view.setUint8(0, VERSION)
    view.setUint8(1, levelNumber[head.level])
    view.setFloat64(2, head.cursor, true)
  }
  let at = headBytes
  for (const tile of tiles) {
    view.setInt32(at, tile.seriesId, true)
    view.setUint32(at + 4, tile.from, true)
    view.setUint32(at + 8, tile.bytes.length, true)
    bytes.set(tile.bytes, at + TILE_HEAD_BYTES)
    at += TILE_HEAD_BYTES + tile.bytes.length
  }
  return bytes
}

/** Returns the tiles of an answer, as views into `bytes`. Throws TileError if they are not a container. */
export function decodeContainer(bytes: Uint8Array): TimelineContainer {
  if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) throw new TileError('unknown version of container')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const level = levels[view.getUint8(1)]
  if (level === undefined) throw new TileError('unknown level of container')
  const tiles: StoredTile[] = []
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    if (at + TILE_HEAD_BYTES > bytes.length) throw new TileError('container ends too early')
    const start = at + TILE_HEAD_BYTES
    const end = start + view.getUint32(at + 8, true)
    if (end > bytes.length) throw new TileError('container ends too early')
    tiles.push({
      seriesId: view.getInt32(at, true),
      from: view.getUint32(at + 4, true),
      bytes: bytes.subarray(start, end),
    })
    at = end
  }
  return { level, cursor: view.getFloat64(2, true), tiles }
}
