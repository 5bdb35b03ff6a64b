import { mergeRaw } from '#domain/tile-merge.ts'
import { ABSENT, DAY_SECONDS, emptyRawTile, type RawTile, rawColumnNames } from '#domain/timeline-tile.ts'
import { InboxField, seriesAt, timeAt } from './inbox-rows.ts'

const KEPT_TILES = 20_000
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
}

/** One number for a series and the UTC day that begins at `from`. */
const keyOf = (seriesId: number, from: number) => seriesId * DAYS_A_SERIES + from / DAY_SECONDS

/**
 * Raw tiles kept decoded in memory, so that a duplicate is known at once and folding does not read back what it wrote.
 * Tiles with readings that are not folded are never dropped. After a commit that failed, `forget` and take in the inbox
 * again: memory is ahead of the disk then.
 */
export class OpenTiles {
  readonly #tiles = new Map<number, Growing>()
  /** Where the last reading of a series went, and the next one most likely goes. */
  readonly #latest = new Map<number, Growing>()
  readonly #unfolded = new Map<number, Set<Growing>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined

  constructor(read: (seriesId: number, from: number) => RawTile | undefined) {
    this.#read = read
  }

  /** Takes in the inbox row at `at` as the latest of its day; false where it is not the latest, and has to be merged. */
  append(fields: Int32Array, at: number): boolean {
    const time = timeAt(fields, at)
    const offset = time % DAY_SECONDS
    const open = this.#open(seriesAt(fields, at), time - offset)
    const { length } = open
    if (length > 0 && open.rows[(length - 1) * FIELDS]! >= offset) return false
    if (open.rows.length < (length + 1) * FIELDS) grow(open)
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
      if (merged.added > 0) fill(open, merged.tile)
      rows.forEach((i, row) => {
        if (!merged.isNew[row]) return
        isNew[i] = true
        this.#note(open, timeAt(readings[i]!, 0))
      })
    }
    return isNew
  }

  /** Drops what has not been used for longest, so that memory stays bounded; to be called after each batch. */
  trim(): void {
    if (this.#tiles.size <= KEPT_TILES) return
    for (const [key, open] of this.#tiles) {
      if (this.#tiles.size <= KEPT_TILES) return
      if (open.added.length === 0) this.#delete(key, open)
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
  }

  forget(): void {
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
    if (this.#latest.get(open.seriesId) === open) this.#latest.delete(open.seriesId)
  }

  #open(seriesId: number, from: number): Growing {
    const latest = this.#latest.get(seriesId)
    if (latest?.from === from) return latest
    const key = keyOf(seriesId, from)
    let open = this.#tiles.get(key)
    if (!open) {
      open = { seriesId, from, length: 0, rows: new Int32Array(0), added: [] }
      fill(open, this.#read(seriesId, from) ?? emptyRawTile(from))
      // Most days have as many readings as the one before.
      if (latest && open.length === 0) open.rows = new Int32Array(latest.length * FIELDS)
      this.#tiles.set(key, open)
    }
    this.#latest.set(seriesId, open)
    return open
  }
}

function grow(open: Growing): void {
  const rows = new Int32Array(Math.max(FIRST_CAPACITY * FIELDS, open.rows.length * 2))
  rows.set(open.rows)
  open.rows = rows
}

function fill(open: Growing, { length, time, columns }: RawTile): void {
  open.length = length
  open.rows = new Int32Array(length * FIELDS)
  for (let i = 0; i < length; i++) {
    const row = i * FIELDS
    open.rows[row] = time[i]!
    for (let column = 1; column < FIELDS; column++) {
      open.rows[row + column] = columns[rawColumnNames[column - 1]!]?.[i] ?? ABSENT
    }
  }
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
