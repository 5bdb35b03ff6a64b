import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SeriesSwatch } from '../ui/series-swatch.tsx'
import styles from './chart-readout.module.css'
import { type ChartPanel, lastSeen, readSeries } from './chart-series.ts'
import type { ChartView } from './chart-view.ts'

const NONE = '–'

/** Legend and readout in one: each curve with its value under the cursor, else the last one in sight. Written past React. */
export function ChartReadout({
  panels,
  view,
  place = 'below',
}: {
  panels: readonly ChartPanel[]
  view: ChartView
  /** `above`: as short as can be, for a chart of one thing. */
  place?: 'above' | 'below'
}) {
  const intl = useIntl()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const say = () => {
      if (!list.current) return
      const { time, words } = readPanels(panels, view, intl)
      const cells = list.current.querySelectorAll('[data-value]')
      words.forEach((word, index) => {
        const cell = cells[index]
        if (cell) cell.textContent = word
      })
      const heading = list.current.querySelector('[data-time]')
      if (heading) heading.textContent = time
    }
    say()
    return view.follow(say)
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
            {panel.series.map(({ key, label, slot, reference }) => (
              <li key={key} className={styles.series}>
                {(place === 'below' || panel.series.length > 1) && (
                  <>
                    <SeriesSwatch index={slot} reference={reference !== undefined} />
                    <span className={styles.label}>{label}</span>
                  </>
                )}
                <span className={styles.value} data-value />
                {place === 'above' && <span className={styles.unit}>{panel.unit}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

type Format = Pick<ReturnType<typeof useIntl>, 'formatNumber' | 'formatDate' | 'formatMessage'>

/** The words of the readout: the time, and a value for each curve of each panel. */
function readPanels(panels: readonly ChartPanel[], view: ChartView, intl: Format): { time: string; words: string[] } {
  const cursor = view.cursor()
  const span = view.span()
  const words = panels.flatMap((panel) =>
    panel.series.map(({ points }, index) => {
      const at = cursor ?? lastSeen(points, span)
      const read = at === undefined ? undefined : readSeries(panel, index, at, span)
      return read ? formatReading(intl, panel, read.value) : NONE
    }),
  )
  const time =
    cursor === undefined
      ? intl.formatMessage({ id: 'chart.lastInView' })
      : intl.formatDate(cursor * 1000, { dateStyle: 'medium', timeStyle: 'short' })
  return { time, words }
}

/** A value as the panel speaks: with its digits, with a sign where it is a change. */
export function formatReading(
  intl: Pick<Format, 'formatNumber'>,
  { digits, mode }: Pick<ChartPanel, 'digits' | 'mode'>,
  value: number,
): string {
  return intl.formatNumber(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: mode === 'value' ? 'auto' : 'exceptZero',
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
