import { setTimeout as rest } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { clipTile } from '#domain/tile-clip.ts'
import { decodeTile, encodeTile } from '#domain/tile-codec.ts'
import { DEFAULT_POINTS, TIMELINE_JSON_MAXIMUM_BYTES, TIMELINE_MAXIMUM_BYTES } from '#domain/timeline.ts'
import { encodeContainer, type StoredTile, type TimelineContainer } from '#domain/timeline-container.ts'
import { type Level, levelNumber, tileSpan } from '#domain/timeline-tile.ts'
import { partsOf } from '../db/parts-of.ts'
import type { Tables } from '../db/tables.ts'
import { chooseLevel } from './choose-level.ts'
import { timelineJson } from './timeline-json.ts'
import { selectCursor, selectTiles, selectTotalBytes, type TileRange } from './timeline-queries.ts'

/** After so many series the thread rests: in a long read transmitters get their turn on the core as well. */
const SERIES_AT_ONCE = 20
const REST_MS = 1

/** Which series of those the caller may see; a controller's own sensors are kept under its negative id. */
export type TimelineInput = {
  scaleIds: number[]
  controllerIds: number[]
  from: number
  to: number
  level?: Level | undefined
  points?: number | undefined
  since?: number | undefined
  format: 'json' | 'tiles'
  /** Nothing of what lies outside may be in the answer; epoch seconds, `to` exclusive. */
  period?: Span | undefined
}

type Span = { from: number; to: number }

export type TimelineAnswer = { body: string | Uint8Array<ArrayBuffer> } | { tooLarge: true }

/** A reader thread's task: the whole answer as it goes out, so that the thread that speaks HTTP only passes it on. */
export async function readTimeline(db: Kysely<Tables>, input: TimelineInput): Promise<TimelineAnswer> {
  const { period } = input
  const from = Math.max(input.from, period?.from ?? input.from)
  const to = Math.min(input.to, period?.to ?? input.to)
  const seriesIds = [...input.scaleIds, ...input.controllerIds.map((id) => -id)]
  const cursor = await selectCursor(db)
  if (from >= to) return answer(input, { level: input.level ?? 'raw', cursor, tiles: [] }, seriesIds)
  const level = input.level ?? (await chooseLevel(db, { seriesIds, from, to, points: input.points ?? DEFAULT_POINTS }))
  const known = input.since ?? -1
  // A cursor from the future is from before a restored backup: what its holder has cannot be trusted.
  const since = known > cursor ? -1 : known
  const range = { seriesIds, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const maximum = input.format === 'tiles' ? TIMELINE_MAXIMUM_BYTES : TIMELINE_JSON_MAXIMUM_BYTES
  if (since < cursor && (await selectTotalBytes(db, range, since)) > maximum) return { tooLarge: true }
  const tiles = since < cursor ? await readTiles(db, range, since) : []
  const whole = answer(
    input,
    { level, cursor, tiles: period ? tiles.flatMap((tile) => clipped(tile, level, period)) : tiles },
    seriesIds,
  )
  for (const { bytes } of tiles) giveBack(bytes)
  return whole
}

async function readTiles(db: Kysely<Tables>, range: TileRange, since: number): Promise<StoredTile[]> {
  const tiles: StoredTile[] = []
  const inOrder = [...new Set(range.seriesIds)].sort((a, b) => a - b)
  for (const seriesIds of partsOf(inOrder, SERIES_AT_ONCE)) {
    if (tiles.length > 0) await rest(REST_MS)
    const rows = await selectTiles(db, { ...range, seriesIds }, since)
    for (const row of rows) tiles.push({ seriesId: row.scale_id, from: Number(row.from), bytes: row.bytes })
  }
  return tiles
}

/** Left to the garbage collector, megabytes of tiles an answer keep a core busy ten times a second. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0)
}

const answer = (input: TimelineInput, container: TimelineContainer, seriesIds: number[]): TimelineAnswer => ({
  body: input.format === 'tiles' ? encodeContainer(container) : timelineJson(container, seriesIds),
})

function clipped(stored: StoredTile, level: Level, period: Span): StoredTile[] {
  const span = tileSpan(level, stored.from)
  if (span.from >= period.from && span.to <= period.to) return [stored]
  const tile = clipTile(decodeTile(stored.bytes), period.from, period.to)
  return tile.length > 0 ? [{ ...stored, bytes: encodeTile(tile) }] : []
}
