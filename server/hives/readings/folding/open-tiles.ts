import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { emptyInboxRows, INBOX_FIELDS, InboxField, type InboxRows, seriesAt, timeAt } from '../inbox/inbox-rows.ts'
import { columnsOf, FIELDS, grow, rowsOf, toTile } from './tile-rows.ts'

/** Some 15,000 days with readings every ten minutes; a single day with one every second takes two megabytes. */
const KEPT_BYTES = 64 * 1024 * 1024
/** Trimming may lag behind by less than this factor. */
const FULL = 1.25
/** The overhead of a tile besides its rows: its object, its entries in three maps, its list of new times. */
const TILE_BYTES = 400
const LOOKED_AT_TILES = 2000
/** Most transmitters send more often than this. */
const IDLE_MS = 10 * 60_000
const DAYS_A_SERIES = 100_000

/** A day of a series as it is now; `added`: the times not folded yet. */
export type OpenTile = { seriesId: number; tile: RawTile; added: number[] }

/** The same row by row in one array with room to grow, so that adding a reading touches one place in memory. */
type Growing = {
  seriesId: number
  from: number
  length: number
  rows: Int32Array
  added: number[]
  /** Whether it was used since trimming last looked at it. */
  isUsed: boolean
}

/** One number for a series and the UTC day that begins at `from`. */
export const dayKey = (seriesId: number, from: number): number => seriesId * DAYS_A_SERIES + from / DAY_SECONDS

/**
 * Raw tiles kept decoded in memory while in use, up to `keptBytes`, so that duplicates are recognized immediately and folding need
 * not read back what it wrote. Tiles with unfolded readings are never dropped. After a failed commit memory is ahead of the disk:
 * call `forget`, and take in the inbox again.
 */
export class OpenTiles {
  readonly #tiles = new Map<number, Growing>()
  /** The day that the last reading of a series went to, where the next one most likely goes too. */
  readonly #latest = new Map<number, Growing>()
  readonly #unfolded = new Map<number, Set<Growing>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined
  readonly #keptBytes: number
  readonly #nowMs: () => number
  #bytes = 0
  #sweptAtMs: number
  /** Days that could not be read in this batch; another attempt would fail the same way. */
  readonly #unreadable = new Map<number, unknown>()

  constructor(
    read: (seriesId: number, from: number) => RawTile | undefined,
    keptBytes = KEPT_BYTES,
    nowMs = () => performance.now(),
  ) {
    this.#read = read
    this.#keptBytes = keptBytes
    this.#nowMs = nowMs
    this.#sweptAtMs = nowMs()
  }

  /** Appends the inbox row at `at` to its day. Returns false if it is not the latest of the day and must be merged. */
  append(fields: Int32Array, at: number): boolean {
    const time = timeAt(fields, at)
    const offset = time % DAY_SECONDS
    const open = this.#open(seriesAt(fields, at), time - offset)
    const { length } = open
    if (length > 0 && open.rows[(length - 1) * FIELDS]! >= offset) return false
    if (open.rows.length < (length + 1) * FIELDS) this.#resize(open, grow(open.rows))
    const row = length * FIELDS
    open.rows[row] = offset
    for (let i = 1; i < FIELDS; i++) open.rows[row + i] = fields[at + InboxField.time + i]!
    open.length++
    this.#note(open, time)
    return true
  }

  /**
   * Merges inbox rows of any time, each in its own array; returns which of them bring something new. The first value at a time
   * stays. `failed` is called with the rows of a day that cannot be read; without it, the error is thrown.
   */
  merge(readings: readonly Int32Array[], failed?: (rows: readonly number[], error: unknown) => void): boolean[] {
    const isNew = readings.map(() => false)
    const byTile = Map.groupBy(readings.keys(), (i) => {
      const time = timeAt(readings[i]!, 0)
      return dayKey(seriesAt(readings[i]!, 0), time - (time % DAY_SECONDS))
    })
    for (const rows of byTile.values()) {
      const open = this.#openOf(readings, rows, failed)
      if (!open) continue
      const merged = mergeRaw(toTile(open), columnsOf(rows.map((i) => readings[i]!)), 'gaps are filled')
      if (merged.added > 0) this.#fill(open, merged.tile)
      rows.forEach((i, row) => {
        if (!merged.isNew[row]) return
        isNew[i] = true
        this.#note(open, timeAt(readings[i]!, 0))
      })
    }
    return isNew
  }

  /** The memory used by the tiles, including the spare room in their arrays. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether there is no room left and trimming would find little to drop, as too much is unfolded. */
  get isFull(): boolean {
    return this.#bytes > FULL * this.#keptBytes
  }

  /** Drops idle tiles, and if room is short those unused for longest. To be called after each batch. */
  trim(lookedAt = LOOKED_AT_TILES): void {
    this.#unreadable.clear()
    this.#sweep()
    let left = Math.min(lookedAt, 2 * this.#tiles.size)
    for (const [key, open] of this.#tiles) {
      if (this.#bytes <= this.#keptBytes || left-- <= 0) return
      if (open.added.length === 0 && !open.isUsed) this.#delete(key, open)
      else {
        // moved behind all others, to be looked at again after them
        open.isUsed = false
        this.#tiles.delete(key)
        this.#tiles.set(key, open)
      }
    }
  }

  /** The tile as it is now, including unfolded readings. */
  get(seriesId: number, from: number): RawTile {
    const open = this.#tiles.get(dayKey(seriesId, from))
    return open ? toTile(open) : (this.#read(seriesId, from) ?? emptyRawTile(from))
  }

  /** Whether a day is in memory. */
  has(seriesId: number, from: number): boolean {
    return this.#tiles.has(dayKey(seriesId, from))
  }

  get unfoldedSeries(): number {
    return this.#unfolded.size
  }

  /** The series with something new, those that have waited longest first. */
  unfoldedIds(): IterableIterator<number> {
    return this.#unfolded.keys()
  }

  isUnfolded(seriesId: number): boolean {
    return this.#unfolded.has(seriesId)
  }

  /** The tiles of a series with something new. */
  *unfoldedOf(seriesId: number): Generator<OpenTile> {
    for (const growing of this.#unfolded.get(seriesId) ?? []) {
      yield { seriesId, tile: toTile(growing), added: growing.added }
    }
  }

  /** Marks tiles as folded; what is left of their series moves behind all others. */
  markFolded(folded: readonly OpenTile[]): void {
    for (const { seriesId, tile } of folded) {
      const growing = this.#tiles.get(dayKey(seriesId, tile.from))
      const waiting = this.#unfolded.get(seriesId)
      if (!growing || !waiting) continue
      growing.added = []
      waiting.delete(growing)
      this.#unfolded.delete(seriesId)
      if (waiting.size > 0) this.#unfolded.set(seriesId, waiting)
    }
    this.trim(LOOKED_AT_TILES + 4 * folded.length)
  }

  forget(): void {
    this.#bytes = 0
    this.#unreadable.clear()
    this.#tiles.clear()
    this.#latest.clear()
    this.#unfolded.clear()
  }

  /** Removes a series from memory and returns its unfolded rows in inbox format. */
  takeOut(seriesId: number): InboxRows {
    const tiles = [...(this.#unfolded.get(seriesId) ?? [])]
    const rows = emptyInboxRows(tiles.reduce((sum, { added }) => sum + added.length, 0))
    for (const { from, length, rows: own, added } of tiles) {
      const times = new Set(added)
      for (let at = 0; at < length * FIELDS; at += FIELDS) {
        if (!times.has(from + own[at]!)) continue
        const to = rows.length++ * INBOX_FIELDS
        rows.fields[to + InboxField.seriesId] = seriesId
        rows.fields[to + InboxField.time] = from + own[at]!
        for (let i = 1; i < FIELDS; i++) rows.fields[to + InboxField.time + i] = own[at + i]!
      }
    }
    this.drop(new Set([seriesId]))
    return rows
  }

  /** Replaces a day that was changed elsewhere; the new tile includes what was unfolded here. */
  replace(seriesId: number, tile: RawTile): void {
    const open = this.#tiles.get(dayKey(seriesId, tile.from))
    if (open) this.#fill(open, tile)
  }

  /** Drops series for good, including what is not folded. */
  drop(seriesIds: ReadonlySet<number>): void {
    for (const [key, open] of this.#tiles) if (seriesIds.has(open.seriesId)) this.#delete(key, open)
    for (const seriesId of seriesIds) this.#unfolded.delete(seriesId)
  }

  /** Drops idle tiles: past days would fill all the room, and the memory around them could not be released. */
  #sweep(): void {
    const nowMs = this.#nowMs()
    if (nowMs - this.#sweptAtMs < IDLE_MS) return
    this.#sweptAtMs = nowMs
    for (const [key, open] of this.#tiles) {
      if (open.added.length === 0 && !open.isUsed) this.#delete(key, open)
      open.isUsed = false
    }
  }

  #openOf(
    readings: readonly Int32Array[],
    rows: readonly number[],
    failed: ((rows: readonly number[], error: unknown) => void) | undefined,
  ): Growing | undefined {
    const first = readings[rows[0]!]!
    const time = timeAt(first, 0)
    try {
      return this.#open(seriesAt(first, 0), time - (time % DAY_SECONDS))
    } catch (error) {
      if (!failed) throw error
      failed(rows, error)
      return undefined
    }
  }

  #note(open: Growing, time: number): void {
    if (open.added.push(time) > 1) return
    const tiles = this.#unfolded.get(open.seriesId)
    if (tiles) tiles.add(open)
    else this.#unfolded.set(open.seriesId, new Set([open]))
  }

  #delete(key: number, open: Growing): void {
    this.#tiles.delete(key)
    this.#bytes -= open.rows.byteLength + TILE_BYTES
    if (this.#latest.get(open.seriesId) === open) this.#latest.delete(open.seriesId)
  }

  #open(seriesId: number, from: number): Growing {
    const latest = this.#latest.get(seriesId)
    if (latest?.from === from) {
      latest.isUsed = true
      return latest
    }
    const key = dayKey(seriesId, from)
    let open = this.#tiles.get(key)
    if (!open) {
      const stored = this.#readOnce(key, seriesId, from)
      open = { seriesId, from, length: 0, rows: new Int32Array(0), added: [], isUsed: true }
      this.#tiles.set(key, open)
      this.#bytes += TILE_BYTES
      if (stored) this.#fill(open, stored)
      // Most days have as many readings as the previous one.
      else if (latest) this.#resize(open, new Int32Array(latest.length * FIELDS))
    }
    open.isUsed = true
    this.#latest.set(seriesId, open)
    return open
  }

  #readOnce(key: number, seriesId: number, from: number): RawTile | undefined {
    if (this.#unreadable.has(key)) throw this.#unreadable.get(key)
    try {
      return this.#read(seriesId, from)
    } catch (error) {
      this.#unreadable.set(key, error)
      throw error
    }
  }

  #resize(open: Growing, rows: Int32Array): void {
    this.#bytes += rows.byteLength - open.rows.byteLength
    open.rows = rows
  }

  #fill(open: Growing, tile: RawTile): void {
    open.length = tile.length
    this.#resize(open, rowsOf(tile))
  }
}
