import { Link } from '@tanstack/react-router'
import { ChevronRight, Clock } from 'lucide-react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Text } from '../../../ui/text.tsx'
import { ActivityFigures } from './activity-figures.tsx'
import { BarFigures } from './bar-figures.tsx'
import { ClassicFigures } from './classic-figures.tsx'
import type { TimelineSearch } from './controller-card.tsx'
import styles from './dashboard.module.css'
import type { DashboardMode } from './dashboard-state.ts'
import { timeText } from './time-text.ts'

const figures = { classic: ClassicFigures, bars: BarFigures, activity: ActivityFigures }

/** A scale on its card, as the mode shows it; a tap anywhere opens its curve. */
export function ScalePlace({
  scale,
  mode,
  stale,
  now,
  search,
}: {
  scale: DashboardScale
  mode: DashboardMode
  /** It is silent while its transmitter is not. */
  stale: boolean
  now: number
  search: TimelineSearch
}) {
  const intl = useIntl()
  const { name, last, type } = scale
  const weighs = type === 'weight'
  const Figures = weighs ? figures[mode] : ClassicFigures
  return (
    <li className={styles.scale}>
      <div className={styles.scaleHead}>
        <h3>
          <Link to="/timeline" search={search} className={styles.scaleLink}>
            {name}
            {mode !== 'classic' && weighs && last?.weight != null && (
              <span className={styles.weightNow}>
                <FormattedNumber value={last.weight} minimumFractionDigits={2} maximumFractionDigits={2} />{' '}
                <small>kg</small>
              </span>
            )}
            <Icon of={ChevronRight} />
          </Link>
        </h3>
        {stale && last && (
          <Badge wrap tone="stale" icon={Clock}>
            <FormattedMessage id="dashboard.stale" values={{ time: timeText(intl, last.time, now) }} />
          </Badge>
        )}
      </div>
      {scale.damaged && (
        <Text size={13} tone="loss">
          <FormattedMessage id="scale.damaged" values={{ name }} />
        </Text>
      )}
      {last ? (
        <Figures scale={scale} last={last} />
      ) : (
        <Text tone="neutral">
          <FormattedMessage id="dashboard.nothingYet" />
        </Text>
      )}
    </li>
  )
}
