import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import type { AlarmContext } from './assess-alarm.ts'

/** So long after its alarm a swarm may still weigh on its hive's readings. */
const SETTLES_SECONDS = 1800

/** An alarm of one hive and how sure it is, its surroundings weighed. */
export type FoundAlarm = {
  scaleId: number
  detection: Pick<Detection, 'type' | 'status' | 'startedAt' | 'detectedAt'>
  confidencePercent: number
}

/** Sure enough to ring. */
export const isLoud = (confidencePercent: number): boolean => confidencePercent >= RINGING_CONFIDENCE_PERCENT

/** The order in which alarms of a place are judged. */
export const isBefore = (a: FoundAlarm, b: FoundAlarm): boolean =>
  a.detection.detectedAt < b.detection.detectedAt ||
  (a.detection.detectedAt === b.detection.detectedAt && a.scaleId < b.scaleId)

/**
 * Which alarms of the hives beside it tell an alarm what they lost: swarm alarms found before it, with the spans in which what
 * moved in those hives may have been a swarm, in epoch seconds. Pure.
 */
export const swarmSignsFor = (
  alarm: FoundAlarm,
  others: readonly FoundAlarm[],
): NonNullable<AlarmContext['otherSwarmSigns']> =>
  others
    .filter(
      (other) =>
        other.scaleId !== alarm.scaleId &&
        other.detection.type === 'swarm' &&
        other.detection.status !== 'withdrawn' &&
        isBefore(other, alarm),
    )
    .map(({ scaleId, detection, confidencePercent }) => ({
      scaleId,
      isLoud: isLoud(confidencePercent),
      startedAt: detection.startedAt,
      endedAt: detection.detectedAt + SETTLES_SECONDS,
    }))
