import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SeriesSwatch } from '../ui/series-swatch.tsx'
import styles from './chart-readout.module.css'
import { type ChartPanel, type ChartSeries, lastSeen, readSeries } from './chart-series.ts'
import type { ChartView } from './chart-view.ts'
import { compareOffset } from './compare.ts'
import { dashOf } from './series-look.ts'

const NONE = '–'

/** Legend and readout in one: each curve with its value under the cursor, else the last one in sight. Written past React. */
export function ChartReadout({
  panels,
  view,
  place = 'below',
  nameOf = ({ label }) => label,
}: {
  panels: readonly ChartPanel[]
  view: ChartView
  /** `above`: as short as can be, for a chart of one thing. */
  place?: 'above' | 'below'
  /** What stands for a curve's name, such as a link. */
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
                {place === 'above' && panel.series.length > 1 && <span className={styles.change} data-change />}
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

type Format = Pick<ReturnType<typeof useIntl>, 'formatNumber' | 'formatDate' | 'formatMessage'>

type Readout = { time: string; words: string[]; changes: string[] }

/** The words of the readout: the time, and for each curve of each panel its value and its change since the left edge. */
function readPanels(panels: readonly ChartPanel[], view: ChartView, intl: Format): Readout {
  const cursor = view.cursor()
  const span = view.span()
  const read = panels.flatMap((panel) =>
    panel.series.map(({ points }, index) => {
      const at = cursor ?? lastSeen(points, span)
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
