import type { useIntl } from '../../i18n/intl.tsx'
import { type ChartPanel, lastSeen, readSeries } from '../plot/chart-series.ts'
import { compareOffset } from '../points/compare.ts'
import type { ChartView } from '../view/chart-view.ts'

const NONE = '–'

type Format = Pick<ReturnType<typeof useIntl>, 'formatNumber' | 'formatDate' | 'formatMessage'>

type Readout = { time: string; words: string[]; changes: string[] }

/** The texts of the readout: the time, and for each curve of each panel its value and its change since the left edge. */
export function readPanels(panels: readonly ChartPanel[], view: ChartView, intl: Format): Readout {
  const cursor = view.cursor()
  const span = view.span()
  const read = panels.flatMap((panel) =>
    panel.series.map(({ points }, index) => {
      const at = cursor ?? lastSeen(points, span, panel.mode)
      const found = at === undefined ? undefined : readSeries(panel, index, at, span)
      if (!found) return { word: NONE, change: NONE }
      const change = found.value - (panel.mode === 'value' ? compareOffset(points, span) : 0)
      return {
        word: formatReading(intl, panel, found.value),
        change: formatReading(intl, { digits: panel.digits, mode: 'compare' }, change),
      }
    }),
  )
  const time =
    cursor === undefined
      ? intl.formatMessage({ id: 'chart.lastInView' })
      : intl.formatDate(cursor * 1000, { dateStyle: 'medium', timeStyle: 'short' })
  return { time, words: read.map(({ word }) => word), changes: read.map(({ change }) => change) }
}

/** Formats a value for the panel: with its number of decimals, and with a sign if it is a change. */
export function formatReading(
  intl: Pick<Format, 'formatNumber'>,
  { digits, mode }: Pick<ChartPanel, 'digits' | 'mode'>,
  value: number,
): string {
  return intl.formatNumber(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: mode === 'value' ? 'negative' : 'exceptZero',
  })
}

/** One sentence for a screen reader: the time under the cursor and each curve's value. */
export function describeCursor(panels: readonly ChartPanel[], view: ChartView, intl: Format): string {
  const { time, words } = readPanels(panels, view, intl)
  let at = 0
  const parts = panels.flatMap((panel) =>
    panel.series.map(({ label }) => `${label}: ${words[at++]} ${panel.unit}`.replace(`${NONE} ${panel.unit}`, NONE)),
  )
  return `${time}. ${parts.join('; ')}`
}
