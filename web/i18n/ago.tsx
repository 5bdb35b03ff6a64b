import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { IntlShape } from './create-intl.ts'
import { useIntl } from './intl.tsx'

/** How long ago a time (ISO 8601) was at `now` (epoch ms), as people say it: 12 minutes ago, 3 hours ago, 5 days ago. */
export function Ago({ time, now }: { time: string; now: number }) {
  const intl = useIntl()
  // `data-ago`: in the stored picture of the screen, the count goes on
  return (
    <time dateTime={time} data-ago="">
      {agoText(intl, time, now)}
    </time>
  )
}

function agoText(intl: Pick<IntlShape, 'formatRelativeTime'>, time: string, now: number): string {
  const over = Math.max(0, now - Date.parse(time))
  if (over < HOUR_MS) return intl.formatRelativeTime(-Math.round(over / MINUTE_MS), 'minute')
  if (over < 2 * DAY_MS) return intl.formatRelativeTime(-Math.round(over / HOUR_MS), 'hour')
  return intl.formatRelativeTime(-Math.round(over / DAY_MS), 'day')
}
