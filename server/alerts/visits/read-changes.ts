import type { Kysely } from 'kysely'
import { type Visit, visitChanges } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { readTimes } from './read-times.ts'
import { selectScaleIds, selectSteps, type VisitRow } from './visit-queries.ts'

/** A change just before the end of a visit shows in the next reading, which comes after at most the longest interval. */
const LATEST_READING_SECONDS = 6 * HOUR_SECONDS

/** Returns what changed at the hives of visits while they lasted, as far as is known now, by visit id. */
export async function readChanges(
  db: Kysely<Tables>,
  visits: readonly VisitRow[],
): Promise<Map<string, Visit['scales']>> {
  const found = new Map<string, Visit['scales']>()
  if (visits.length === 0) return found
  const ids = [...new Set(visits.map(({ controller_id }) => controller_id))]
  const scales = Map.groupBy(await selectScaleIds(db, ids), ({ controller_id }) => controller_id)
  for (const visit of visits) {
    const scaleIds = (scales.get(visit.controller_id) ?? []).map(({ id }) => id)
    const steps = await readSteps(db, visit, scaleIds)
    const changed = scaleIds.map((scaleId) => {
      const ofScale = steps.filter(({ scale_id }) => scale_id === scaleId)
      const grams = visitChanges(ofScale.map(({ time, change_grams }) => ({ time, changeGrams: change_grams })))
      return { scaleId, changes: grams.map((one) => kgFromGrams(one)) }
    })
    found.set(
      visit.id,
      changed.filter(({ changes }) => changes.length > 0),
    )
  }
  return found
}

/** Returns the steps of a visit: those during it, and those in the first reading after its end. */
async function readSteps(db: Kysely<Tables>, { started_at, ended_at }: VisitRow, scaleIds: readonly number[]) {
  const from = Math.floor(started_at / 1000)
  const to = Math.ceil((ended_at ?? started_at + LONGEST_VISIT_MS) / 1000)
  const steps = await selectSteps(db, scaleIds, from, to + LATEST_READING_SECONDS)
  const later = steps.filter(({ time }) => time > to)
  if (later.length === 0) return steps
  const laterIds = [...new Set(later.map(({ scale_id }) => scale_id))]
  const times = await readTimes(db, laterIds, to, to + LATEST_READING_SECONDS)
  return steps.filter(({ scale_id, time }) => time <= to || times.get(scale_id)?.[0] === time)
}
