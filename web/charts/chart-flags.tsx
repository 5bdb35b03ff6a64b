import { Bell, Flag, MoveVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { Icon } from '../ui/icon.tsx'
import styles from './chart.module.css'
import type { ChartView } from './chart-view.ts'
import { type ChartMark, clusterMarks } from './cluster-marks.ts'

const FLAG_PIXELS = 48
/** So far a flag stays away from the ends, to be whole on a phone. */
const EDGE_PIXELS = 10
const icons = { alarm: Bell, jump: MoveVertical, intervention: Flag }
/** Of several in one flag the weightiest shows. */
const weight = { alarm: 2, intervention: 1, jump: 0 }

/** The flags above the chart: a button for each mark, or for marks that stand too near to each other. */
export function ChartFlags({
  marks,
  view,
  plotWidth,
  onOpen,
}: {
  marks: readonly ChartMark[]
  view: ChartView
  /** In CSS pixels. */
  plotWidth: number
  onOpen: (marks: readonly ChartMark[]) => void
}) {
  const intl = useIntl()
  const [span, setSpan] = useState(view.span)
  useEffect(() => {
    setSpan(view.span())
    return view.follow((change) => {
      if (change.span) setSpan(view.span())
    })
  }, [view])
  const clusters = clusterMarks(marks, span, FLAG_PIXELS / Math.max(1, plotWidth))
  return (
    <div className={styles.flags}>
      {clusters.map(({ share, marks: here }) => {
        const first = [...here].sort((a, b) => weight[b.kind] - weight[a.kind])[0]!
        const label =
          here.length === 1
            ? intl.formatMessage(
                { id: 'chart.flag' },
                {
                  label: first.label,
                  time: intl.formatDate(first.time * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
                },
              )
            : intl.formatMessage({ id: 'chart.flags' }, { count: here.length, first: first.label })
        return (
          <button
            key={here[0]!.id}
            type="button"
            className={styles.flag}
            style={{ left: `clamp(${EDGE_PIXELS}px, ${share * 100}%, calc(100% - ${EDGE_PIXELS}px))` }}
            data-tone={first.kind === 'alarm' ? 'alarm' : 'neutral'}
            data-pending={here.some(({ pending }) => pending) || undefined}
            aria-label={label}
            title={label}
            onClick={() => onOpen(here)}
          >
            <span className={styles.flagFace}>
              <Icon of={icons[first.kind]} size={16} />
              {here.length > 1 && <span>{here.length}</span>}
            </span>
          </button>
        )
      })}
    </div>
  )
}
