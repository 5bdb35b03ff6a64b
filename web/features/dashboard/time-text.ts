import type { IntlShape } from 'react-intl'

/** A time (ISO 8601) as people say it: of today only the hour, else with its date. `now` in epoch ms. */
export function timeText(intl: IntlShape, time: string, now: number): string {
  const date = new Date(time)
  const sameDay = date.toDateString() === new Date(now).toDateString()
  return intl.formatDate(
    date,
    sameDay ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  )
}
