import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { isOfOneReading } from '#domain/alerts/one-reading.ts'
import type { AlarmContext } from './assess-alarm.ts'

/** So long after its alarm a swarm may still weigh on its hive's readings. */
const SETTLES_SECONDS = 1800

/** An alarm of one hive and how sure it is, its surroundings weighed. */
export type FoundAlarm = {
  scaleId: number
  detection: Pick<Detection, 'type' | 'status' | 'startedAt' | 'detectedAt' | 'why'>
  confidencePercent: number
}

/** Sure enough to ring. */
export const isLoud = (confidencePercent: number): boolean => confidencePercent >= RINGING_CONFIDENCE_PERCENT

/** The order in which alarms of a place are judged. */
export const isBefore = (a: FoundAlarm, b: FoundAlarm): boolean =>
  a.detection.detectedAt < b.detection.detectedAt ||
  (a.detection.detectedAt === b.detection.detectedAt && a.scaleId < b.scaleId)

/**
 * Which alarms of the hives beside it tell an alarm what they lost: their swarm alarms, with the spans in which what moved in those hives may have been a
 * swarm, in epoch seconds. One reading alone shows nothing. One that was found later counts as quiet, however sure it is: it is itself judged by this one. Pure.
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
