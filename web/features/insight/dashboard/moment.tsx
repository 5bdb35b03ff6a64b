import { useIntl } from '../../../i18n/intl.tsx'
import { timeText } from './time-text.ts'

/** A time (ISO 8601) as people say it at `now` (epoch ms). */
export function Moment({ time, now }: { time: string; now: number }) {
  const intl = useIntl()
  return <time dateTime={time}>{timeText(intl, time, now)}</time>
}
