import { describe, expect, it } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { EDGE_PIXELS, TEXT_PIXELS } from './chart-options.ts'
import { createTimeLabels } from './time-axis.ts'

const labels = createTimeLabels('de-CH', 'Europe/Zurich')
const at = (text: string) => Date.parse(text) / 1000

describe('the labels below the time axis', () => {
  it('show the date once a day, in the reader’s time zone', () => {
    const splits = ['2026-05-09T18:00Z', '2026-05-09T22:00Z', '2026-05-10T02:00Z', '2026-05-10T06:00Z'].map(at)
    expect(labels(splits, 14_400)).toEqual(['20:00\n9. Mai', '00:00\n10. Mai', '04:00', '08:00'])
  })

  it('show the year once where labels are days or months', () => {
    expect(labels(['2025-12-30T23:00Z', '2026-01-01T23:00Z', '2026-01-02T23:00Z'].map(at), 86_400)).toEqual([
      '31. Dez.\n2025',
      '2. Jan.\n2026',
      '3. Jan.',
    ])
    expect(labels(['2026-04-30T22:00Z', '2026-05-31T22:00Z'].map(at), 30 * 86_400)).toEqual(['Mai\n2026', 'Jun'])
    expect(labels(['2025-12-31T23:00Z', '2026-12-31T23:00Z'].map(at), 366 * 86_400)).toEqual(['2026', '2027'])
  })

  it('fit beside the plot at its very edge, in every language and every day of a year', () => {
    const days = Array.from({ length: 365 }, (_, day) => at('2026-01-01T12:00Z') + day * 86_400)
    const longest = locales
      .flatMap((locale) => createTimeLabels(locale, 'UTC')(days, 86_400))
      .flatMap((label) => label.split('\n').map((line) => line.length))
    // letters of such dates are half as wide as they are high, or less
    expect(EDGE_PIXELS).toBeGreaterThanOrEqual((Math.max(...longest) * TEXT_PIXELS * 0.47) / 2)
  })
})
