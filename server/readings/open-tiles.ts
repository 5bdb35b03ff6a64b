import { mergeRaw, type NewReadings } from '#domain/tile-merge.ts'
import { emptyRawTile, type RawTile } from '#domain/timeline-tile.ts'
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
  readonly #read: (seriesId: number, from: number) => RawTile | undefined

  constructor(read: (seriesId: number, from: number) => RawTile | undefined) {
    this.#read = read
  }

  /** Merges readings of one series into `staged`; says for each whether it is new. */
  merge(staged: Staged, seriesId: number, readings: readonly SeriesReading[]): boolean[] {
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
    }
    this.#trim()
  }

  /** The tile as it is now, folded or not. */
  get(seriesId: number, from: number): RawTile {
    return this.#open(seriesId, from).tile
  }

  unfolded(): OpenTile[] {
    return [...this.#tiles.values()].filter((open) => open.added.length > 0)
  }

  markFolded(folded: readonly OpenTile[]): void {
    for (const open of folded) {
      const key = keyOf(open.seriesId, open.tile.from)
      if (this.#tiles.get(key) === open) this.#tiles.set(key, { ...open, added: [] })
    }
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
