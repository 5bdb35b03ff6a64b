import { type CalibrationBody, kgFromRaw } from '#domain/hives/calibration.ts'
import type { CalibrationPoint } from './calibration-queries.ts'

export type Points = readonly Pick<CalibrationPoint, 'channel' | 'from' | 'zero_raw' | 'kg_per_raw'>[]

/** What holds on a channel at a time, epoch seconds; undefined before somebody weighed. `points` rise in time. */
function calibrationAt(points: Points, channel: number, time: number): CalibrationBody | undefined {
  const point = points.findLast((one) => one.channel === channel && one.from <= time)
  return point && { offset: point.zero_raw, multiplier: point.kg_per_raw }
}

/** kg of a raw weight, undefined where its channel was not calibrated at that time. */
export function kgAt(points: Points, channel: number, time: number, raw: number): number | undefined {
  const calibration = calibrationAt(points, channel, time)
  return calibration && kgFromRaw(raw, calibration)
}
