import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { type ChangedAlarm, planDeliveries } from '../notifications/planning/plan-deliveries.ts'
import { AROUND_SECONDS, scalesNear } from './alarm-context.ts'
import { assessSurroundings, type ChangedSpan, type Reassessed } from './assess-surroundings.ts'
import {
  deleteAssessmentsDue,
  insertAssessmentsDue,
  insertAssessmentsDueAround,
  readAssessmentsDue,
} from './assessment-queries.ts'
import { tell } from './changed-scales.ts'
import type { FoundInScale } from './found-in-scale.ts'
import { replaceJumps } from './jump-queries.ts'
import { isNothingNew, writeDetections } from './write-alarms.ts'

const ASSESSED_AT_ONCE = 300
/** Newer alarms may still be told to somebody, so they are assessed first. */
const RECENT_SECONDS = 26 * 3600

/**
 * Writes all scales first and assesses their surroundings afterwards, so that the order of a place's
 * hives does not matter. What is too old to be told to anybody is assessed as time allows.
 */
export async function writeStretches(
  db: Kysely<Tables>,
  found: readonly FoundInScale[],
  nowMs: number,
  hasTime: () => boolean,
  areSomeDue: boolean,
) {
  const told = new Map<number, Set<number>>()
  const alarms = new Map<number, ChangedAlarm>()
  const spans: ChangedSpan[] = []
  for (const stretch of found) {
    if (stretch.jumpsAlone) {
      await replaceJumps(db, stretch)
      continue
    }
    if (await isNothingNew(db, stretch)) continue
    const { changed, span, isNews } = await writeDetections(db, stretch)
    spans.push(span)
    for (const alarm of changed) alarms.set(alarm.id, alarm)
    if (isNews) tell(told, stretch.controllerId, stretch.scaleId)
  }
  const recentFrom = Math.floor(nowMs / 1000) - RECENT_SECONDS
  const recent = spans.flatMap((span) => clip(span, recentFrom, Infinity))
  const older = spans.flatMap((span) => clip(span, -Infinity, recentFrom))
  const reassessed: Reassessed[] = recent.length > 0 ? (await assessSurroundings(db, recent)).changed : []
  for (const { scaleId, from, to } of older) {
    await insertAssessmentsDueAround(db, await scalesNear(db, scaleId), from - AROUND_SECONDS, to + AROUND_SECONDS)
  }
  const isLeft = areSomeDue || older.length > 0 ? await assessDue(db, hasTime, reassessed) : false
  for (const { id, controllerId, scaleId, status, wasLoud, isLoud } of reassessed) {
    tell(told, controllerId, scaleId)
    if (isLoud && !wasLoud) alarms.set(id, { previousStatus: status, ...alarms.get(id), id, wasQuiet: true })
  }
  await planDeliveries(db, [...alarms.values()], nowMs)
  return { told, isLeft }
}

/** Assesses some of the alarms waiting for it. Returns whether some are left. */
async function assessDue(db: Kysely<Tables>, hasTime: () => boolean, reassessed: Reassessed[]): Promise<boolean> {
  const due = await readAssessmentsDue(db, ASSESSED_AT_ONCE)
  if (due.length === 0) return false
  let looks = 0
  const { changed, left } = await assessSurroundings(db, [], due, () => looks++ === 0 || hasTime())
  reassessed.push(...changed)
  const waiting = new Set(left)
  await deleteAssessmentsDue(
    db,
    due.filter((id) => !waiting.has(id)),
  )
  await insertAssessmentsDue(db, left)
  return left.length > 0 || due.length === ASSESSED_AT_ONCE
}

function clip(span: ChangedSpan, from: number, to: number): ChangedSpan[] {
  const clipped = { ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }
  return clipped.from < clipped.to ? [clipped] : []
}
