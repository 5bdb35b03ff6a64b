import type { Kysely } from 'kysely'
import type { GlobalSettings } from '#domain/settings.ts'
import { ABSENT, DAY_SECONDS, type RawTile } from '#domain/timeline-tile.ts'
import type { HotStatements } from '../db/hot-statements.ts'
import type { Tables } from '../db/tables.ts'
import { type ChangedAlarm, planDeliveries } from '../notifications/plan-deliveries.ts'
import { readSettings } from '../settings/read-settings.ts'
import { forgetCheckpoints, forgetLast } from './alarm-queries.ts'
import { assessSurroundings } from './assess-surroundings.ts'
import type { DetectorSettings } from './detectors/detector.ts'
import { bucketLevels, type DetectorState } from './detectors/run-detectors.ts'
import { continueScale, replayScale, type ScaleRun } from './replay-scale.ts'
import { settingsOf } from './settings-of-place.ts'
import { type FoundInScale, writeDetections } from './write-alarms.ts'

type Changed = { controllerId: number; scaleIds: number[] }
type RawOf = (seriesId: number, from: number) => RawTile
/** Whether the readings came in or were taken away. */
type Change = 'added' | 'removed'

const KEPT_STATES = 20_000

/** Detection beside the fold: runs the detectors over what is new and writes what they found, in the fold's transaction. */
export function createDetection(db: Kysely<Tables>, statements: () => HotStatements) {
  const states = new Map<number, DetectorState>()

  function runScale(
    scaleId: number,
    added: number[],
    raw: RawOf,
    settings: DetectorSettings,
    change: Change,
  ): ScaleRun {
    const rawOfScale = (from: number) => raw(scaleId, from)
    if (change === 'removed') return replayWithout(statements(), scaleId, added, rawOfScale, settings)
    const state = states.get(scaleId)
    const isLater = state && added[0]! > (state.recent.times.at(-1) ?? 0)
    return isLater
      ? continueScale(state, added, rawOfScale, settings)
      : replayScale(statements(), scaleId, added, rawOfScale, settings)
  }

  return {
    /** `times`: what is new or gone, by series, rising. Nothing is kept in memory until `keep`. */
    async run(times: Map<number, number[]>, raw: RawOf, nowMs: number, change: Change = 'added') {
      const places = settingsByController(statements(), await readSettings(db))
      const found = new Map<number, DetectorState | undefined>()
      const changed = new Map<number, Set<number>>()
      const stretches: FoundInScale[] = []
      for (const [seriesId, added] of times) {
        if (seriesId < 0) {
          note(changed, -seriesId)
          continue
        }
        const scale = statements().readScale.get(seriesId)
        if (!scale) continue
        note(changed, scale.controller_id, seriesId)
        const detectorSettings = places.of(scale.controller_id)
        const watched = scale.type === 'weight' && scale.state === 'active'
        if (change === 'removed') await forgetEmptyDays(db, seriesId, added, raw)
        const run = watched ? runScale(seriesId, added, raw, detectorSettings, change) : undefined
        if (run) {
          found.set(seriesId, run.state)
          for (const { day, state } of run.checkpoints) statements().writeCheckpoint.run(seriesId, day, state)
          const isReplay = change === 'removed' || run.from < added[0]!
          if (isReplay || run.detections.length > 0 || run.jumps.length > 0) {
            stretches.push({ ...run, controllerId: scale.controller_id, scaleId: seriesId })
          }
        }
        const newest = change === 'added' ? added.at(-1)! : newestLeft(statements(), seriesId, raw)
        if (newest === undefined) await forgetLast(db, seriesId)
        else writeLast(statements(), seriesId, newest, raw, run?.state, detectorSettings, change)
      }
      return { states: found, changed: listed(changed), alarms: listed(await writeStretches(db, stretches, nowMs)) }
    },

    keep(found: Map<number, DetectorState | undefined>): void {
      for (const [scaleId, state] of found) {
        states.delete(scaleId)
        if (state) states.set(scaleId, state)
      }
      for (const scaleId of states.keys()) {
        if (states.size <= KEPT_STATES) break
        states.delete(scaleId)
      }
    },
  }
}

/** Runs again without readings that are gone; what was found up to the last of them must be found again. */
function replayWithout(
  statements: HotStatements,
  scaleId: number,
  removed: number[],
  raw: (from: number) => RawTile,
  settings: DetectorSettings,
): ScaleRun {
  const run = replayScale(statements, scaleId, removed, raw, settings)
  return run.state ? { ...run, to: Math.max(run.to, removed.at(-1)! + 1) } : run
}

/** A day without readings hands out no checkpoint; one that stayed would be taken up by a later run. */
async function forgetEmptyDays(db: Kysely<Tables>, scaleId: number, removed: number[], raw: RawOf): Promise<void> {
  const days = new Set(removed.map((time) => time - (time % DAY_SECONDS)))
  const empty = [...days].filter((day) => raw(scaleId, day).length === 0)
  if (empty.length > 0) await forgetCheckpoints(db, scaleId, empty)
}

function newestLeft(statements: HotStatements, scaleId: number, raw: RawOf): number | undefined {
  for (const { from } of statements.rawStartsFrom.all(scaleId, 0).reverse()) {
    const { time, length } = raw(scaleId, from)
    if (length > 0) return from + time[length - 1]!
  }
  return undefined
}

/** All scales first, then their surroundings, so that it does not matter which hive of a place came first. */
async function writeStretches(db: Kysely<Tables>, stretches: FoundInScale[], nowMs: number) {
  const told = new Map<number, Set<number>>()
  const alarms = new Map<number, ChangedAlarm>()
  for (const stretch of stretches) {
    const changed = await writeDetections(db, stretch)
    for (const alarm of changed) alarms.set(alarm.id, alarm)
    if (changed.length > 0) note(told, stretch.controllerId, stretch.scaleId)
  }
  const spans = stretches.map(({ scaleId, from, to, detections }) => ({
    scaleId,
    from: detections.reduce((begun, { startedAt }) => Math.min(begun, startedAt), from),
    to,
  }))
  const { changed } = await assessSurroundings(db, spans)
  for (const { id, controllerId, scaleId, status, wasLoud, isLoud } of changed) {
    note(told, controllerId, scaleId)
    if (isLoud && !wasLoud) alarms.set(id, { previousStatus: status, ...alarms.get(id), id, wasQuiet: true })
  }
  await planDeliveries(db, [...alarms.values()], nowMs)
  return told
}

function note(changes: Map<number, Set<number>>, controllerId: number, scaleId?: number): void {
  const scaleIds = changes.get(controllerId) ?? new Set()
  if (scaleId !== undefined) scaleIds.add(scaleId)
  changes.set(controllerId, scaleIds)
}

const listed = (changes: Map<number, Set<number>>): Changed[] =>
  [...changes].map(([controllerId, scaleIds]) => ({ controllerId, scaleIds: [...scaleIds] }))

/** What the detectors need to know of each place, read once a run. */
function settingsByController(statements: HotStatements, settings: GlobalSettings) {
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
function writeLast(
  statements: HotStatements,
  scaleId: number,
  added: number,
  raw: RawOf,
  state: DetectorState | undefined,
  settings: DetectorSettings,
  change: Change,
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
