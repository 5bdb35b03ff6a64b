import { mergeRaw } from '#domain/tile-merge.ts'
import { ABSENT, DAY_SECONDS, emptyRawTile, type RawTile, rawColumnNames } from '#domain/timeline-tile.ts'
import type { SeriesReading } from './inbox-rows.ts'

const KEPT_TILES = 20_000
const FIRST_CAPACITY = 32
const DAYS_A_SERIES = 100_000

/** A day of a series that was looked at lately, decoded, with room to grow; `added` are times not folded yet. */
export type OpenTile = { seriesId: number; tile: RawTile; added: number[] }

/** One number for a series and the UTC day that begins at `from`. */
const keyOf = (seriesId: number, from: number) => seriesId * DAYS_A_SERIES + from / DAY_SECONDS

/**
 * Raw tiles kept decoded in memory, so that a duplicate is known at once and folding does not read back what it wrote.
 * Tiles with readings that are not folded are never dropped. After a commit that failed, `forget` and take in the inbox
 * again: memory is ahead of the disk then.
 */
export class OpenTiles {
  readonly #tiles = new Map<number, OpenTile>()
  readonly #unfolded = new Map<number, Set<OpenTile>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined

  constructor(read: (seriesId: number, from: number) => RawTile | undefined) {
    this.#read = read
  }

  /** Takes in readings of one series; says for each whether it is new. The first of a time stays. */
  add(seriesId: number, readings: readonly SeriesReading[]): boolean[] {
    const isNew: boolean[] = []
    const late: number[] = []
    readings.forEach((reading, i) => {
      const open = this.#open(seriesId, reading.time - (reading.time % DAY_SECONDS))
      isNew.push(append(open.tile, reading))
      if (isNew[i]) this.#note(open, reading.time)
      else late.push(i)
    })
    if (late.length > 0) this.#merge(seriesId, readings, late, isNew)
    this.#trim()
    return isNew
  }

  /** The tile as it is now, folded or not. */
  get(seriesId: number, from: number): RawTile {
    return this.#tiles.get(keyOf(seriesId, from))?.tile ?? this.#read(seriesId, from) ?? emptyRawTile(from)
  }

  get unfoldedSeries(): number {
    return this.#unfolded.size
  }

  /** All tiles with something new of the first `limit` series, those that have waited longest first. */
  unfolded(limit: number): OpenTile[] {
    const open: OpenTile[] = []
    for (const tiles of this.#unfolded.values()) {
      if (limit-- <= 0) break
      open.push(...tiles)
    }
    return open
  }

  markFolded(folded: readonly OpenTile[]): void {
    for (const open of folded) {
      open.added = []
      this.#unfolded.delete(open.seriesId)
    }
  }

  forget(): void {
    this.#tiles.clear()
    this.#unfolded.clear()
  }

  /** Readings that are not the latest of their day, a day at a time. */
  #merge(seriesId: number, readings: readonly SeriesReading[], late: readonly number[], isNew: boolean[]): void {
    for (const [from, rows] of Map.groupBy(late, (i) => readings[i]!.time - (readings[i]!.time % DAY_SECONDS))) {
      const open = this.#open(seriesId, from)
      const merged = mergeRaw(open.tile, columnsOf(rows.map((i) => readings[i]!)))
      open.tile = merged.tile
      rows.forEach((i, row) => {
        if (!merged.isNew[row]) return
        isNew[i] = true
        this.#note(open, readings[i]!.time)
      })
    }
  }

  #note(open: OpenTile, time: number): void {
    if (open.added.push(time) > 1) return
    const tiles = this.#unfolded.get(open.seriesId)
    if (tiles) tiles.add(open)
    else this.#unfolded.set(open.seriesId, new Set([open]))
  }

  #open(seriesId: number, from: number): OpenTile {
    const key = keyOf(seriesId, from)
    let open = this.#tiles.get(key)
    if (!open) {
      open = { seriesId, tile: this.#read(seriesId, from) ?? emptyRawTile(from), added: [] }
      this.#tiles.set(key, open)
    }
    return open
  }

  #trim(): void {
    if (this.#tiles.size <= KEPT_TILES) return
    for (const [key, open] of this.#tiles) {
      if (this.#tiles.size <= KEPT_TILES) return
      if (open.added.length === 0) this.#tiles.delete(key)
    }
  }
}

/** Puts a reading at the end of a tile where it is the latest; false where it is not, and has to be merged. */
function append(tile: RawTile, reading: SeriesReading): boolean {
  const offset = reading.time - tile.from
  const { length } = tile
  if (length > 0 && tile.time[length - 1]! >= offset) return false
  for (const name of rawColumnNames) {
    const value = Number.isNaN(reading[name]) ? ABSENT : reading[name]
    const column = tile.columns[name]
    if (column) tile.columns[name] = longer(column, length, value)
    else if (value !== ABSENT) tile.columns[name] = longer(new Int32Array(length).fill(ABSENT), length, value)
  }
  tile.time = longer(tile.time, length, offset)
  tile.length = length + 1
  return true
}

/** The first `length` values and one more, in the same buffer where it has room. */
function longer(values: Int32Array, length: number, value: number): Int32Array {
  const hasRoom = values.byteOffset === 0 && values.buffer.byteLength > length * 4
  const buffer = hasRoom ? values.buffer : new ArrayBuffer(Math.max(FIRST_CAPACITY, length * 2) * 4)
  const view = new Int32Array(buffer, 0, length + 1)
  if (!hasRoom) view.set(values)
  view[length] = value
  return view
}

function columnsOf(readings: readonly SeriesReading[]) {
  const column = (name: (typeof rawColumnNames)[number]) => readings.map((reading) => reading[name])
  return {
    length: readings.length,
    time: readings.map((reading) => reading.time),
    columns: Object.fromEntries(rawColumnNames.map((name) => [name, column(name)])),
  }
}
