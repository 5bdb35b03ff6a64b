import { DEFAULT_ALARM_FROM_HOUR, DEFAULT_ALARM_TO_HOUR } from '#domain/hives/controller.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { DetectorSettings } from './detectors/detector.ts'

const CENTRAL_EUROPE_UTC_OFFSET = 1

export type Place = {
  longitude: number | null
  utc_offset: number | null
  alarm_from: number | null
  alarm_to: number | null
}

/** Hours are those of the region; without one, of the sun at the hive's longitude; without a place, of Central Europe. */
export function settingsOf(place: Place, settings: GlobalSettings): DetectorSettings {
  const bySun = place.longitude === null ? CENTRAL_EUROPE_UTC_OFFSET : Math.round(place.longitude / 15)
  return {
    utcOffsetHours: place.utc_offset ?? bySun,
    alarmFromHour: place.alarm_from ?? DEFAULT_ALARM_FROM_HOUR,
    alarmToHour: place.alarm_to ?? DEFAULT_ALARM_TO_HOUR,
    activity: settings,
  }
}
