import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import type { RuleEpisode } from '#domain/alerts/run-rule.ts'
import type { RuleAlarmRow } from './episode-queries.ts'

/** Older than this when it arrives, what is over is a mark on the timeline and nothing more. */
const TOO_OLD_SECONDS = 6 * 3600

type Stored = Omit<RuleAlarmRow, 'rule_id'>
type Moment = { since: number; judgesFrom: number; now: number }

/** What makes the stored alarms of a rule at a hive those that were found. `ended` null: it goes on after all. */
export type EpisodeChanges = {
  added: (RuleEpisode & { startedAt: number })[]
  moved: { id: number; endedAt: number | null; previousStatus: AlarmStatus }[]
  vanished: Pick<Stored, 'id' | 'status' | 'verdict'>[]
}

/**
 * Compares what is stored of a rule at a hive with what was found; all times in epoch seconds. An episode is the stored one that it overlaps,
 * however exactly it began: what arrived late rings no second time. What was over before the rule was what it is, is none of it; what went on
 * then begins with it. What still goes on is news, however old the readings are that tell of it.
 */
export function compareEpisodes(
  stored: readonly Stored[],
  found: readonly RuleEpisode[],
  { since, judgesFrom, now }: Moment,
): EpisodeChanges {
  const ofThisRule = stored.filter(({ detected_at, ended_at }) => ended_at === null || detected_at >= since)
  const left = new Set(ofThisRule)
  const changes: EpisodeChanges = { added: [], moved: [], vanished: [] }
  for (const episode of found) {
    const end = episode.endedAt ?? Number.POSITIVE_INFINITY
    if (end <= since) continue
    const known = [...left].filter(
      ({ started_at, ended_at }) => started_at <= end && (ended_at ?? Number.POSITIVE_INFINITY) >= episode.startedAt,
    )
    for (const one of known) left.delete(one)
    const [last] = known
    if (!last) {
      changes.added.push({
        ...episode,
        startedAt: Math.max(episode.startedAt, since),
        detectedAt: detectionOf(episode, since, now),
      })
    } else if (last.ended_at !== episode.endedAt || last.status === 'withdrawn') {
      changes.moved.push({ id: last.id, endedAt: episode.endedAt, previousStatus: last.status })
    }
  }
  for (const one of left) {
    const { status, detected_at, started_at } = one
    if (status !== 'withdrawn' && started_at >= judgesFrom && detected_at >= since) changes.vanished.push(one)
  }
  return changes
}

function detectionOf({ detectedAt, endedAt }: RuleEpisode, since: number, now: number): number {
  if (endedAt === null && now - detectedAt > TOO_OLD_SECONDS) return now
  return Math.max(detectedAt, since)
}
