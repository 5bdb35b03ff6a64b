import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import type { ReplayEntry, ReplayVerdict } from '#domain/alerts/rule-replay.ts'
import { kgFromGrams } from '#domain/hives/units.ts'

/** An episode of one scale; times in epoch seconds, `rings`: it was sure enough to ring at some time. */
export type Episode = {
  status: AlarmStatus
  startedAt: number
  endedAt: number | null
  weightChangeGrams: number
  confidencePercent: number
  rings: boolean
}
export type FoundEpisode = Episode & { id: number }

/** With other thresholds the same episode may begin or end this much earlier or later. */
const SAME_SECONDS = 2 * 3600

/**
 * Compares the episodes of a replayed rule with those found at the time: one entry for each
 * that rings in either. `quiet`: the number of replayed ones that ring in neither. Pure.
 */
export function compareAlarms(
  scaleId: number,
  replayed: readonly Episode[],
  found: readonly FoundEpisode[],
): { entries: ReplayEntry[]; quiet: number } {
  const left = new Set(found)
  const entries: ReplayEntry[] = []
  let quiet = 0
  for (const episode of replayed) {
    const same = [...left]
      .filter((other) => isSame(episode, other))
      .sort((a, b) => far(a, episode) - far(b, episode))[0]
    if (same) left.delete(same)
    const verdict = verdictOf(episode.rings, same?.rings ?? false)
    if (verdict) entries.push(toEntry(scaleId, verdict, episode, same?.id ?? null))
    else quiet++
  }
  for (const episode of left) if (episode.rings) entries.push(toEntry(scaleId, 'dropped', episode, episode.id))
  return { entries, quiet }
}

function verdictOf(would: boolean, did: boolean): ReplayVerdict | undefined {
  if (would) return did ? 'both' : 'added'
  return did ? 'dropped' : undefined
}

const far = (a: Episode, b: Episode): number => Math.abs(a.startedAt - b.startedAt)

const isSame = (a: Episode, b: Episode): boolean =>
  a.startedAt <= Math.max(b.startedAt, b.endedAt ?? 0) + SAME_SECONDS &&
  b.startedAt <= Math.max(a.startedAt, a.endedAt ?? 0) + SAME_SECONDS

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const toEntry = (scaleId: number, verdict: ReplayVerdict, episode: Episode, alarmId: number | null): ReplayEntry => ({
  scaleId,
  verdict,
  status: episode.status,
  startedAt: iso(episode.startedAt),
  endedAt: episode.endedAt === null ? null : iso(episode.endedAt),
  weightChange: kgFromGrams(episode.weightChangeGrams),
  confidence: episode.confidencePercent / 100,
  alarmId,
})
