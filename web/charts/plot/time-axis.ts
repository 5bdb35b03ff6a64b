import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { dateFormat } from '../../i18n/formatters.ts'

const MONTH = 28 * DAY_SECONDS
const YEAR = 365 * DAY_SECONDS

type Style = 'time' | 'day' | 'month' | 'year'
type Part = 'hour' | 'date' | 'month' | 'year'

const formats: Record<Part, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  date: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
}

/**
 * The labels below the time axis in the zone of this device: hours with the date once a day, days with the year once a year, months, years. `splits` in epoch
 * seconds, `step` between them in seconds; a line break separates the two lines.
 */
export function createTimeLabels(
  locale: string,
  timeZone?: string,
): (splits: readonly number[], step: number) => string[] {
  const part = (name: Part, seconds: number): string =>
    dateFormat(locale, { ...formats[name], timeZone }).format(seconds * 1000)
  const lines: Record<Style, [Part, Part | undefined]> = {
    time: ['hour', 'date'],
    day: ['date', 'year'],
    month: ['month', 'year'],
    year: ['year', undefined],
  }
  return (splits, step) => {
    const style: Style = step < DAY_SECONDS ? 'time' : step < MONTH ? 'day' : step < YEAR ? 'month' : 'year'
    const [upper, lower] = lines[style]
    let before: string | undefined
    return splits.map((seconds) => {
      if (!lower) return part(upper, seconds)
      const now = part(lower, seconds)
      const text = now === before ? part(upper, seconds) : `${part(upper, seconds)}\n${now}`
      before = now
      return text
    })
  }
}
