import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { isOfOneReading } from '#domain/alerts/one-reading.ts'
import type { AlarmContext } from './assess-alarm.ts'

/** How long after its alarm a swarm may still affect its hive's readings. */
const SETTLES_SECONDS = 1800

/** An alarm of one hive and how sure it is, its surroundings taken into account. */
export type FoundAlarm = {
  scaleId: number
  detection: Pick<Detection, 'type' | 'status' | 'startedAt' | 'detectedAt' | 'why'>
  confidencePercent: number
}

/** Whether it is sure enough to ring. */
export const isLoud = (confidencePercent: number): boolean => confidencePercent >= RINGING_CONFIDENCE_PERCENT

/** The order in which the alarms of a place are judged. */
export const isBefore = (a: FoundAlarm, b: FoundAlarm): boolean =>
  a.detection.detectedAt < b.detection.detectedAt ||
  (a.detection.detectedAt === b.detection.detectedAt && a.scaleId < b.scaleId)

/**
 * Returns the swarm signs of nearby hives for an alarm: their swarm alarms, with the spans (epoch seconds) in
 * which a change of weight there may have been a swarm. Alarms of a single reading are left out. One found later
 * counts as quiet, however sure it is, since it is itself judged in the light of this one. Pure.
 */
export const swarmSignsFor = (
  alarm: FoundAlarm,
  others: readonly FoundAlarm[],
): NonNullable<AlarmContext['otherSwarmSigns']> =>
  others
    .filter(
      ({ scaleId, detection }) =>
        scaleId !== alarm.scaleId &&
        detection.type === 'swarm' &&
        detection.status !== 'withdrawn' &&
        !isOfOneReading(detection.why),
    )
    .map((other) => ({
      scaleId: other.scaleId,
      isLoud: isLoud(other.confidencePercent) && isBefore(other, alarm),
      startedAt: other.detection.startedAt,
      endedAt: other.detection.detectedAt + SETTLES_SECONDS,
    }))
