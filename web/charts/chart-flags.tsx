import { Bell, Flag, MoveVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIntl } from '../i18n/intl.tsx'
import { Icon } from '../ui/icon.tsx'
import { rootPixels } from '../ui/root-pixels.ts'
import styles from './chart.module.css'
import { placeWords } from './place-words.ts'
import { type ChartMark, clusterMarks } from './plot/cluster-marks.ts'
import type { ChartView } from './view/chart-view.ts'

const FLAG_PIXELS = 48
/** How far a flag stays away from the edges, so that all of it is visible on a phone. */
const EDGE_PIXELS = 10
const icons = { alarm: Bell, jump: MoveVertical, intervention: Flag }
/** A flag that stands for several marks shows the icon of the most important one. */
const weight = { alarm: 2, intervention: 1, jump: 0 }
/** The width of a letter on a flag, as a fraction of the text size. */
const LETTER = 0.6

/** The flags above the chart: a button for each mark, or for several marks that are too close together, with text where there is room. */
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
  const flags = clusterMarks(marks, span, FLAG_PIXELS / Math.max(1, plotWidth)).map(({ share, marks }) => ({
    share,
    marks,
    first: [...marks].sort((a, b) => weightOf(b) - weightOf(a))[0]!,
  }))
  const text = textPixels()
  const moreWidth = (marks: readonly ChartMark[]) => moreText(marks).length * LETTER * text
  const words = placeWords(
    flags.map(({ share, first, marks }) => ({
      x: share * plotWidth,
      wordsWidth: (first.label.length + 1) * LETTER * text + moreWidth(marks),
    })),
    plotWidth,
    EDGE_PIXELS,
    text,
  )
  return (
    <div className={styles.flags}>
      {flags.map(({ share, marks: here, first }, index) => {
        const label =
          here.length === 1
            ? intl.formatMessage(
                { id: 'chart.flag' },
                {
                  label: first.label,
                  time: intl.formatDate(first.time * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
                },
              )
            : intl.formatMessage(
                { id: 'chart.flags' },
                { count: here.length, more: here.length - 1, first: first.label },
              )
        return (
          <button
            key={here[0]!.id}
            type="button"
            className={styles.flag}
            style={{ left: `clamp(${EDGE_PIXELS}px, ${share * 100}%, calc(100% - ${EDGE_PIXELS}px))` }}
            data-tone={first.kind === 'alarm' && !first.quiet ? 'alarm' : 'neutral'}
            data-words={words[index]?.side}
            data-pending={here.some(({ pending }) => pending) || undefined}
            aria-current={here.some(({ current }) => current) || undefined}
            aria-label={label}
            title={label}
            onClick={() => onOpen(here)}
          >
            <span className={styles.flagFace}>
              <Icon of={icons[first.kind]} size={16} />
              {words[index] && (
                <span className={styles.flagWords} style={{ maxWidth: words[index].width - moreWidth(here) }}>
                  {first.label}
                </span>
              )}
              {here.length > 1 && <span>{words[index] ? moreText(here) : here.length}</span>}
            </span>
          </button>
        )
      })}
    </div>
  )
}

const moreText = ({ length }: readonly ChartMark[]): string => (length > 1 ? ` +${length - 1}` : '')

const weightOf = ({ kind, current, quiet }: ChartMark): number => (current ? 3 : quiet ? 0.5 : weight[kind])

/** The size of the flags' text as the person has it. */
const textPixels = (): number => 0.9375 * rootPixels()
