import type { Kysely } from 'kysely'
import type { Detection, Deviation, Jump } from '#domain/alerts/detection.ts'
import type { Tables } from '../../store/tables.ts'
import type { ChangedAlarm } from '../notifications/planning/plan-deliveries.ts'
import { endVanished, hasFindings, readEpisodes, replaceUnusable, upsertAlarm } from './alarm-queries.ts'
import type { ChangedSpan } from './assess-surroundings.ts'
import { replaceDeviations, replaceJumps } from './jump-queries.ts'

/** What a run found in one scale's stretch of time; `from` and `to` (exclusive) in epoch seconds. */
export type FoundInScale = {
  controllerId: number
  scaleId: number
  from: number
  to: number
  detections: readonly Detection[]
  jumps: readonly Jump[]
  deviations: readonly Deviation[]
  /** Readings from which on those of their hour could not be used. */
  unusable: readonly number[]
  /** Episodes that are stored in a later form which still holds. */
  unchanged: readonly Pick<Detection, 'type' | 'startedAt'>[]
}

/**
 * Makes the stored alarms and jumps of a scale those that a run found: new ones are added, changed ones updated, and what
 * the stretch no longer shows goes; where somebody was told of it or has judged it, it is withdrawn instead. Verdicts
 * stay. Runs in the caller's transaction. `span`: where that may change how sure alarms of the hives beside it are.
 */
export async function writeDetections(
  db: Kysely<Tables>,
  found: FoundInScale,
): Promise<{ changed: ChangedAlarm[]; span: ChangedSpan }> {
  const before = new Map((await readEpisodes(db, found)).map(({ id, status }) => [id, status]))
  for (const detection of found.detections) await upsertAlarm(db, found, detection)
  await endVanished(db, found)
  await replaceJumps(db, found)
  const begun = await replaceDeviations(db, found)
  await replaceUnusable(db, found)
  const after = await readEpisodes(db, found)
  const changed = after
    .filter(({ id, status }) => before.get(id) !== status)
    .map(({ id }) => ({ id, previousStatus: before.get(id) ?? null }))
  const { scaleId, from, to, detections } = found
  const first = detections.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Math.min(from, begun))
  return { changed, span: { scaleId, from: first, to } }
}

/** Whether a run found nothing where nothing had been found: nobody's alarms are judged otherwise for it. */
export async function isNothingNew(db: Kysely<Tables>, found: FoundInScale): Promise<boolean> {
  const { detections, jumps, deviations, unusable, unchanged } = found
  const isQuiet = [detections, jumps, deviations, unusable, unchanged].every(({ length }) => length === 0)
  return isQuiet && !(await hasFindings(db, found))
}
