import type { IntlShape } from '../../../i18n/create-intl.ts'

/** A time (ISO 8601) as people say it: of today only the hour, of this year with its day, else with the year. `now` in epoch ms. */
export function timeText(intl: Pick<IntlShape, 'formatDate'>, time: string, now: number): string {
  const date = new Date(time)
  const today = new Date(now)
  if (date.toDateString() === today.toDateString()) return intl.formatDate(date, { timeStyle: 'short' })
  const year = date.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return intl.formatDate(date, { day: 'numeric', month: 'short', ...year, hour: '2-digit', minute: '2-digit' })
}
