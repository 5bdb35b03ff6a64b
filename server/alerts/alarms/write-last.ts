import { ABSENT, type RawTile } from '#domain/hives/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { HotStatements } from '../../hives/readings/hot-statements.ts'
import { type LastReading, NOWHERE, type TileStore } from '../../hives/readings/tile-store.ts'
import type { DetectorSettings } from './detectors/detector.ts'
import { bucketLevels, type DetectorState } from './detectors/run-detectors.ts'
import { settingsOf } from './settings-of-place.ts'

type RawOf = (seriesId: number, from: number) => RawTile

/** The newest reading that a scale still has. */
export function newestLeft(statements: HotStatements, scaleId: number, raw: RawOf): number | undefined {
  for (const { from } of statements.rawStartsFrom.all(scaleId, 0).reverse()) {
    const { time, length } = raw(scaleId, from)
    if (length > 0) return from + time[length - 1]!
  }
  return undefined
}

/** What the detectors need to know of each place, read once a run. */
export function settingsByController(store: TileStore, settings: GlobalSettings) {
  const known = new Map<number, DetectorSettings>()
  function load(controllerIds: readonly number[]): void {
    const unknown = [...new Set(controllerIds)].filter((id) => !known.has(id))
    const places = unknown.length === 0 ? undefined : store.places(unknown)
    for (const id of unknown) known.set(id, settingsOf(places?.get(id) ?? NOWHERE, settings))
  }
  return {
    /** Those of several as one set. */
    load,
    of(controllerId: number): DetectorSettings {
      if (!known.has(controllerId)) load([controllerId])
      return known.get(controllerId)!
    },
  }
}

/**
 * Keeps the newest reading at hand for the dashboard; a late one does not push it aside. `known`: the one that is kept so far;
 * `state` undefined: the bucket levels are as they were.
 */
export function writeLast(
  statements: HotStatements,
  known: LastReading | undefined,
  scaleId: number,
  added: number,
  raw: RawOf,
  state: DetectorState | undefined,
  settings: DetectorSettings,
  change: 'added' | 'removed',
): void {
  const newest = change === 'removed' ? added : Math.max(added, known?.time ?? 0)
  const tile = raw(scaleId, newest - (newest % DAY_SECONDS))
  const lastOf = (name: 'weight' | 'temperature' | 'humidity') => {
    const value = tile.columns[name]?.findLast((candidate) => candidate !== ABSENT)
    return value ?? null
  }
  const levels = state && bucketLevels(state, newest, settings)
  statements.writeLast.run(
    scaleId,
    newest,
    lastOf('weight'),
    lastOf('temperature'),
    lastOf('humidity'),
    levels?.gainGrams ?? known?.gain_level_grams ?? 0,
    levels?.lossGrams ?? known?.loss_level_grams ?? 0,
  )
}
