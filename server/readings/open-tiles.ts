import { mergeRaw } from '#domain/tile-merge.ts'
import { ABSENT, DAY_SECONDS, emptyRawTile, type RawTile, rawColumnNames } from '#domain/timeline-tile.ts'
import { InboxField, seriesAt, timeAt } from './inbox-rows.ts'

/** Some 15,000 days of readings every ten minutes; a day of one every second alone takes two megabytes. */
const KEPT_BYTES = 64 * 1024 * 1024
/** What a tile takes beside its rows: its object, its places in three maps, its list of new times. */
const TILE_BYTES = 400
const LOOKED_AT_TILES = 2000
const FIRST_CAPACITY = 32
const DAYS_A_SERIES = 100_000
/** The time within the day, then a value for each column. */
const FIELDS = 1 + rawColumnNames.length

/** A day of a series as it is now; `added` are times that are not folded yet. */
export type OpenTile = { seriesId: number; tile: RawTile; added: number[] }

/** The same row after row in one array with room to grow, so that taking in a reading touches one place in memory. */
type Growing = {
  seriesId: number
  from: number
  length: number
  rows: Int32Array
  added: number[]
  /** Since trimming looked at it last. */
  isUsed: boolean
}

/** One number for a series and the UTC day that begins at `from`. */
const keyOf = (seriesId: number, from: number) => seriesId * DAYS_A_SERIES + from / DAY_SECONDS

/**
 * Raw tiles kept decoded in memory, up to `keptBytes` of them, so that a duplicate is known at once and folding does not read
 * back what it wrote. Tiles with readings that are not folded are never dropped. After a commit that failed, `forget` and take in the inbox
 * again: memory is ahead of the disk then.
 */
export class OpenTiles {
  readonly #tiles = new Map<number, Growing>()
  /** Where the last reading of a series went, and the next one most likely goes. */
  readonly #latest = new Map<number, Growing>()
  readonly #unfolded = new Map<number, Set<Growing>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined
  readonly #keptBytes: number
  #bytes = 0

  constructor(read: (seriesId: number, from: number) => RawTile | undefined, keptBytes = KEPT_BYTES) {
    this.#read = read
    this.#keptBytes = keptBytes
  }

  /** Takes in the inbox row at `at` as the latest of its day; false where it is not the latest, and has to be merged. */
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

  /** Takes in inbox rows of any time, each in an array of its own; says which are new. The first of a time stays. */
  merge(readings: readonly Int32Array[]): boolean[] {
    const isNew = readings.map(() => false)
    const byTile = Map.groupBy(readings.keys(), (i) => {
      const time = timeAt(readings[i]!, 0)
      return keyOf(seriesAt(readings[i]!, 0), time - (time % DAY_SECONDS))
    })
    for (const rows of byTile.values()) {
      const first = readings[rows[0]!]!
      const time = timeAt(first, 0)
      const open = this.#open(seriesAt(first, 0), time - (time % DAY_SECONDS))
      const merged = mergeRaw(toTile(open), columnsOf(rows.map((i) => readings[i]!)))
      if (merged.added > 0) this.#fill(open, merged.tile)
      rows.forEach((i, row) => {
        if (!merged.isNew[row]) return
        isNew[i] = true
        this.#note(open, timeAt(readings[i]!, 0))
      })
    }
    return isNew
  }

  /** How much memory the tiles take, with the room that their arrays have to spare. */
  get bytes(): number {
    return this.#bytes
  }

  /** Drops what has not been used for longest, so that memory stays bounded; to be called after each batch. */
  trim(lookedAt = LOOKED_AT_TILES): void {
    let left = Math.min(lookedAt, 2 * this.#tiles.size)
    for (const [key, open] of this.#tiles) {
      if (this.#bytes <= this.#keptBytes || left-- <= 0) return
      if (open.added.length === 0 && !open.isUsed) this.#delete(key, open)
      else {
        // behind all others: it is looked at again when they were
        open.isUsed = false
        this.#tiles.delete(key)
        this.#tiles.set(key, open)
      }
    }
  }

  /** The tile as it is now, folded or not. */
  get(seriesId: number, from: number): RawTile {
    const open = this.#tiles.get(keyOf(seriesId, from))
    return open ? toTile(open) : (this.#read(seriesId, from) ?? emptyRawTile(from))
  }

  get unfoldedSeries(): number {
    return this.#unfolded.size
  }

  /** All tiles with something new of the first `limit` series, those that have waited longest first. */
  unfolded(limit: number): OpenTile[] {
    const open: OpenTile[] = []
    for (const tiles of this.#unfolded.values()) {
      if (limit-- <= 0) break
      for (const growing of tiles)
        open.push({ seriesId: growing.seriesId, tile: toTile(growing), added: growing.added })
    }
    return open
  }

  markFolded(folded: readonly OpenTile[]): void {
    for (const { seriesId } of folded) {
      for (const growing of this.#unfolded.get(seriesId) ?? []) growing.added = []
      this.#unfolded.delete(seriesId)
    }
    this.trim(LOOKED_AT_TILES + 4 * folded.length)
  }

  forget(): void {
    this.#bytes = 0
    this.#tiles.clear()
    this.#latest.clear()
    this.#unfolded.clear()
  }

  /** Drops series for good, also what is not folded of them. */
  drop(seriesIds: ReadonlySet<number>): void {
    for (const [key, open] of this.#tiles) if (seriesIds.has(open.seriesId)) this.#delete(key, open)
    for (const seriesId of seriesIds) this.#unfolded.delete(seriesId)
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
    const key = keyOf(seriesId, from)
    let open = this.#tiles.get(key)
    if (!open) {
      const stored = this.#read(seriesId, from)
      open = { seriesId, from, length: 0, rows: new Int32Array(0), added: [], isUsed: true }
      this.#tiles.set(key, open)
      this.#bytes += TILE_BYTES
      if (stored) this.#fill(open, stored)
      // Most days have as many readings as the one before.
      else if (latest) this.#resize(open, new Int32Array(latest.length * FIELDS))
    }
    open.isUsed = true
    this.#latest.set(seriesId, open)
    return open
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

/** The same rows with room for more. */
function grow(rows: Int32Array): Int32Array {
  const larger = new Int32Array(Math.max(FIRST_CAPACITY * FIELDS, rows.length * 2))
  larger.set(rows)
  return larger
}

function rowsOf({ length, time, columns }: RawTile): Int32Array {
  const rows = new Int32Array(length * FIELDS)
  for (let i = 0; i < length; i++) {
    const row = i * FIELDS
    rows[row] = time[i]!
    for (let column = 1; column < FIELDS; column++) {
      rows[row + column] = columns[rawColumnNames[column - 1]!]?.[i] ?? ABSENT
    }
  }
  return rows
}

/** The tile as the codec knows it: columns of exact length, and none in which nothing is there. */
function toTile({ from, length, rows }: Growing): RawTile {
  const columns: RawTile['columns'] = {}
  for (let field = 1; field < FIELDS; field++) {
    const column = new Int32Array(length)
    let isPresent = false
    for (let i = 0, at = field; i < length; i++, at += FIELDS) {
      column[i] = rows[at]!
      isPresent ||= column[i] !== ABSENT
    }
    if (isPresent) columns[rawColumnNames[field - 1]!] = column
  }
  const time = new Int32Array(length)
  for (let i = 0; i < length; i++) time[i] = rows[i * FIELDS]!
  return { level: 'raw', from, length, time, columns }
}

function columnsOf(readings: readonly Int32Array[]) {
  const column = (name: (typeof rawColumnNames)[number]) => readings.map((fields) => fields[InboxField[name]]!)
  return {
    length: readings.length,
    time: readings.map((fields) => timeAt(fields, 0)),
    columns: Object.fromEntries(rawColumnNames.map((name) => [name, column(name)])),
  }
}
