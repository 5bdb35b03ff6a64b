import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { BucketMeter } from '../../../charts/small/bucket-meter.tsx'
import { type BarRoom, DayBars } from '../../../charts/small/day-bars.tsx'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import type { DashboardMode } from './dashboard-state.ts'
import { dayChanges } from './day-changes.ts'
import { trendOf } from './hives.ts'
import styles from './today.module.css'

/** In px. */
export const BARS_HEIGHT = 40

/** The picture of a hive in a mode: its week, its days at the scale shared by all hives, or its two buckets; nothing if there is no data. */
export function HivePicture({ scale, mode, room }: { scale: DashboardScale; mode: DashboardMode; room: BarRoom }) {
  const intl = useIntl()
  if (scale.type !== 'weight' || !scale.last) return null
  if (mode === 'classic') return <WeekCurve scale={scale} />
  if (mode === 'bars') {
    const days = dayChanges(scale)
    if (days.every(({ delta }) => delta === null)) return null
    const label = intl.formatMessage({ id: 'dashboard.bars' }, { name: scale.name, count: days.length })
    return <DayBars days={days} room={room} height={BARS_HEIGHT} ends={false} label={label} />
  }
  const { gainLevel, lossLevel, gainTrigger, lossTrigger } = scale.activity
  return (
    <div className={styles.buckets}>
      <BucketMeter
        label={intl.formatMessage({ id: 'dashboard.bucket.gain' })}
        level={gainLevel}
        trigger={gainTrigger}
      />
      <BucketMeter
        label={intl.formatMessage({ id: 'dashboard.bucket.loss' })}
        level={lossLevel}
        trigger={lossTrigger}
      />
    </div>
  )
}

/** A curve spans at least this many times its own noise, so that a hive that does not change looks that way. */
const NOISES_HIGH = 4
const LEAST_HEIGHT_KG = 0.5

/** The weight over the last week, with its minimum and maximum in words; nothing if there is no curve to draw. */
function WeekCurve({ scale: { name, sparkline, noise } }: { scale: DashboardScale }) {
  const intl = useIntl()
  const weights = sparkline.weight.filter((weight) => weight !== null)
  if (weights.length < 2) return null
  const low = Math.min(...weights)
  const high = Math.max(...weights)
  const spare = Math.max(0, Math.max(LEAST_HEIGHT_KG, NOISES_HIGH * (noise ?? 0)) - (high - low)) / 2
  return (
    <Sparkline
      time={sparkline.time}
      values={sparkline.weight}
      range={{ bottom: low - spare, top: high + spare }}
      label={intl.formatMessage({ id: 'dashboard.curve' }, { name, low, high })}
    />
  )
}

/** The current weight in kg or, for other sensors, what they measure. */
export function HiveWeight({ scale: { type, last } }: { scale: DashboardScale }) {
  const [value, unit, digits] =
    type === 'weight'
      ? ([last?.weight, 'kg', 1] as const)
      : type === 'thermometer'
        ? ([last?.temperature, '°C', 1] as const)
        : ([last?.humidity, '%', 0] as const)
  return <Figure value={value ?? null} unit={unit} digits={digits} />
}

/** The change over 24 h in kg, shown less prominently if it is within the scale's noise. */
export function HiveChange({ scale }: { scale: DashboardScale }) {
  if (scale.type !== 'weight') return null
  const trend = trendOf(scale)
  return (
    <span className={styles.change} data-tone={{ gains: 'gain', loses: 'loss', still: 'neutral' }[trend]}>
      <Figure value={scale.change24h} unit="kg" digits={1} signed />
    </span>
  )
}

/** A figure with its unit, or a dash if unknown. */
export function Figure({
  value,
  unit,
  digits,
  signed = false,
}: {
  value: number | null
  unit: string
  digits: number
  signed?: boolean
}) {
  if (value === null) return '–'
  return (
    <span className={styles.figure}>
      <FormattedNumber
        value={value}
        minimumFractionDigits={digits}
        maximumFractionDigits={digits}
        signDisplay={signed ? 'exceptZero' : 'negative'}
      />
      <small>
        {'\u00a0'}
        {unit}
      </small>
    </span>
  )
}
