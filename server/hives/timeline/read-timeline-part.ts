import { setTimeout as rest } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { clipTile } from '#domain/hives/tiles/tile-clip.ts'
import { decodeTile, encodeTile, hasWrongChecksum, isWholeTile } from '#domain/hives/tiles/tile-codec.ts'
import { encodeContainerPart, type StoredTile } from '#domain/hives/tiles/timeline-container.ts'
import { type Level, levelNumber, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'
import { timelineJsonPart } from './timeline-json.ts'
import { selectTileSizes, selectTiles, type TileRange } from './timeline-queries.ts'

/** After this many series the thread rests, so that transmitters get their turn on the core during a long read. */
const SERIES_AT_ONCE = 20
const REST_MS = 1
/** Stored bytes per part; as JSON they are 15 times as long. */
const PART_BYTES = { tiles: 256 * 1024, json: 16 * 1024 }
/** An answer up to this size is a single part. For larger ones the first part is only the head, as each answer holds it while waiting. */
const ONLY_PART_BYTES = { tiles: 64 * 1024, json: 6 * 1024 }
const TILES_AT_ONCE = 500

/** What all parts of an answer share. `seriesIds` in output order; times in epoch seconds, `to` exclusive; `bytes`: the stored size of all its tiles. */
export type TimelinePlan = {
  bytes: number
  format: 'json' | 'tiles'
  level: Level
  cursor: number
  since: number
  seriesIds: number[]
  from: number
  to: number
  period: { from: number; to: number } | undefined
}

/**
 * How far an answer has got. `series`: the index of the next series; `after`: the start of its last tile done, null if not begun;
 * `hasTiles`: whether any of its tiles was sent; `atOnce`: how many series to try at once.
 */
export type TimelinePlace = { series: number; after: number | null; hasTiles: boolean; atOnce: number }

/** `next`: where the following part begins; undefined after the last. */
export type TimelinePart = { bytes: Uint8Array<ArrayBuffer>; next: TimelinePlace | undefined }

type Stretch = { seriesId: number; stored: StoredTile[]; isBegun: boolean; hasTiles: boolean; isEnd: boolean }

/** Reader task: as much of an answer as fits into one part, on a snapshot of its own. Tiles changed since the answer's cursor are sent again next time. */
export async function readTimelinePart(
  db: Kysely<Tables>,
  { plan, place: begin }: { plan: TimelinePlan; place: TimelinePlace | undefined },
): Promise<TimelinePart> {
  const place = begin ? { ...begin } : { series: 0, after: null, hasTiles: false, atOnce: SERIES_AT_ONCE }
  const isHeadAlone = !begin && plan.bytes > ONLY_PART_BYTES[plan.format]
  const room = isHeadAlone ? 0 : PART_BYTES[plan.format]
  const stretches: Stretch[] = []
  let taken = 0
  while (place.series < plan.seriesIds.length && taken < room) {
    if (stretches.length > 0 && stretches.length % SERIES_AT_ONCE === 0) await rest(REST_MS)
    const more =
      place.after === null && place.atOnce > 1
        ? await takeSeries(db, plan, place, room - taken)
        : await takeTiles(db, plan, place, room - taken)
    if (more) {
      stretches.push(...more.stretches)
      taken += more.bytes
    } else place.atOnce = Math.floor(place.atOnce / 4)
  }
  const isLast = place.series >= plan.seriesIds.length
  const head = begin ? undefined : { level: plan.level, cursor: plan.cursor }
  const bytes = encode(plan, stretches, {
    head,
    isFirstSeries: !begin || (begin.series === 0 && begin.after === null),
    isLast,
  })
  for (const { stored } of stretches) for (const tile of stored) giveBack(tile.bytes)
  return { bytes, next: isLast ? undefined : place }
}

const rangeOf = ({ level, from, to }: TimelinePlan, seriesIds: number[]): TileRange => ({
  seriesIds,
  level: levelNumber[level],
  from,
  to,
})

/** Takes the next few series as a whole, if there is room for all of them. */
async function takeSeries(db: Kysely<Tables>, plan: TimelinePlan, place: TimelinePlace, room: number) {
  const seriesIds = plan.seriesIds.slice(place.series, place.series + place.atOnce)
  const range = rangeOf(plan, seriesIds)
  const sizes = plan.since < plan.cursor ? await selectTileSizes(db, range, plan.since, TILES_AT_ONCE) : []
  const bytes = sizes.reduce((sum, { size }) => sum + Number(size), 0)
  if (sizes.length === TILES_AT_ONCE || bytes > room) return undefined
  const rows = sizes.length > 0 ? await selectTiles(db, range, plan.since) : []
  const bySeries = new Map<number, StoredTile[]>(seriesIds.map((id) => [id, []]))
  for (const row of rows) bySeries.get(row.scale_id)!.push(...clipped(storedTile(row), plan))
  place.series += seriesIds.length
  const whole = { isBegun: false, hasTiles: false, isEnd: true }
  return {
    bytes,
    stretches: seriesIds.map((seriesId): Stretch => ({ seriesId, stored: bySeries.get(seriesId)!, ...whole })),
  }
}

/** Takes some tiles of the next series, at least one. */
async function takeTiles(db: Kysely<Tables>, plan: TimelinePlan, place: TimelinePlace, room: number) {
  const seriesId = plan.seriesIds[place.series]!
  const range = { ...rangeOf(plan, [seriesId]), from: place.after === null ? plan.from : place.after + 1 }
  const sizes = await selectTileSizes(db, range, plan.since, TILES_AT_ONCE)
  let [count, bytes] = [0, 0]
  while (count < sizes.length && (count === 0 || bytes + Number(sizes[count]!.size) <= room)) {
    bytes += Number(sizes[count++]!.size)
  }
  const isEnd = count === sizes.length && sizes.length < TILES_AT_ONCE
  const last = Number(sizes[count - 1]?.from ?? plan.from)
  const rows = count > 0 ? await selectTiles(db, { ...range, to: last + 1 }, plan.since) : []
  const stored = rows.map(storedTile).flatMap((tile) => clipped(tile, plan))
  const stretch: Stretch = { seriesId, stored, isBegun: place.after !== null, hasTiles: place.hasTiles, isEnd }
  if (isEnd) Object.assign(place, { series: place.series + 1, after: null, hasTiles: false })
  else Object.assign(place, { after: last, hasTiles: place.hasTiles || stored.length > 0 })
  return { bytes, stretches: [stretch] }
}

const storedTile = (row: { scale_id: number; from: number; bytes: Uint8Array }): StoredTile => ({
  seriesId: row.scale_id,
  from: Number(row.from),
  bytes: row.bytes,
})

function encode(
  plan: TimelinePlan,
  stretches: Stretch[],
  where: { head: { level: Level; cursor: number } | undefined; isFirstSeries: boolean; isLast: boolean },
): Uint8Array<ArrayBuffer> {
  if (plan.format === 'tiles') {
    return encodeContainerPart(
      stretches.flatMap(({ stored }) => stored),
      where.head,
    )
  }
  const decoded = (stored: StoredTile[]): Tile[] => stored.map(({ bytes }) => decodeTile(bytes))
  return timelineJsonPart(
    stretches.map(({ stored, ...stretch }) => ({ ...stretch, tiles: decoded(stored) })),
    where,
  )
}

/** Frees a buffer right away: leaving megabytes of tiles per answer to the garbage collector keeps a core busy at ten answers per second. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0)
}

/**
 * Cuts a tile to the period. A damaged tile is a gap until it is repaired; the others of the answer are fine. One without a checksum
 * is only detected when decoded.
 */
function clipped(stored: StoredTile, { format, level, period }: TimelinePlan): StoredTile[] {
  const isDecoded = format === 'json' || period !== undefined
  if (isDecoded ? !isWholeTile(stored.bytes) : hasWrongChecksum(stored.bytes)) return []
  if (!period) return [stored]
  const span = tileSpan(level, stored.from)
  if (span.from >= period.from && span.to <= period.to) return [stored]
  const tile = clipTile(decodeTile(stored.bytes), period.from, period.to)
  return tile.length > 0 ? [{ ...stored, bytes: encodeTile(tile) }] : []
}
