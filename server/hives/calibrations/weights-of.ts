import { type CalibrationBody, kgFromRaw } from '#domain/hives/calibration.ts'
import type { CalibrationPoint } from './calibration-queries.ts'

export type Points = readonly Pick<CalibrationPoint, 'channel' | 'from' | 'zero_raw' | 'kg_per_raw'>[]

/** The calibration of a channel at a time (epoch seconds); undefined before its first one. `points` must be ascending in time. */
function calibrationAt(points: Points, channel: number, time: number): CalibrationBody | undefined {
  const point = points.findLast((one) => one.channel === channel && one.from <= time)
  return point && { offset: point.zero_raw, multiplier: point.kg_per_raw }
}

/** Converts a raw weight to kg; undefined if its channel was not calibrated at that time. */
export function kgAt(points: Points, channel: number, time: number, raw: number): number | undefined {
  const calibration = calibrationAt(points, channel, time)
  return calibration && kgFromRaw(raw, calibration)
}
