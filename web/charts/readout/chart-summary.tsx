import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import styles from '../chart.module.css'
import type { ChartPanel } from '../plot/chart-series.ts'
import type { TimeSpan } from '../points/align-series.ts'
import { summarizeSpan } from '../points/span-summary.ts'
import { formatReading } from './read-panels.ts'

/** The chart as a table for people who cannot see it: first, last, minimum and maximum value of each curve in the span. */
export function ChartSummary({ panels, span }: { panels: readonly ChartPanel[]; span: TimeSpan }) {
  const intl = useIntl()
  const time = (seconds: number) => intl.formatDate(seconds * 1000, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={styles.unseen}>
      <table>
        <caption>
          <FormattedMessage id="chart.summary" values={{ from: time(span.from), to: time(span.to) }} />
        </caption>
        <thead>
          <tr>
            {(['series', 'first', 'last', 'min', 'max'] as const).map((column) => (
              <th key={column} scope="col">
                <FormattedMessage id={`chart.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {panels.flatMap((panel) =>
            panel.series.map(({ key, label, points }) => {
              const summary = summarizeSpan(points, span)
              return (
                <tr key={key}>
                  <th scope="row">
                    {label}, {panel.label} ({panel.unit})
                  </th>
                  {(['first', 'last', 'min', 'max'] as const).map((field) => (
                    <td key={field}>
                      {summary ? formatReading(intl, { digits: panel.digits, mode: 'value' }, summary[field]) : '–'}
                    </td>
                  ))}
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </div>
  )
}
