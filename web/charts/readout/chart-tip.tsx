import { useEffect, useRef } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { SeriesSwatch } from '../../ui/display/series-swatch.tsx'
import type { ChartPanel } from '../plot/chart-series.ts'
import { dashOf } from '../plot/series-look.ts'
import type { ChartView } from '../view/chart-view.ts'
import styles from './chart-tip.module.css'
import { readPanels } from './read-panels.ts'

/** More would hide the curves; the rest is in the readout below them. */
const ROWS = 10

/** The values of the curves under the finger or pointer, shown beside it and within the plot. Updated without React; the screen reader text is elsewhere. */
export function ChartTip({ panels, view }: { panels: readonly ChartPanel[]; view: ChartView }) {
  const intl = useIntl()
  const tip = useRef<HTMLDivElement>(null)
  const rows = panels.flatMap((panel) => panel.series.map((series) => ({ panel, series }))).slice(0, ROWS)

  useEffect(() => {
    const read = () => {
      const box = tip.current
      if (!box) return
      const cursor = view.cursor()
      box.hidden = cursor === undefined || view.selection() !== undefined
      if (cursor === undefined || box.hidden) return
      const { from, to } = view.span()
      const share = Math.min(1, Math.max(0, (cursor - from) / (to - from)))
      box.style.setProperty('--at', `${share * 100}%`)
      box.dataset.side = share > 0.5 ? 'before' : 'after'
      const { time, words } = readPanels(panels, view, intl)
      box.querySelector('[data-time]')!.textContent = time
      box.querySelectorAll('[data-tip]').forEach((cell, index) => {
        cell.textContent = words[index] ?? ''
      })
    }
    read()
    return view.follow(read)
  }, [panels, view, intl])

  return (
    <div ref={tip} className={styles.tip} data-mixed={panels.length > 1} aria-hidden="true" hidden>
      <p className={styles.time} data-time />
      <ul className={styles.rows}>
        {rows.map(({ panel, series }) => (
          <li key={`${panel.id} ${series.key}`} className={styles.row}>
            <SeriesSwatch index={series.slot} reference={series.reference !== undefined} dash={dashOf(series)} />
            <span className={styles.name}>{series.label}</span>
            <span className={styles.value} data-tip />
            <span className={styles.unit}>{panel.unit}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
