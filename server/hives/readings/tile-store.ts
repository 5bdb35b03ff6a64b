import type { ScaleState, ScaleType } from '#domain/hives/scale.ts'
import { levelNumber } from '#domain/hives/timeline-tile.ts'
import type { HotStatements } from './hot-statements.ts'
import type { Transmitter } from './transmitter-cache.ts'

/** A UTC day of a series; `from` in epoch seconds. */
export type DayKey = { seriesId: number; from: number }
/** The bytes of a raw tile, as they are stored. */
export type StoredDay = DayKey & { bytes: Uint8Array }
export type FoldedScale = { controller_id: number; type: ScaleType; state: ScaleState }
/** Of the newest reading of a scale; `time` in epoch seconds, levels in grams. */
export type LastReading = { time: number; gain_level_grams: number; loss_level_grams: number }
/** What detection wants to know of where a transmitter stands; hours of the day, null where nobody said. */
export type Place = {
  longitude: number | null
  utc_offset: number | null
  alarm_from: number | null
  alarm_to: number | null
}

/**
 * What the write path loads before it computes, each as one set: what is not there is left out. In the open transaction. An engine
 * to which each question is a way to and fro answers a set with one.
 */
export type TileStore = {
  /** By the hashes of their keys, with their scales. */
  transmitters(keyHashes: readonly string[]): Map<string, Transmitter>
  days(wanted: readonly DayKey[]): StoredDay[]
  scales(scaleIds: readonly number[]): Map<number, FoldedScale>
  lasts(scaleIds: readonly number[]): Map<number, LastReading>
  /** By transmitter. */
  places(controllerIds: readonly number[]): Map<number, Place>
}

/** SQLite is asked one by one: a prepared statement answers in some microseconds. */
export function createTileStore(statements: () => HotStatements): TileStore {
  return {
    transmitters: (keyHashes) =>
      setOf(keyHashes, (hash) => {
        const controller = statements().controllerByKey.get(hash)
        return controller && { controller, scales: statements().scalesOf.all(controller.id) }
      }),
    days: (wanted) =>
      wanted.flatMap(({ seriesId, from }) => {
        const stored = statements().readTile.get(seriesId, levelNumber.raw, from)
        return stored ? [{ seriesId, from, bytes: stored.bytes }] : []
      }),
    scales: (scaleIds) => setOf(scaleIds, (id) => statements().readScale.get(id)),
    lasts: (scaleIds) => setOf(scaleIds, (id) => statements().readLast.get(id)),
    places: (controllerIds) =>
      setOf(controllerIds, (id) => {
        const place = statements().readPlace.get(id)
        const region = place?.primary_region_id ? statements().readRegion.get(place.primary_region_id) : undefined
        return place && { ...NOWHERE, ...region, longitude: place.longitude }
      }),
  }
}

export const NOWHERE: Place = { longitude: null, utc_offset: null, alarm_from: null, alarm_to: null }

function setOf<Key, Value>(keys: readonly Key[], read: (key: Key) => Value | undefined): Map<Key, Value> {
  const found = new Map<Key, Value>()
  for (const key of keys) {
    const value = read(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}
