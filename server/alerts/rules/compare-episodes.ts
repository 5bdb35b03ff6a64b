import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import type { RuleEpisode } from '#domain/alerts/run-rule.ts'
import type { RuleAlarmRow } from './episode-queries.ts'

/** The age at which an alarm would only be a mark on the timeline; an ongoing episode this old is dated now instead, so that it is still told. */
const TOO_OLD_SECONDS = 6 * 3600

type Stored = Omit<RuleAlarmRow, 'rule_id'>
type Moment = { since: number; judgesFrom: number; now: number }

/** The changes that make the stored alarms of a rule at a hive match those found. A null `endedAt` in `moved`: it goes on after all. */
export type EpisodeChanges = {
  added: (RuleEpisode & { startedAt: number })[]
  moved: { id: number; endedAt: number | null; previousStatus: AlarmStatus }[]
  vanished: Pick<Stored, 'id' | 'status' | 'verdict'>[]
}

/**
 * Compares the stored alarms of a rule at a hive with the episodes found; all times in epoch seconds. An episode matches the stored one it
 * overlaps, even if its start differs, so that late readings never ring twice. Episodes that were over before the rule got its current terms
 * are ignored; those ongoing at that time start with it. An ongoing episode is news, however old the readings that show it.
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
