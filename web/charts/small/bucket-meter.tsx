import { useIntl } from '../../i18n/intl.tsx'
import styles from './small-chart.module.css'

/** The trigger level is at this share of the width, so that an overflowing bucket is visible as such. */
const TRIGGER_SHARE = 0.8

/** A leaking bucket in kg as a thin bar: how full it is relative to the level at which the alarm rings; invisible while empty. */
export function BucketMeter({ level, trigger, label }: { level: number; trigger: number; label: string }) {
  const intl = useIntl()
  const full = trigger > 0 ? Math.min(1, (level / trigger) * TRIGGER_SHARE) : 0
  return (
    <div className={styles.bucket} data-ringing={level >= trigger || undefined}>
      <meter
        className={styles.bucketValue}
        aria-label={label}
        min={0}
        max={Math.max(trigger, level)}
        value={level}
        aria-valuetext={intl.formatMessage({ id: 'dashboard.bucketLevel' }, { level, trigger })}
      />
      <span className={styles.bucketLevel} style={{ width: `${full * 100}%` }} />
      <span className={styles.bucketTrigger} style={{ left: `${TRIGGER_SHARE * 100}%` }} />
    </div>
  )
}
