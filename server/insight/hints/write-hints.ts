import type { Kysely } from 'kysely'
import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { type HintAlarm, hintAlarms } from '#domain/alerts/alarm-types.ts'
import type { HintEpisode } from '#domain/insight/hint.ts'
import { hintEpisodes } from '#domain/insight/hint-episodes.ts'
import { CONTEXT_DAYS } from '#domain/insight/hint-judges.ts'
import { type ChangedAlarm, planDeliveries } from '../../alerts/notifications/planning/plan-deliveries.ts'
import type { Tables } from '../../store/tables.ts'
import { deleteHint, type HintRow, insertHint, readWasTold, selectHints, updateHint } from './hint-queries.ts'
import type { FoundDays, HintScale } from './read-hints.ts'

const laterReadings = JSON.stringify([{ code: 'laterReadings' } satisfies AlarmReason])

/**
 * Updates the stored hints of an apiary to match what its last days show, and plans the deliveries, in the caller's
 * transaction. Hints that began before those days continue from their stored state. Returns the scales that changed.
 */
export async function writeHints(
  db: Kysely<Tables>,
  scales: readonly HintScale[],
  { midnights, found }: FoundDays,
  nowMs: number,
): Promise<HintScale[]> {
  const first = Math.min(CONTEXT_DAYS, midnights.length - 1)
  const span = { from: midnights[first]!.time, to: midnights.at(-1)!.time + 1 }
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const rows = await selectHints(db, scaleIds, hintAlarms, span)
  const told: ChangedAlarm[] = []
  const changedScales = new Set<HintScale>()
  for (const [hive, scale] of scales.entries()) {
    for (const type of hintAlarms) {
      const own = rows.filter((row) => Number(row.scale_id) === scale.scaleId && row.type === type)
      const days = found[type].map((ofDay) => ofDay[hive]!)
      const carried = own.findLast((row) => Number(row.started_at) < span.from && row.status !== 'withdrawn')
      const shown = days.slice(0, first).findLastIndex((day) => day !== null && day !== 'unknown')
      const from = carried && episodeOf(carried, type, Math.max(0, shown))
      // includes the day before, so that a hint starting on the first day is seen to start then
      const before = Math.max(0, first - 1)
      const episodes = hintEpisodes(type, days.slice(before), before, from ?? null)
      const changed = await writeEpisodes(db, { scale, type, own, carried, episodes, midnights, since: span.from })
      if (changed.length > 0) changedScales.add(scale)
      told.push(...changed)
    }
  }
  await planDeliveries(db, told, nowMs)
  return [...changedScales]
}

/** A hint already going on when the days begin; its start is at none of their midnights. */
const episodeOf = ({ confidence_percent, why }: HintRow, type: HintAlarm, shown: number): HintEpisode => ({
  type,
  from: -1,
  to: null,
  shown,
  confidencePercent: confidence_percent,
  why: JSON.parse(why),
})

type Writing = {
  scale: HintScale
  type: HintAlarm
  own: readonly HintRow[]
  carried: HintRow | undefined
  episodes: readonly HintEpisode[]
  midnights: FoundDays['midnights']
  since: number
}

async function writeEpisodes(
  db: Kysely<Tables>,
  { scale, type, own, carried, episodes, midnights, since }: Writing,
): Promise<ChangedAlarm[]> {
  const changed: ChangedAlarm[] = []
  const kept = new Set<HintRow>()
  for (const { from, to, shown, confidencePercent, why } of episodes) {
    const startedAt = from < 0 ? Number(carried!.started_at) : midnights[from]!.time
    const endedAt = to === null ? null : midnights[to]!.time
    const status = to === null ? 'open' : 'closed'
    const hint = { status, endedAt, confidencePercent, why: JSON.stringify(why) } as const
    const row = from < 0 ? carried : rowOf(own, kept, startedAt, endedAt, since)
    const shownAt = midnights[to ?? shown]!.time
    if (!row) {
      const id = await insertHint(db, { ...scale, type, startedAt }, hint)
      changed.push({ id, previousStatus: null, shownAt })
      continue
    }
    kept.add(row)
    if (isSame(row, hint) && Number(row.started_at) === startedAt) continue
    await updateHint(db, row.id, hint, startedAt)
    if (row.status !== status) changed.push({ id: row.id, previousStatus: row.status, shownAt })
  }
  for (const row of own) {
    if (kept.has(row) || Number(row.started_at) < since || row.status === 'withdrawn') continue
    if (row.verdict === null && !(await readWasTold(db, row.id))) {
      await deleteHint(db, row.id)
      continue
    }
    const startedAt = Number(row.started_at)
    await updateHint(db, row.id, { status: 'withdrawn', endedAt: startedAt, confidencePercent: 1, why: laterReadings })
    changed.push({ id: row.id, previousStatus: row.status, shownAt: midnights.at(-1)!.time })
  }
  return changed
}

/** The stored row of an episode: one with the same start, or one that lies within it, whose start was only known differently then. */
const rowOf = (
  own: readonly HintRow[],
  kept: ReadonlySet<HintRow>,
  startedAt: number,
  endedAt: number | null,
  since: number,
) =>
  own.find((row) => Number(row.started_at) === startedAt) ??
  own.find((row) => {
    const began = Number(row.started_at)
    const isWithin = began >= since && began > startedAt && began < (endedAt ?? Number.MAX_SAFE_INTEGER)
    return isWithin && !kept.has(row) && row.status !== 'withdrawn'
  })

const isSame = (row: HintRow, hint: Parameters<typeof updateHint>[2]): boolean =>
  row.status === hint.status &&
  (row.ended_at === null ? null : Number(row.ended_at)) === hint.endedAt &&
  row.confidence_percent === hint.confidencePercent &&
  row.why === hint.why
