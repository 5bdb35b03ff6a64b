import { mergeRaw } from '#domain/tile-merge.ts'
import { ABSENT, DAY_SECONDS, emptyRawTile, type RawTile, rawColumnNames } from '#domain/timeline-tile.ts'
import type { SeriesReading } from './inbox-rows.ts'

const KEPT_TILES = 20_000
const FIRST_CAPACITY = 32
const DAYS_A_SERIES = 100_000

/** A day of a series as it is now; `added` are times that are not folded yet. */
export type OpenTile = { seriesId: number; tile: RawTile; added: number[] }

/** The same with room to grow: its arrays are longer than `length`. */
type Growing = {
  seriesId: number
  from: number
  length: number
  time: Int32Array
  columns: Int32Array[]
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
  readonly #unfolded = new Map<number, Set<Growing>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined

  constructor(read: (seriesId: number, from: number) => RawTile | undefined) {
    this.#read = read
  }

  /** Takes in the latest reading of its day; false where it is not the latest, and has to be merged. */
  append(reading: SeriesReading): boolean {
    const open = this.#open(reading.seriesId, reading.time - (reading.time % DAY_SECONDS))
    if (!append(open, reading)) return false
    this.#note(open, reading.time)
    return true
  }

  /** Takes in readings of any time; says for each whether it is new. The first of a time stays. */
  merge(readings: readonly SeriesReading[]): boolean[] {
    const isNew = readings.map(() => false)
    const byTile = Map.groupBy(readings.keys(), (i) => {
      const { seriesId, time } = readings[i]!
      return keyOf(seriesId, time - (time % DAY_SECONDS))
    })
    for (const rows of byTile.values()) {
      const { seriesId, time } = readings[rows[0]!]!
      const open = this.#open(seriesId, time - (time % DAY_SECONDS))
      const merged = mergeRaw(toTile(open), columnsOf(rows.map((i) => readings[i]!)))
      if (merged.added > 0) fill(open, merged.tile)
      rows.forEach((i, row) => {
        if (!merged.isNew[row]) return
        isNew[i] = true
        this.#note(open, readings[i]!.time)
      })
    }
    return isNew
  }

  /** Drops what has not been used for longest, so that memory stays bounded; to be called after each batch. */
  trim(): void {
    if (this.#tiles.size <= KEPT_TILES) return
    for (const [key, open] of this.#tiles) {
      if (this.#tiles.size <= KEPT_TILES) return
      if (open.added.length === 0) this.#tiles.delete(key)
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
    this.#unfolded.clear()
  }

  /** Drops series for good, also what is not folded of them. */
  drop(seriesIds: ReadonlySet<number>): void {
    for (const [key, { seriesId }] of this.#tiles) if (seriesIds.has(seriesId)) this.#tiles.delete(key)
    for (const seriesId of seriesIds) this.#unfolded.delete(seriesId)
  }

  #note(open: Growing, time: number): void {
    if (open.added.push(time) > 1) return
    const tiles = this.#unfolded.get(open.seriesId)
    if (tiles) tiles.add(open)
    else this.#unfolded.set(open.seriesId, new Set([open]))
  }

  #open(seriesId: number, from: number): Growing {
    const key = keyOf(seriesId, from)
    let open = this.#tiles.get(key)
    if (!open) {
      open = { seriesId, from, length: 0, time: new Int32Array(0), columns: [], added: [] }
      fill(open, this.#read(seriesId, from) ?? emptyRawTile(from))
      this.#tiles.set(key, open)
    }
    return open
  }
}

/** Puts a reading at the end where it is the latest; false where it is not, and has to be merged. */
function append(open: Growing, reading: SeriesReading): boolean {
  const offset = reading.time - open.from
  const { length } = open
  if (length > 0 && open.time[length - 1]! >= offset) return false
  if (length === open.time.length) grow(open)
  open.time[length] = offset
  for (let i = 0; i < rawColumnNames.length; i++) {
    const value = reading[rawColumnNames[i]!]
    open.columns[i]![length] = Number.isNaN(value) ? ABSENT : value
  }
  open.length++
  return true
}

function grow(open: Growing): void {
  const longer = (values: Int32Array) => {
    const grown = new Int32Array(Math.max(FIRST_CAPACITY, values.length * 2))
    grown.set(values)
    return grown
  }
  open.time = longer(open.time)
  open.columns = open.columns.map(longer)
}

function fill(open: Growing, tile: RawTile): void {
  open.length = tile.length
  open.time = tile.time
  open.columns = rawColumnNames.map((name) => tile.columns[name] ?? new Int32Array(tile.length).fill(ABSENT))
}

/** The tile as the codec knows it: exact lengths, and no column in which nothing is there. */
function toTile(open: Growing): RawTile {
  const { from, length } = open
  const columns: RawTile['columns'] = {}
  rawColumnNames.forEach((name, i) => {
    const column = open.columns[i]!.subarray(0, length)
    if (column.some((value) => value !== ABSENT)) columns[name] = column
  })
  return { level: 'raw', from, length, time: open.time.subarray(0, length), columns }
}

function columnsOf(readings: readonly SeriesReading[]) {
  const column = (name: (typeof rawColumnNames)[number]) => readings.map((reading) => reading[name])
  return {
    length: readings.length,
    time: readings.map((reading) => reading.time),
    columns: Object.fromEntries(rawColumnNames.map((name) => [name, column(name)])),
  }
}
