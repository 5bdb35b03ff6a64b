import { HOUR_MS } from '#domain/platform/durations.ts'
import { useIntl } from '../../../i18n/intl.tsx'

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)

/** Formats days of the week (1 is Monday) and hours of the day. */
export function useDigestTime(): { dayWord: (weekday: number) => string; hourWord: (hour: number) => string } {
  const intl = useIntl()
  const at = (hours: number) => MONDAY + hours * HOUR_MS
  return {
    dayWord: (weekday) => intl.formatDate(at(24 * (weekday - 1)), { weekday: 'long', timeZone: 'UTC' }),
    hourWord: (hour) => intl.formatTime(at(hour), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  }
}
