import { DEFAULT_ALARM_FROM_HOUR, DEFAULT_ALARM_TO_HOUR } from '#domain/hives/controller.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { DetectorSettings } from './detectors/detector.ts'
import { utcOffsetOf } from './utc-offset-of.ts'

export type Place = {
  latitude: number | null
  longitude: number | null
  utc_offset: number | null
  alarm_from: number | null
  alarm_to: number | null
}

export function settingsOf(place: Place, settings: GlobalSettings): DetectorSettings {
  return {
    utcOffsetHours: utcOffsetOf(place),
    latitude: place.latitude,
    alarmFromHour: place.alarm_from ?? DEFAULT_ALARM_FROM_HOUR,
    alarmToHour: place.alarm_to ?? DEFAULT_ALARM_TO_HOUR,
    activity: settings,
  }
}
