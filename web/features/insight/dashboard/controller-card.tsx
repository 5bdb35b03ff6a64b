import { Link } from '@tanstack/react-router'
import { BatteryLow, BellOff, Clock, Eye } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { batteryIsLow } from './apiary-summary.ts'
import styles from './dashboard.module.css'
import type { DashboardMode } from './dashboard-state.ts'
import { NoReadings } from './no-readings.tsx'
import { ScalePlace } from './scale-place.tsx'
import { shownScales } from './shown-controllers.ts'
import { SignalText } from './signal-text.tsx'
import { isStale } from './stale.ts'
import { SubscriptionNotice, subscriptionNeedsCare } from './subscription-notice.tsx'
import { timeText } from './time-text.ts'

/** What the timeline is asked to show, as its address has it. */
export type TimelineSearch = { series: string; from?: number | undefined; to?: number | undefined }
export type ToTimeline = (scales: readonly DashboardScale[]) => TimelineSearch

/** A transmitter with its scales. */
export function ControllerCard({
  controller,
  mode,
  now,
  toTimeline,
}: {
  controller: DashboardController
  mode: DashboardMode
  /** Epoch ms. */
  now: number
  toTimeline: ToTimeline
}) {
  const intl = useIntl()
  const { name, access, battery, signal, lastUpdate, updateInterval } = controller
  // what is kept on this device may be older than the end of a mute
  const mutes = controller.mutes.filter(({ enddate }) => enddate === null || Date.parse(enddate) > now)
  const scales = shownScales(controller)
  const stale = isStale(lastUpdate, updateInterval, now)
  const heard = lastUpdate === null ? undefined : timeText(intl, lastUpdate, now)
  return (
    <Card
      title={
        scales.length > 0 ? (
          <Link to="/timeline" search={toTimeline(scales)} className={styles.titleLink}>
            {name}
          </Link>
        ) : (
          name
        )
      }
      tone={stale ? 'stale' : undefined}
      meta={
        <span className={styles.meta}>
          {heard && !stale && (
            <span>
              <FormattedMessage id="dashboard.lastUpdate" values={{ time: heard }} />
            </span>
          )}
          {battery !== null && (
            <span>
              <FormattedMessage id="dashboard.battery" values={{ volts: battery }} />
            </span>
          )}
          {signal !== null && <SignalText dbm={signal} />}
        </span>
      }
      actions={
        access !== 'own' && (
          <Badge tone="accent" icon={Eye}>
            <FormattedMessage id="dashboard.watched" />
          </Badge>
        )
      }
    >
      {(stale || batteryIsLow(controller) || subscriptionNeedsCare(controller) || mutes.length > 0) && (
        <Row gap={2}>
          {stale && (
            <Badge wrap tone="stale" icon={Clock}>
              <FormattedMessage id="dashboard.stale" values={{ time: heard }} />
            </Badge>
          )}
          {batteryIsLow(controller) && (
            <Badge tone="alarm" icon={BatteryLow}>
              <FormattedMessage id="dashboard.batteryLow" />
            </Badge>
          )}
          {subscriptionNeedsCare(controller) && <SubscriptionNotice controller={controller} />}
          {mutes.map(({ notificationType, enddate }) => (
            <Badge wrap key={notificationType} icon={BellOff}>
              <FormattedMessage
                id={enddate === null ? 'dashboard.muted' : 'dashboard.mutedUntil'}
                values={{
                  type: intl.formatMessage({ id: `alarm.type.${notificationType}` }),
                  time: enddate === null ? '' : timeText(intl, enddate, now),
                }}
              />
            </Badge>
          ))}
        </Row>
      )}
      {scales.length > 0 ? (
        <ul className={styles.scales}>
          {scales.map((scale) => (
            <ScalePlace
              key={scale.id}
              scale={scale}
              mode={mode}
              stale={!stale && isStale(scale.last?.time ?? null, updateInterval, now)}
              now={now}
              search={toTimeline([scale])}
            />
          ))}
        </ul>
      ) : lastUpdate === null ? (
        <NoReadings updateIntervalHours={updateInterval} />
      ) : (
        <Text tone="neutral">
          <FormattedMessage id="dashboard.noScales" />
        </Text>
      )}
    </Card>
  )
}
