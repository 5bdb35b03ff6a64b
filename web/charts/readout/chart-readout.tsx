import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { SeriesSwatch } from '../../ui/display/series-swatch.tsx'
import type { ChartPanel, ChartSeries } from '../plot/chart-series.ts'
import { dashOf } from '../plot/series-look.ts'
import type { ChartView } from '../view/chart-view.ts'
import styles from './chart-readout.module.css'
import { readPanels } from './read-panels.ts'

/** Legend and readout in one: each curve with its value under the cursor, or otherwise its last visible one. Updated without React. */
export function ChartReadout({
  panels,
  view,
  place = 'below',
  nameOf = ({ label }) => label,
}: {
  panels: readonly ChartPanel[]
  view: ChartView
  /** `above`: as compact as possible, for a chart of one thing. */
  place?: 'above' | 'below'
  /** Replaces a curve's name, for example with a link. */
  nameOf?: ((series: ChartSeries) => ReactNode) | undefined
}) {
  const intl = useIntl()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const read = () => {
      if (!list.current) return
      const { time, words, changes } = readPanels(panels, view, intl)
      const rows = list.current.querySelectorAll('li')
      words.forEach((word, index) => {
        say(rows[index], '[data-value]', word)
        say(rows[index], '[data-change]', changes[index]!)
      })
      const heading = list.current.querySelector('[data-time]')
      if (heading) heading.textContent = time
    }
    read()
    return view.follow(read)
  }, [panels, view, intl])

  return (
    <div className={styles.readout} data-place={place} ref={list}>
      <p className={styles.time} data-time />
      {panels.map((panel) => (
        <div key={panel.id} className={styles.panel}>
          {place === 'below' && (
            <p className={styles.quantity}>
              {panel.label} <span>{panel.mode === 'delta' ? <FormattedMessage id="chart.perDay" /> : panel.unit}</span>
            </p>
          )}
          <ul className={styles.list}>
            {panel.series.map((one) => (
              <li key={one.key} className={styles.series}>
                {(place === 'below' || panel.series.length > 1) && (
                  <>
                    <SeriesSwatch index={one.slot} reference={one.reference !== undefined} dash={dashOf(one)} />
                    <span className={styles.label}>{nameOf(one)}</span>
                  </>
                )}
                {(place === 'below' || !one.reference) && (
                  <>
                    <span className={styles.value} data-value />
                    {place === 'above' && <span className={styles.unit}>{panel.unit}</span>}
                  </>
                )}
                {place === 'above' && panel.series.length > 1 && (
                  <>
                    <span className={styles.change} data-change />
                    <span className={styles.unit}>{panel.unit}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function say(row: Element | undefined, where: string, word: string): void {
  const cell = row?.querySelector(where)
  if (cell) cell.textContent = word
}
