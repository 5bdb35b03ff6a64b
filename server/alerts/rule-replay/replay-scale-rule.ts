import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { leastConfidenceOf, type RuleReplayInput } from '#domain/alerts/rule-replay.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { createRests } from '../../platform/loops/rests.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { readAlarmContext, scalesNear } from '../alarms/alarm-context.ts'
import { assessAlarm } from '../alarms/detectors/assess-alarm.ts'
import type { DetectorSettings } from '../alarms/detectors/detector.ts'
import { settingsOf } from '../alarms/settings-of-place.ts'
import { compareAlarms, type Episode } from './compare-alarms.ts'
import type { ReplayedChunk } from './replay-chunk.ts'
import { selectFound, selectPlace, selectRawBounds } from './rule-replay-queries.ts'

/** The state is warmed up for this long: a removal is forgotten after a week, so starting afresh makes no difference after that. */
const WARM_UP_SECONDS = 8 * DAY_SECONDS
/** A chunk of this size keeps a reader thread busy for a few milliseconds. */
const CHUNK_SECONDS = 7 * DAY_SECONDS

type Span = { from: number; to: number }
type Watch = { signal: AbortSignal; progress(done: number): void }

/** Compares what would have rung on one scale under a rule, within a span (epoch seconds), with what did. Changes nothing. */
export async function replayScaleRule(
  { database }: Pick<Deps, 'database'>,
  scale: { id: number; controllerId: number },
  rule: RuleReplayInput,
  span: Span,
  { signal, progress }: Watch,
) {
  const { db } = database
  const settings = await settingsFor(database, scale.controllerId, rule)
  const bounds = await selectRawBounds(db, scale.id, span.from - WARM_UP_SECONDS, span.to)
  const episodes = new Map<number, Detection[]>()
  let state: Uint8Array | null = null
  let readings = 0
  const rest = createRests(signal)
  const end = bounds ? Math.min(span.to, bounds.last + DAY_SECONDS) : 0
  for (let from = bounds?.first ?? 0; from < end; from += CHUNK_SECONDS) {
    signal.throwIfAborted()
    const to = Math.min(from + CHUNK_SECONDS, end)
    const chunk: ReplayedChunk = await database.read('replayChunk', { scaleId: scale.id, from, to, state, settings })
    state = chunk.state
    readings += chunk.readings
    for (const form of chunk.told) {
      const isMeant = form.type === rule.alarm && form.startedAt >= span.from && form.startedAt < span.to
      if (isMeant) episodes.set(form.startedAt, [...(episodes.get(form.startedAt) ?? []), form])
    }
    progress((to - bounds!.first) / (end - bounds!.first))
    await rest()
  }
  const beside = (await scalesNear(db, scale.id)).filter((id) => id !== scale.id)
  const replayed: Episode[] = []
  for (const forms of episodes.values()) {
    signal.throwIfAborted()
    replayed.push(await judge(db, scale.id, beside, forms, leastConfidenceOf(rule.thresholds)))
  }
  const found = (await selectFound(db, scale.id, rule.alarm, span)).map(({ sent, ...alarm }) => ({
    ...alarm,
    rings: sent > 0 || (alarm.status !== 'withdrawn' && alarm.confidencePercent >= RINGING_CONFIDENCE_PERCENT),
  }))
  return { readings, ...compareAlarms(scale.id, replayed, found) }
}

async function settingsFor(
  { db }: Deps['database'],
  controllerId: number,
  { thresholds }: RuleReplayInput,
): Promise<DetectorSettings> {
  const { alarmFromHour, alarmToHour, leastConfidence: _, ...activity } = thresholds
  const tried = Object.fromEntries(Object.entries(activity).filter(([, value]) => value !== undefined))
  const settings = settingsOf(await selectPlace(db, controllerId), { ...(await readSettings(db)), ...tried })
  return {
    ...settings,
    alarmFromHour: alarmFromHour ?? settings.alarmFromHour,
    alarmToHour: alarmToHour ?? settings.alarmToHour,
  }
}

/** Returns an episode in its last form, with its highest confidence while it was not withdrawn, taking its surroundings into account as for any alarm. */
async function judge(
  db: Deps['database']['db'],
  scaleId: number,
  beside: number[],
  forms: Detection[],
  leastConfidence: number,
): Promise<Episode> {
  let confidencePercent = 0
  for (const detection of forms.filter(({ status }) => status !== 'withdrawn')) {
    const alarm = { scaleId, detection, confidencePercent: detection.confidencePercent }
    const assessed = assessAlarm(detection, await readAlarmContext(db, alarm, beside))
    confidencePercent = Math.max(confidencePercent, assessed.confidencePercent)
  }
  const { status, startedAt, endedAt, weightChangeGrams } = forms.at(-1)!
  const rings = confidencePercent >= leastConfidence
  return { status, startedAt, endedAt, weightChangeGrams, confidencePercent, rings }
}
