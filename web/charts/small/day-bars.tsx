import { useId } from 'react'
import { FormattedDate, useIntl } from '../../i18n/intl.tsx'
import styles from './small-chart.module.css'

const HEIGHT = 64
/** A bar that is longer than its room is cut through at this distance from its end. */
const CUT_AT = 5
/** A picture of more days says only what it shows. */
const MOST_SAID = 31
/** Even a change too small to see still shows its direction. */
const LEAST_BAR = 2

/** A day's change in kg; `date` as YYYY-MM-DD, `delta` null where the scale was silent. */
export type DayChange = { date: string; delta: number | null }

/** The room bars have in kg, upwards and downwards; bars with the same room can be compared. */
export type BarRoom = { gain: number; loss: number }

/**
 * One bar per day: gain upwards, loss downwards and hatched, a dot if nothing is known. Without a `room` shared with other bars (whose axis is then shown
 * beside them), the bars fill the height; what is longer than its room is cut through.
 */
export function DayBars({
  days,
  label,
  room,
  height: whole = HEIGHT,
  ends = true,
}: {
  days: readonly DayChange[]
  label: string
  room?: BarRoom | undefined
  /** In px. */
  height?: number
  /** Whether the first and last day are labeled below. */
  ends?: boolean
}) {
  const intl = useIntl()
  const hatch = useId()
  const gain = room?.gain ?? Math.max(0, ...days.map((day) => day.delta ?? 0))
  const loss = room?.loss ?? Math.max(0, ...days.map((day) => -(day.delta ?? 0)))
  const { perKg, zero } = measured(whole, { gain, loss })
  const height = (delta: number) => Math.max(LEAST_BAR, Math.min(Math.abs(delta), delta < 0 ? loss : gain) * perKg)
  const first = days[0]?.date
  const last = days[days.length - 1]?.date
  const share = 100 / Math.max(1, days.length)
  const words = days.map(
    ({ date, delta }) =>
      delta !== null &&
      `${intl.formatDate(noon(date), { day: 'numeric', month: 'short' })}: ${intl.formatNumber(delta, {
        signDisplay: 'exceptZero',
        maximumFractionDigits: 2,
      })}\u00a0kg`,
  )
  const said = days.length > MOST_SAID ? [] : words.filter(Boolean)
  return (
    <figure className={styles.figure}>
      <svg className={styles.bars} height={whole} role="img" aria-label={[label, ...said].join('; ')}>
        <defs>
          <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles.lossGround} width="4" height="4" />
            <rect className={styles.lossStripe} width="2" height="4" />
          </pattern>
        </defs>
        {room && <Axis zero={zero} height={whole} />}
        <line className={styles.zero} x1="0" x2="100%" y1={zero} y2={zero} />
        {days.map(({ date, delta }, index) => {
          const left = index * share
          if (delta === null) {
            return <circle key={date} className={styles.unknown} cx={`${left + share / 2}%`} cy={zero} r="1.5" />
          }
          const isCut = delta > gain || -delta > loss
          const cutAt = delta < 0 ? whole - LEAST_BAR - CUT_AT : LEAST_BAR + CUT_AT
          return (
            <g key={date}>
              <rect
                className={delta < 0 ? styles.loss : styles.gain}
                fill={delta < 0 ? `url(#${hatch})` : undefined}
                x={`${left + share * 0.14}%`}
                width={`${share * 0.72}%`}
                y={delta < 0 ? zero : zero - height(delta)}
                height={delta === 0 ? 1 : height(delta)}
              >
                <title>{words[index]}</title>
              </rect>
              {isCut && (
                <line className={styles.cut} x1={`${left}%`} x2={`${left + share}%`} y1={cutAt + 2} y2={cutAt - 2} />
              )}
            </g>
          )
        })}
      </svg>
      {ends && first && last && (
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

/** The axis of bars that share a room, labeled with its ends in kg. `height` in px, the same as that of the bars. */
export function BarAxis({ room, height }: { room: BarRoom; height: number }) {
  const intl = useIntl()
  const end = (kg: number) => `${intl.formatNumber(kg, { signDisplay: 'exceptZero' })}\u00a0kg`
  return (
    <div className={styles.axis}>
      <svg height={height} aria-hidden="true">
        <Axis zero={measured(height, room).zero} height={height} />
      </svg>
      <div style={{ minHeight: height }}>
        <span>{end(room.gain)}</span>
        <span>{end(-room.loss)}</span>
      </div>
    </div>
  )
}

/** A line left of the bars, with ticks at its ends and one at zero. */
function Axis({ zero, height }: { zero: number; height: number }) {
  const end = height - LEAST_BAR
  return <path className={styles.axisLine} d={`M-7 ${LEAST_BAR}h4V${end}h-4M-7 ${zero}h4`} />
}

/** The position of zero and the height of a kilogram, in px from the top. */
function measured(height: number, { gain, loss }: BarRoom) {
  const inner = height - 2 * LEAST_BAR
  const perKg = gain + loss > 0 ? inner / (gain + loss) : 0
  return { perKg, zero: LEAST_BAR + (perKg > 0 ? gain * perKg : inner / 2) }
}

/** Noon of that day in the local zone, so that the day stays the same in every zone. */
const noon = (date: string): Date => new Date(`${date}T12:00:00`)
