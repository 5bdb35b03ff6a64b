import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './small-chart.module.css'
import { curvePath } from './sparkline-path.ts'

const box = { width: 200, height: 40 }

/** A leaking bucket in kg: how full it is, how full it was over the last day, and the level at which it rings (dashed). */
export function BucketMeter({
  level,
  trigger,
  time,
  levels,
  label,
}: {
  level: number
  trigger: number
  time: readonly number[]
  levels: readonly number[]
  label: string
}) {
  const intl = useIntl()
  const top = Math.max(trigger, level, ...levels) * 1.1 || 1
  const path = curvePath(time, levels, { ...box, bottom: 0, top })
  const ringing = level >= trigger
  const triggerY = (1 - trigger / top) * box.height
  return (
    <div className={styles.meter} data-tone={ringing ? 'alarm' : 'neutral'}>
      <VisuallyHidden>
        <meter
          aria-label={label}
          min={0}
          max={Math.max(trigger, level)}
          value={level}
          aria-valuetext={intl.formatMessage({ id: 'chart.bucketLevel' }, { level, trigger })}
        />
      </VisuallyHidden>
      <div className={styles.meterLine} aria-hidden="true">
        <span>{label}</span>
        <span className={styles.meterValue}>
          {ringing && <Icon of={TriangleAlert} size={16} />}
          <FormattedNumber value={level} minimumFractionDigits={1} maximumFractionDigits={1} />
          <span className={styles.meterTrigger}>
            <FormattedMessage id="chart.bucketTrigger" values={{ trigger }} />
          </span>
        </span>
      </div>
      <svg
        className={styles.sparkline}
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {path && <path className={styles.fill} d={path.area} />}
        {path && <path className={styles.curve} d={path.line} />}
        <line className={styles.trigger} x1="0" x2={box.width} y1={triggerY} y2={triggerY} />
      </svg>
    </div>
  )
}
