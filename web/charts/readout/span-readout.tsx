import { X } from 'lucide-react'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { IconButton } from '../../ui/button.tsx'
import { SeriesSwatch } from '../../ui/display/series-swatch.tsx'
import type { ChartPanel } from '../plot/chart-series.ts'
import type { TimeSpan } from '../points/align-series.ts'
import { type SpanSummary, summarizeSpan } from '../points/span-summary.ts'
import { formatDuration } from './duration.ts'
import { formatReading } from './read-panels.ts'
import styles from './span-readout.module.css'

const weightColumns = ['change', 'gain', 'loss', 'min', 'max'] as const
const signs = { change: 1, gain: 1, loss: -1, min: 0, max: 0 } as const

/** The result of a measurement: how long the span is, and for each curve its change, gain, loss, minimum and maximum. */
export function SpanReadout({
  panels,
  span,
  onClose,
}: {
  panels: readonly ChartPanel[]
  span: TimeSpan
  onClose: () => void
}) {
  const intl = useIntl()
  const cell = (panel: ChartPanel, summary: SpanSummary, column: (typeof weightColumns)[number]) =>
    formatReading(
      intl,
      { digits: panel.digits, mode: signs[column] === 0 ? 'value' : 'delta' },
      signs[column] === -1 ? -summary[column] : summary[column],
    )
  return (
    <section className={styles.measured} aria-live="polite">
      <header className={styles.measuredHeader}>
        <div className={styles.measuredSpan}>
          <h2>{formatDuration(intl, span.to - span.from)}</h2>
          <p>
            {intl.formatDateTimeRange(span.from * 1000, span.to * 1000, { dateStyle: 'medium', timeStyle: 'short' })}
          </p>
        </div>
        <IconButton icon={X} label={intl.formatMessage({ id: 'chart.endMeasuring' })} onClick={onClose} />
      </header>
      <section
        className={styles.measuredScroll}
        aria-label={intl.formatMessage({ id: 'chart.measured' })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
      >
        <table className={styles.measuredTable}>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage id="chart.series" />
              </th>
              {weightColumns.map((column) => (
                <th key={column} scope="col">
                  <FormattedMessage id={`chart.${column}`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {panels.flatMap((panel) =>
              panel.series.map(({ key, label, slot, points, reference }) => {
                const summary = summarizeSpan(points, span, panel.id === 'weight' ? undefined : 0)
                return (
                  <tr key={key}>
                    <th scope="row">
                      <span className={styles.measuredSeries}>
                        <SeriesSwatch index={slot} reference={reference !== undefined} />
                        {panel.id === 'weight' ? label : `${label}, ${panel.label}`}
                        <span className={styles.measuredUnit}>{panel.unit}</span>
                      </span>
                    </th>
                    {weightColumns.map((column) => (
                      <td key={column} data-label={intl.formatMessage({ id: `chart.${column}` })}>
                        {summary ? cell(panel, summary, column) : '–'}
                        {summary && <span> {panel.unit}</span>}
                      </td>
                    ))}
                  </tr>
                )
              }),
            )}
          </tbody>
        </table>
      </section>
    </section>
  )
}
