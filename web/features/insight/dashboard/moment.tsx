import { useIntl } from '../../../i18n/intl.tsx'
import { timeText } from './time-text.ts'

/** A time (ISO 8601) in everyday form at `now` (epoch ms). `besideAgo`: the text also says how long ago that is. */
export function Moment({ time, now, besideAgo = false }: { time: string; now: number; besideAgo?: boolean }) {
  const intl = useIntl()
  return <time dateTime={time}>{timeText(intl, time, now, besideAgo)}</time>
}
