import { useId } from 'react'
import { FormattedDate, useIntl } from 'react-intl'
import styles from './small-chart.module.css'

const HEIGHT = 64
/** A change too small to see still shows on which side it lies. */
const LEAST_BAR = 2

/** A day's change in kg; `date` as YYYY-MM-DD, `delta` null where the scale was silent. */
export type DayChange = { date: string; delta: number | null }

/** One bar a day: gain upwards, loss downwards and hatched, a dot where nothing is known. All bars share one measure. */
export function DayBars({ days, label }: { days: readonly DayChange[]; label: string }) {
  const intl = useIntl()
  const hatch = useId()
  const gain = Math.max(0, ...days.map((day) => day.delta ?? 0))
  const loss = Math.max(0, ...days.map((day) => -(day.delta ?? 0)))
  const room = HEIGHT - 2 * LEAST_BAR
  const zero = LEAST_BAR + (gain + loss > 0 ? (gain / (gain + loss)) * room : room / 2)
  const height = (delta: number) => Math.max(LEAST_BAR, gain + loss > 0 ? (Math.abs(delta) / (gain + loss)) * room : 0)
  const first = days[0]?.date
  const last = days[days.length - 1]?.date
  const share = 100 / Math.max(1, days.length)
  return (
    <figure className={styles.figure}>
      <svg className={styles.bars} height={HEIGHT} role="img" aria-label={label}>
        <defs>
          <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles.lossGround} width="4" height="4" />
            <rect className={styles.lossStripe} width="2" height="4" />
          </pattern>
        </defs>
        <line className={styles.zero} x1="0" x2="100%" y1={zero} y2={zero} />
        {days.map(({ date, delta }, index) => {
          const left = index * share
          if (delta === null) {
            return <circle key={date} className={styles.unknown} cx={`${left + share / 2}%`} cy={zero} r="1.5" />
          }
          return (
            <rect
              key={date}
              className={delta < 0 ? styles.loss : styles.gain}
              fill={delta < 0 ? `url(#${hatch})` : undefined}
              x={`${left + share * 0.14}%`}
              width={`${share * 0.72}%`}
              y={delta < 0 ? zero : zero - height(delta)}
              height={delta === 0 ? 1 : height(delta)}
            >
              <title>{`${intl.formatDate(noon(date), { day: 'numeric', month: 'short' })}: ${intl.formatNumber(delta, {
                signDisplay: 'exceptZero',
                maximumFractionDigits: 2,
              })}\u00a0kg`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <figcaption className={styles.ends}>
          <span>
            <FormattedDate value={noon(first)} day="numeric" month="short" />
          </span>
          <span>
            <FormattedDate value={noon(last)} day="numeric" month="short" />
          </span>
        </figcaption>
      )}
    </figure>
  )
}

/** Noon of that day where the person is, so that the day stays the same in every zone. */
const noon = (date: string): Date => new Date(`${date}T12:00:00`)
