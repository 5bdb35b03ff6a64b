import type { Kysely } from 'kysely'
import { isOfOneReading } from '#domain/alerts/one-reading.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { ChangedAlarm } from '../notifications/planning/plan-deliveries.ts'
import { replaceUnusable } from './alarm-queries.ts'
import type { ChangedSpan } from './assess-surroundings.ts'
import { endVanished, hasFindings, moveShifted, readEpisodes, upsertAlarm } from './episode-queries.ts'
import type { FoundInScale } from './found-in-scale.ts'
import { replaceDeviations, replaceJumps } from './jump-queries.ts'

/**
 * Updates the stored alarms and jumps of a scale to what a run found: new ones are added, changed ones updated, also if their beginning moved, and
 * those that the stretch no longer shows, or only a single reading had shown, are deleted, or withdrawn if somebody
 * was told of them or judged them. Verdicts stay. Runs in the caller's transaction. `span`: where this may change
 * how sure alarms of nearby hives are; `isNews`: whoever is looking at these alarms now sees others.
 */
export async function writeDetections(
  db: Kysely<Tables>,
  found: FoundInScale,
): Promise<{ changed: ChangedAlarm[]; span: ChangedSpan; isNews: boolean }> {
  const before = new Map((await readEpisodes(db, found)).map((episode) => [episode.id, episode]))
  await moveShifted(db, found, [...before.values()])
  for (const detection of found.detections) await upsertAlarm(db, found, detection)
  await endVanished(db, found)
  await replaceJumps(db, found)
  const begun = await replaceDeviations(db, found)
  await replaceUnusable(db, found)
  const after = await readEpisodes(db, found)
  const changed = after.flatMap((episode): ChangedAlarm[] => {
    const known = before.get(episode.id)
    // news, since a single reading may not have been told
    const isSurer = known?.status === episode.status && isFirst(known) && !isFirst(episode)
    if (known?.status === episode.status && !isSurer) return []
    return [{ id: episode.id, previousStatus: isSurer ? null : (known?.status ?? null) }]
  })
  const stillThere = after.filter(({ id, started_at }) => before.get(id)?.started_at === started_at)
  const isNews = changed.length > 0 || before.size > stillThere.length
  const { scaleId, from, to, detections } = found
  const first = detections.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Math.min(from, begun))
  return { changed, span: { scaleId, from: first, to }, isNews }
}

/** Whether only a single reading shows it so far. */
const isFirst = ({ own_why }: { own_why: string }): boolean => isOfOneReading(reasonsOf(own_why))

/** Whether a run found nothing where nothing had been found before, so that no alarm needs to be judged again. */
export async function isNothingNew(db: Kysely<Tables>, found: FoundInScale): Promise<boolean> {
  const { detections, jumps, deviations, unusable, unchanged } = found
  const isQuiet = [detections, jumps, deviations, unusable, unchanged].every(({ length }) => length === 0)
  return isQuiet && !(await hasFindings(db, found))
}
