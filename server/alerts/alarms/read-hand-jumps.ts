import type { Kysely } from 'kysely'
import { type JumpSurroundings, jumpsByHand } from '#domain/insight/net-weight.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAlarmsAround, selectNotedTimes } from './alarm-list-queries.ts'
import { readJumps } from './jump-queries.ts'
import { readScaleChanges } from './scale-change-queries.ts'

/** A jump of a scale made by the beekeeper; `time` in epoch seconds. */
export type HandJump = { scaleId: number; time: number; changeGrams: number }

/** How far around a span alarms, notes and changes of the scale can explain a jump in it. */
const AROUND_SECONDS = 7 * 3600
const LATEST_SECONDS = 4_102_444_800

/** Returns the jumps of these scales made by hand in a span (epoch seconds, `to` exclusive), by scale and in order of time. */
export async function readHandJumps(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, HandJump[]>> {
  const around = [from - AROUND_SECONDS, Math.min(to, LATEST_SECONDS) + AROUND_SECONDS] as const
  const jumps = await readJumps(db, [...scaleIds], ...around)
  const found = new Map<number, HandJump[]>()
  if (jumps.length === 0) return found
  const jumped = [...new Set(jumps.map(({ scale_id }) => scale_id))]
  const alarms = Map.groupBy(await selectAlarmsAround(db, jumped, ...around), ({ scale_id }) => scale_id)
  const noted = Map.groupBy(await selectNotedTimes(db, jumped, ...around), ({ scale_id }) => scale_id)
  const changed = Map.groupBy(await readScaleChanges(db, jumped, ...around), ({ scaleId }) => scaleId)
  for (const [scaleId, ofScale] of Map.groupBy(jumps, ({ scale_id }) => scale_id)) {
    const surroundings: JumpSurroundings = {
      interventions: (noted.get(scaleId) ?? []).map(({ time }) => time),
      changes: (changed.get(scaleId) ?? []).map(({ time }) => time),
      alarms: (alarms.get(scaleId) ?? []).map((alarm) => ({
        type: alarm.type,
        status: alarm.status,
        verdict: alarm.verdict,
        confidencePercent: alarm.confidence_percent,
        startedAt: Number(alarm.started_at),
        endedAt: alarm.ended_at === null ? null : Number(alarm.ended_at),
      })),
    }
    const candidates = ofScale.map(({ time, change_grams }) => ({
      scaleId,
      time: Number(time),
      changeGrams: change_grams,
    }))
    const byHand = jumpsByHand(candidates, surroundings).filter(({ time }) => time >= from && time < to)
    if (byHand.length > 0) found.set(scaleId, byHand)
  }
  return found
}
