import { mergeRaw, type NewReadings } from '#domain/tile-merge.ts'
import { DAY_SECONDS, emptyRawTile, type RawTile } from '#domain/timeline-tile.ts'
import { appendReading } from './append-reading.ts'
import type { SeriesReading } from './inbox-rows.ts'

const KEPT_TILES = 10_000

/** A day of a series that was looked at lately, decoded; `added` are times that are not folded yet. */
export type OpenTile = { seriesId: number; tile: RawTile; added: number[] }

/** What a batch would change; nothing of it is seen until `keep`. */
export type Staged = Map<string, OpenTile>

const keyOf = (seriesId: number, from: number) => `${seriesId}:${from}`

/**
 * Raw tiles kept decoded in memory, so that a duplicate is known at once and folding does not read back what it wrote.
 * Tiles with readings that are not folded are never dropped.
 */
export class OpenTiles {
  readonly #tiles = new Map<string, OpenTile>()
  readonly #unfolded = new Map<number, Set<string>>()
  readonly #read: (seriesId: number, from: number) => RawTile | undefined

  constructor(read: (seriesId: number, from: number) => RawTile | undefined) {
    this.#read = read
  }

  /** Merges readings of one series into `staged`; says for each whether it is new. */
  merge(staged: Staged, seriesId: number, readings: readonly SeriesReading[]): boolean[] {
    const [only] = readings
    if (readings.length === 1 && only && this.#append(staged, seriesId, only)) return [true]
    const isNew: boolean[] = new Array(readings.length).fill(false)
    const days = new Map<number, number[]>()
    readings.forEach((reading, i) => {
      const { from } = emptyRawTile(reading.time)
      const rows = days.get(from)
      if (rows) rows.push(i)
      else days.set(from, [i])
    })
    for (const [from, rows] of days) {
      const open = staged.get(keyOf(seriesId, from)) ?? this.#open(seriesId, from)
      const merged = mergeRaw(open.tile, columnsOf(rows.map((row) => readings[row]!)))
      const added = [...open.added]
      rows.forEach((row, i) => {
        if (!merged.isNew[i]) return
        isNew[row] = true
        added.push(readings[row]!.time)
      })
      staged.set(keyOf(seriesId, from), { seriesId, tile: merged.tile, added })
    }
    return isNew
  }

  keep(staged: Staged): void {
    for (const [key, open] of staged) {
      this.#tiles.delete(key)
      this.#tiles.set(key, open)
      if (open.added.length === 0) continue
      const keys = this.#unfolded.get(open.seriesId)
      if (keys) keys.add(key)
      else this.#unfolded.set(open.seriesId, new Set([key]))
    }
    this.#trim()
  }

  /** The tile as it is now, folded or not. */
  get(seriesId: number, from: number): RawTile {
    return this.#open(seriesId, from).tile
  }

  get unfoldedSeries(): number {
    return this.#unfolded.size
  }

  /** All tiles with something new of the first `limit` series, those that have waited longest first. */
  unfolded(limit: number): OpenTile[] {
    const open: OpenTile[] = []
    for (const keys of this.#unfolded.values()) {
      if (limit-- <= 0) break
      for (const key of keys) open.push(this.#tiles.get(key)!)
    }
    return open
  }

  markFolded(folded: readonly OpenTile[]): void {
    for (const open of folded) {
      this.#tiles.set(keyOf(open.seriesId, open.tile.from), { ...open, added: [] })
      this.#unfolded.delete(open.seriesId)
    }
  }

  /** The common case, a reading later than all before, without going through the whole tile. */
  #append(staged: Staged, seriesId: number, reading: SeriesReading): boolean {
    const from = reading.time - (reading.time % DAY_SECONDS)
    const key = keyOf(seriesId, from)
    const open = staged.get(key) ?? this.#open(seriesId, from)
    const tile = appendReading(open.tile, reading)
    if (!tile) return false
    staged.set(key, { seriesId, tile, added: [...open.added, reading.time] })
    return true
  }

  #open(seriesId: number, from: number): OpenTile {
    const known = this.#tiles.get(keyOf(seriesId, from))
    if (known) return known
    return { seriesId, tile: this.#read(seriesId, from) ?? emptyRawTile(from), added: [] }
  }

  #trim(): void {
    if (this.#tiles.size <= KEPT_TILES) return
    for (const [key, open] of this.#tiles) {
      if (this.#tiles.size <= KEPT_TILES) return
      if (open.added.length === 0) this.#tiles.delete(key)
    }
  }
}

function columnsOf(readings: readonly SeriesReading[]): NewReadings {
  const column = (name: 'weight' | 'temperature' | 'humidity' | 'battery' | 'signal') =>
    readings.map((reading) => reading[name])
  return {
    length: readings.length,
    time: readings.map((reading) => reading.time),
    columns: {
      weight: column('weight'),
      temperature: column('temperature'),
      humidity: column('humidity'),
      battery: column('battery'),
      signal: column('signal'),
    },
  }
}
