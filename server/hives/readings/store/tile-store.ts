import type { ScaleState, ScaleType } from '#domain/hives/scale.ts'
import { type Level, levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Contacts } from '../request/last-contact.ts'
import type { HotStatements, IngestController, KnownScale, LastReading } from './hot-statements.ts'

/** Identifies a tile of a series; `from` in epoch seconds. */
export type TileKey = { seriesId: number; level: Level; from: number }
/** A tile in its stored bytes. */
export type StoredTile = TileKey & { bytes: Uint8Array }
export type FoldedScale = { controller_id: number; type: ScaleType; state: ScaleState }
/** A transmitter with its scales; a scale created in the open transaction must be added to the list. */
export type Transmitter = {
  controller: IngestController
  scales: KnownScale[]
  /** The UTC day of its readings that was last read ahead, epoch seconds. */
  openDay?: number
}
/** The same for the dashboard. */
export type NewestReading = LastReading & { scale_id: number }
/** What detection needs to know about a transmitter's place; alarm hours as hours of the day. Null if unknown. */
export type Place = {
  latitude: number | null
  longitude: number | null
  utc_offset: number | null
  alarm_from: number | null
  alarm_to: number | null
}
/** The state of the detectors before the first reading of a UTC day. */
export type StoredCheckpoint = { scaleId: number; from: number; state: Uint8Array }
/**
 * Where detection of a scale resumes for a UTC day: the newest checkpoint up to that day, and the first days with readings from the
 * checkpoint on, or from that day if there is none.
 */
export type ScalePast = {
  day: number
  checkpoint: { from: number; state: Uint8Array } | undefined
  /** At most `STARTS_AHEAD`, ascending. */
  starts: number[]
}
export const STARTS_AHEAD = 8
/** What a part of a fold needs to know about some scales, by scale; places by transmitter. */
export type FoldSet = {
  settings: { name: string; value: number }[]
  scales: Map<number, FoldedScale>
  lasts: Map<number, LastReading>
  places: Map<number, Place>
}

/**
 * What the write path loads before it computes, and writes afterwards, each as one set in the open transaction; what does not exist
 * is left out. An engine with a round trip per query answers a set with one query.
 */
export type TileStore = {
  /**
   * Set sizes. `series`: per part of a fold; `days`: per roll-up, including the fixed cost of each series; `waiting`: scales due for
   * detection to read ahead.
   */
  readonly atOnce: { series: number; days: number; waiting: number }
  /** By the hashes of their keys, with their scales. */
  transmitters(keyHashes: readonly string[]): Map<string, Transmitter>
  tiles(wanted: readonly TileKey[]): StoredTile[]
  forFold(scaleIds: readonly number[]): FoldSet
  /** By scale. What is left out is read one by one when needed. */
  pasts(wanted: readonly { scaleId: number; day: number }[]): Map<number, ScalePast>
  /** By transmitter. */
  places(controllerIds: readonly number[]): Map<number, Place>
  /** Writes all of them with the same, next revision. Must not contain a tile twice. */
  writeTiles(tiles: readonly StoredTile[]): void
  /** Must not contain a scale twice. */
  writeLasts(lasts: readonly NewestReading[]): void
  /** Of two for the same day the later one counts. */
  writeCheckpoints(checkpoints: readonly StoredCheckpoint[]): void
  writeContacts(contacts: Contacts): void
}

/** Small enough that a transaction leaves the writer free for the next request after a few milliseconds. */
const AT_ONCE = { series: 20, days: 50, waiting: 0 }

/** Reads from SQLite one by one: a prepared statement answers within a few microseconds. */
export function createTileStore(statements: () => HotStatements): TileStore {
  const places = (controllerIds: readonly number[]) =>
    setOf(controllerIds, (id) => {
      const place = statements().readPlace.get(id)
      const region = place?.primary_region_id ? statements().readRegion.get(place.primary_region_id) : undefined
      return place && { ...NOWHERE, ...region, latitude: place.latitude, longitude: place.longitude }
    })
  return {
    atOnce: AT_ONCE,
    transmitters: (keyHashes) =>
      setOf(keyHashes, (hash) => {
        const controller = statements().controllerByKey.get(hash)
        return controller && { controller, scales: statements().scalesOf.all(controller.id) }
      }),
    tiles: (wanted) =>
      wanted.flatMap((key) => {
        const stored = statements().readTile.get(key.seriesId, levelNumber[key.level], key.from)
        return stored ? [{ ...key, bytes: stored.bytes }] : []
      }),
    forFold(scaleIds) {
      const scales = setOf(scaleIds, (id) => statements().readScale.get(id))
      const controllerIds = new Set([...scales.values()].map(({ controller_id }) => controller_id))
      return {
        settings: statements().readSettings.all(),
        scales,
        lasts: setOf(scaleIds, (id) => statements().readLast.get(id)),
        places: places([...controllerIds]),
      }
    },
    pasts: () => new Map(),
    places,
    writeTiles(tiles) {
      if (tiles.length === 0) return
      const { revision } = statements().nextRevision.get()!
      for (const { seriesId, level, from, bytes } of tiles) {
        statements().writeTile.run(seriesId, levelNumber[level], from, bytes, revision)
      }
    },
    writeLasts(lasts) {
      for (const last of lasts) {
        statements().writeLast.run(
          last.scale_id,
          last.time,
          last.weight_grams,
          last.weight_time,
          last.temperature_centi,
          last.temperature_time,
          last.humidity_permille,
          last.humidity_time,
          last.gain_level_grams,
          last.loss_level_grams,
        )
      }
    },
    writeCheckpoints(checkpoints) {
      for (const { scaleId, from, state } of checkpoints) statements().writeCheckpoint.run(scaleId, from, state)
    },
    writeContacts(contacts) {
      for (const [id, contact] of contacts) {
        statements().touchController.run({ ...contact, id, isPast: contact.isPast ? 1 : 0 })
      }
    },
  }
}

export const NOWHERE: Place = { latitude: null, longitude: null, utc_offset: null, alarm_from: null, alarm_to: null }

function setOf<Key, Value>(keys: readonly Key[], read: (key: Key) => Value | undefined): Map<Key, Value> {
  const found = new Map<Key, Value>()
  for (const key of keys) {
    const value = read(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}
