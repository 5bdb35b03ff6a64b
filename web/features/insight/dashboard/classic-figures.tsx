import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Stat } from '../../../ui/stat.tsx'
import { ChangeStat } from './change-stat.tsx'
import styles from './dashboard.module.css'
import { FeedStat, FeedWords } from './feed-figures.tsx'
import type { FiguresProps } from './figures.ts'
import { WeekCurve } from './week-curve.tsx'
import { WeightStat } from './weight-stat.tsx'

/** Weight now with its week, the changes, temperature, humidity, and the feed that is left. */
export function ClassicFigures({ scale, last: { weight, temperature, humidity } }: FiguresProps) {
  const { type, change24h, change7d } = scale
  const weighs = type === 'weight'
  const size = weighs ? 'small' : 'large'
  return (
    <>
      {weighs && (
        <div className={styles.now}>
          <WeightStat weight={weight} />
          <WeekCurve scale={scale} />
        </div>
      )}
      <div className={styles.figures}>
        {weighs && (
          <div className={styles.changes}>
            <ChangeStat label={<FormattedMessage id="dashboard.change24h" />} change={change24h} />
            <ChangeStat label={<FormattedMessage id="dashboard.change7d" />} change={change7d} />
          </div>
        )}
        <div className={styles.sensors}>
          {temperature !== null && (
            <Stat
              size={size}
              label={<FormattedMessage id="dashboard.temperature" />}
              value={<FormattedNumber value={temperature} minimumFractionDigits={1} maximumFractionDigits={1} />}
              unit="°C"
            />
          )}
          {humidity !== null && (
            <Stat
              size={size}
              label={<FormattedMessage id="dashboard.humidity" />}
              value={<FormattedNumber value={humidity} maximumFractionDigits={0} />}
              unit="%"
            />
          )}
          {weighs && <FeedStat scale={scale} weight={weight} />}
        </div>
      </div>
      {weighs && <FeedWords scale={scale} weight={weight} />}
    </>
  )
}
