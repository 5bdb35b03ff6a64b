import type { DetectorSettings, Sample } from '../../server/alerts/alarms/detectors/detector.ts'
import { defaultGlobalSettings } from '../../server/domain/platform/settings.ts'

/** What happens to a colony over weeks: stores for three weeks are left; it uses far more or far less than others; it is dead; its queen is. */
export type ColonyEvent = 'starving' | 'outOfLine' | 'deadOut' | 'queenless'

/** What truly happened; times in epoch seconds, `grams` positive. */
export type Label = { what: 'swarm' | 'disturbance' | 'robbing' | ColonyEvent; from: number; to: number; grams: number }

/** An intervention somebody wrote down, and when they did so. */
export type Note = { time: number; notedAt: number }

/** `celsius`: the temperature outside at each of the samples, where it is known. */
export type LabeledHive = {
  scaleId: number
  samples: Sample[]
  celsius?: number[]
  labels: Label[]
  notes: Note[]
} & {
  /** What the scale shows without feed, where somebody set it. */
  emptyGrams?: number
}

/** Hives that are neighbors, read every `intervalMinutes`; what was read arrives at once, or every `batchMinutes` together. */
export type LabeledApiary = {
  hives: LabeledHive[]
  settings: DetectorSettings
  intervalMinutes: number
  batchMinutes?: number
}

/** When what was read at `time` arrives, in epoch seconds. */
export function arrivalOf(time: number, { batchMinutes = 0 }: Pick<LabeledApiary, 'batchMinutes'>): number {
  return batchMinutes === 0 ? time : Math.ceil(time / (batchMinutes * 60)) * batchMinutes * 60
}

/** The settings of the score: default global settings, alarm hours 8 to 19 local. */
export function scoreSettings(utcOffsetHours: number, latitude: number): DetectorSettings {
  return { utcOffsetHours, latitude, alarmFromHour: 8, alarmToHour: 19, activity: defaultGlobalSettings }
}
