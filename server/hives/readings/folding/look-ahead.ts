import { FIELDS_A_ROW, Field } from '#domain/hives/reading.ts'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { IngestRequest } from '../request/ingest-request.ts'
import type { TileKey, TileStore } from '../store/tile-store.ts'
import type { TransmitterCache } from '../store/transmitter-cache.ts'
import type { OpenTiles } from './open-tiles.ts'

/** A request with more new days than this is not read ahead: not every scale has all of them. */
const DAYS_A_REQUEST = 3

/** Reads what the requests of a commit will need, as sets, before the first one is handled. It only makes that faster. */
export class LookAhead {
  readonly #store: TileStore
  readonly #days = new Map<string, Uint8Array | undefined>()

  constructor(store: TileStore) {
    this.#store = store
  }

  /** Runs the work with what it will need at hand. What is written during the work is not included. */
  during<T>(requests: readonly IngestRequest[], transmitters: TransmitterCache, tiles: OpenTiles, work: () => T): T {
    try {
      this.#look(requests, transmitters, tiles)
      return work()
    } finally {
      this.#days.clear()
    }
  }

  #look(requests: readonly IngestRequest[], transmitters: TransmitterCache, tiles: OpenTiles): void {
    transmitters.load(requests.map(({ deviceKeyHash }) => deviceKeyHash))
    const wanted: TileKey[] = []
    for (const request of requests) {
      const transmitter = transmitters.byKey(request.deviceKeyHash)
      if (!transmitter) continue
      for (const from of newDays(request, transmitter.openDay)) {
        transmitter.openDay = from
        const { controller, scales } = transmitter
        for (const seriesId of [-controller.id, ...scales.map(({ id }) => id)]) {
          if (!tiles.has(seriesId, from)) wanted.push(dayOf(seriesId, from))
        }
      }
    }
    if (wanted.length === 0) return
    for (const day of wanted) this.#days.set(nameOf(day), undefined)
    for (const stored of this.#store.tiles(wanted)) this.#days.set(nameOf(stored), stored.bytes)
  }

  /** A day as it is stored, whether read ahead or not. Throws if it cannot be read. */
  read(seriesId: number, from: number): RawTile | undefined {
    const day = dayOf(seriesId, from)
    const bytes = this.#days.has(nameOf(day)) ? this.#days.get(nameOf(day)) : this.#store.tiles([day])[0]?.bytes
    return bytes && (decodeTile(bytes) as RawTile)
  }
}

const dayOf = (seriesId: number, from: number): TileKey => ({ seriesId, level: 'raw', from })
const nameOf = ({ seriesId, from }: TileKey): string => `${seriesId} ${from}`

/** The days of a request except the one its transmitter was on last; none if there are too many. */
function newDays({ rows }: IngestRequest, openDay: number | undefined): ReadonlySet<number> {
  const days = new Set<number>()
  for (let at = 0; at < rows.length * FIELDS_A_ROW; at += FIELDS_A_ROW) {
    const time = rows.values[at + Field.time]!
    const from = time - (time % DAY_SECONDS)
    if (from === openDay) continue
    days.add(from)
    if (days.size > DAYS_A_REQUEST) return NO_DAYS
  }
  return days
}

const NO_DAYS: ReadonlySet<number> = new Set()
