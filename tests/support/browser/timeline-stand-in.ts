import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { encodeContainer, type StoredTile } from '#domain/hives/tiles/timeline-container.ts'
import {
  emptyCoarseTile,
  emptyRawTile,
  type Level,
  levels,
  type RawTile,
  type Tile,
  tileSpan,
} from '#domain/hives/tiles/timeline-tile.ts'

type Kept = StoredTile & { level: Level; revision: number }

/** Answers `GET /api/timeline` as the server does, from tiles in memory. */
export class TimelineStandIn {
  cursor = 0
  asked: URL[] = []
  /** Counts only answers with status 200. */
  bytesSent = 0
  #tiles = new Map<string, Kept>()

  /** Adds a reading to a series: grams at epoch seconds. */
  read(seriesId: number, time: number, weight: number): void {
    this.cursor++
    const raw = (this.#tile(seriesId, 'raw', time) ?? emptyRawTile(time)) as RawTile
    const { tile } = mergeRaw(raw, { length: 1, time: [time], columns: { weight: [weight] } })
    this.#put(seriesId, tile)
    for (const level of ['hour', 'day'] as const) {
      const before = this.#tile(seriesId, level, time) ?? emptyCoarseTile(level, time)
      if (before.level === 'raw') throw new RangeError('a raw tile among the coarse ones')
      const buckets = level === 'hour' ? rollUpHour(tile) : rollUpDay(tile)
      this.#put(seriesId, replaceDays(before, [{ day: tile.from, buckets }]))
    }
  }

  /**
   * Makes a backup; the returned function restores it as the server does: everything in it gets a newer revision than was seen before, and what it lacks is
   * empty.
   */
  backup(): () => void {
    const held = new Map(this.#tiles)
    return () => {
      this.cursor++
      const lost = [...this.#tiles].map(([key, tile]): [string, Kept] => [key, { ...tile, bytes: emptyBytes(tile) }])
      this.#tiles = new Map([...lost, ...held].map(([key, tile]) => [key, { ...tile, revision: this.cursor }]))
    }
  }

  /** The same with a copy of the file: counting continues from where the copy was made. */
  copy(): () => void {
    const { cursor } = this
    const tiles = new Map(this.#tiles)
    return () => {
      this.cursor = cursor
      this.#tiles = tiles
    }
  }

  /** The tiles of a series that cover a span, as comparable text. */
  tilesOf(seriesIds: readonly number[], level: Level, { from, to }: { from: number; to: number }): string[] {
    return this.#select(seriesIds, level, from, to, -1).map(tileText)
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    this.asked.push(url)
    const query = url.searchParams
    const level = levels.find((known) => known === query.get('level'))
    if (!level) return Response.json({ code: 'invalid_query', message: 'level' }, { status: 400 })
    const ids = (name: string, sign: number) => (query.get(name)?.split(',') ?? []).map((id) => sign * Number(id))
    const seriesIds = [...ids('scales', 1), ...ids('controllers', -1)]
    const known = query.has('since') ? Number(query.get('since')) : -1
    const since = known > this.cursor ? -1 : known
    const tiles = this.#select(seriesIds, level, Number(query.get('from')), Number(query.get('to')), since)
    const body = encodeContainer({ level, cursor: this.cursor, tiles })
    this.bytesSent += body.length
    return new Response(body)
  }

  #select(seriesIds: readonly number[], level: Level, from: number, to: number, since: number): Kept[] {
    const start = tileSpan(level, from).from
    return [...this.#tiles.values()]
      .filter((tile) => tile.level === level && tile.revision > since && seriesIds.includes(tile.seriesId))
      .filter((tile) => tile.from >= start && tile.from < to)
      .sort((a, b) => a.seriesId - b.seriesId || a.from - b.from)
  }

  #tile(seriesId: number, level: Level, time: number): Tile | undefined {
    const kept = this.#tiles.get(`${seriesId}/${level}/${tileSpan(level, time).from}`)
    return kept && decodeTile(kept.bytes)
  }

  #put(seriesId: number, tile: Tile): void {
    const { level, from } = tile
    const kept = { seriesId, level, from, bytes: encodeTile(tile), revision: this.cursor }
    this.#tiles.set(`${seriesId}/${level}/${from}`, kept)
  }
}

const emptyBytes = ({ level, from }: Kept): Uint8Array =>
  encodeTile(level === 'raw' ? emptyRawTile(from) : emptyCoarseTile(level, from))

export const tileText = ({ seriesId, from, bytes }: StoredTile): string =>
  `${seriesId} ${from} ${Buffer.from(bytes).toString('base64')}`
