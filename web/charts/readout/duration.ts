import type { IntlShape } from '../../i18n/create-intl.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A duration in its two largest units, such as "2 days 5 hours"; under a minute it is 0 minutes. */
export function formatDuration(intl: Pick<IntlShape, 'formatNumber'>, seconds: number): string {
  let rest = Math.round(seconds / 60) * 60
  const parts: string[] = []
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 && parts.length < 2) {
      parts.push(intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }))
    } else if (parts.length > 0) break
  }
  return parts.join(' ') || intl.formatNumber(0, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
}
