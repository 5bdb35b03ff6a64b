import { FormattedMessage, useIntl } from 'react-intl'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { Sparkline } from '../../../charts/sparkline.tsx'
import styles from './dashboard.module.css'

/** The weight over the last week, with the least and the greatest in words; nothing where there is no curve to draw. */
export function WeekCurve({ scale: { name, sparkline } }: { scale: Pick<DashboardScale, 'name' | 'sparkline'> }) {
  const intl = useIntl()
  const weights = sparkline.weight.filter((weight) => weight !== null)
  if (weights.length < 2) return null
  const low = Math.min(...weights)
  const high = Math.max(...weights)
  return (
    <div className={styles.curve}>
      <Sparkline
        time={sparkline.time}
        values={sparkline.weight}
        label={intl.formatMessage({ id: 'dashboard.curve' }, { name, low, high })}
      />
      <span className={styles.span} aria-hidden="true">
        <FormattedMessage id="dashboard.curve.span" values={{ low, high }} />
      </span>
    </div>
  )
}
