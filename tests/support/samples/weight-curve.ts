import type { DetectorSettings, Sample } from '../../../server/alerts/alarms/detectors/detector.ts'
import { defaultGlobalSettings } from '../../../server/domain/platform/settings.ts'

/** Midnight UTC of a day in May, in epoch seconds. */
export const curveDay = Date.UTC(2025, 4, 10) / 1000

/** Local time is UTC at 47° N, alarms from 8:00 to 19:00, default global settings. */
export const curveSettings: DetectorSettings = {
  utcOffsetHours: 0,
  latitude: 47,
  alarmFromHour: 8,
  alarmToHour: 19,
  activity: defaultGlobalSettings,
}

export type CurvePlan = {
  everyMinutes?: number
  fromHour?: number
  toHour?: number
  grams?: number
  /** Weight gained or lost from `hour` on, over `minutes`; instantly without them. */
  changes?: { hour: number; grams: number; minutes?: number }[]
  /** Hours whose reading is off by some grams. */
  spikes?: { hour: number; grams: number }[]
  noiseGrams?: number
}

/** Readings of one quiet hive with the planned changes; hours count from `curveDay`. */
export function weightCurve(plan: CurvePlan): Sample[] {
  const {
    everyMinutes = 5,
    fromHour = 0,
    toHour = 24,
    grams = 40_000,
    changes = [],
    spikes = [],
    noiseGrams = 8,
  } = plan
  const samples: Sample[] = []
  for (let minute = fromHour * 60; minute <= toHour * 60; minute += everyMinutes) {
    const hour = minute / 60
    let weight = grams + Math.round(noiseGrams * Math.sin(minute * 1.7))
    for (const change of changes) {
      const span = (change.minutes ?? 0) / 60
      const share = hour < change.hour ? 0 : span === 0 ? 1 : Math.min(1, (hour - change.hour) / span)
      weight += change.grams * share
    }
    for (const spike of spikes) if (Math.abs(hour - spike.hour) < 1e-9) weight += spike.grams
    samples.push({ time: curveDay + Math.round(minute * 60), weightGrams: Math.round(weight) })
  }
  return samples
}

/** The epoch seconds of an hour of the curve. */
export function atHour(hour: number): number {
  return curveDay + Math.round(hour * 3600)
}
