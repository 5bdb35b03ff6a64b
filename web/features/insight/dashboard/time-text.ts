import { DAY_MS } from '#domain/platform/durations.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

/**
 * Formats a time (ISO 8601): only the hour if today, with the day if this year, otherwise with the year. `now` in epoch ms.
 * `besideAgo`: the text also says how long ago that is, so the hour is enough for a whole day.
 */
export function timeText(intl: Pick<IntlShape, 'formatDate'>, time: string, now: number, besideAgo = false): string {
  const date = new Date(time)
  const today = new Date(now)
  const isNear = besideAgo && Math.abs(now - date.getTime()) < DAY_MS
  if (isNear || date.toDateString() === today.toDateString()) return intl.formatDate(date, { timeStyle: 'short' })
  const year = date.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return intl.formatDate(date, { day: 'numeric', month: 'short', ...year, hour: '2-digit', minute: '2-digit' })
}
