import { useIntl } from '../../../i18n/intl.tsx'
import { agoText } from './ago-text.ts'
import { timeText } from './time-text.ts'

/** How long a time (ISO 8601) is over at `now` (epoch ms); in what is kept of the screen it counts on. */
export function Ago({ time, now }: { time: string; now: number }) {
  const intl = useIntl()
  return (
    <time dateTime={time} data-ago="">
      {agoText(intl, time, now)}
    </time>
  )
}

/** A time (ISO 8601) as people say it at `now` (epoch ms). */
export function Moment({ time, now }: { time: string; now: number }) {
  const intl = useIntl()
  return <time dateTime={time}>{timeText(intl, time, now)}</time>
}
