import { ABSENT, type RawTile } from '#domain/hives/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { HotStatements } from '../../hives/readings/hot-statements.ts'
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
export function settingsByController(statements: HotStatements, settings: GlobalSettings) {
  const known = new Map<number, DetectorSettings>()
  return {
    of(controllerId: number): DetectorSettings {
      let ofPlace = known.get(controllerId)
      if (!ofPlace) {
        const place = statements.readPlace.get(controllerId)
        const region = place?.primary_region_id ? statements.readRegion.get(place.primary_region_id) : undefined
        const nowhere = { utc_offset: null, alarm_from: null, alarm_to: null }
        ofPlace = settingsOf({ longitude: place?.longitude ?? null, ...nowhere, ...region }, settings)
        known.set(controllerId, ofPlace)
      }
      return ofPlace
    },
  }
}

/**
 * Keeps the newest reading at hand for the dashboard; a late one does not push it aside. `state` undefined: the bucket
 * levels are as they were.
 */
export function writeLast(
  statements: HotStatements,
  scaleId: number,
  added: number,
  raw: RawOf,
  state: DetectorState | undefined,
  settings: DetectorSettings,
  change: 'added' | 'removed',
): void {
  const known = statements.readLast.get(scaleId)
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
