import { Link } from '@tanstack/react-router'
import { BatteryLow, BellOff, BellRing, Clock, SignalLow } from 'lucide-react'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { Ago } from '../../../i18n/ago.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { heldUntil } from './hold-alarms.tsx'
import { Moment } from './moment.tsx'
import { mutesAt } from './mutes-at.ts'
import { SubscriptionNotice, subscriptionNeedsCare } from './subscription-notice.tsx'
import styles from './today.module.css'
import { batteryIsLow, signalIsWeak } from './transmitter-state.ts'
import { useMuteChange } from './use-mute-change.ts'

/** What needs to be done about a transmitter, and how; nothing if all is well. */
export function ApiaryCare({
  controller,
  isSilent,
  now,
}: {
  controller: DashboardController
  isSilent: boolean
  /** Epoch ms. */
  now: number
}) {
  const intl = useIntl()
  const { id, access, battery, signal, lastUpdate } = controller
  const { unmute } = useMuteChange(controller)
  const held = heldUntil(controller, now)
  // while all alarms about weight are held, the head of the apiary says so
  const isSaid = (type: AlarmType) => held && weightAlarms.some((one) => one === type)
  const mutes = mutesAt(controller, now).filter(({ notificationType }) => !isSaid(notificationType))
  const lowBattery = batteryIsLow(controller)
  const weakSignal = signalIsWeak(controller)
  if (!isSilent && !lowBattery && !weakSignal && !subscriptionNeedsCare(controller) && mutes.length === 0) return null
  const doctor = (words: 'silent' | 'battery' | 'signal') =>
    access === 'own' && (
      <Link className={styles.todo} to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
        <FormattedMessage id={`dashboard.todo.${words}`} />
      </Link>
    )
  return (
    <ul className={styles.care}>
      {isSilent && lastUpdate !== null && (
        <li>
          <Badge wrap tone="stale" icon={Clock}>
            <FormattedMessage id="dashboard.state.silent" values={{ ago: <Ago time={lastUpdate} now={now} /> }} />
          </Badge>
          {doctor('silent')}
        </li>
      )}
      {lowBattery && (
        <li>
          <Badge wrap tone="alarm" icon={BatteryLow}>
            {battery === null ? (
              <FormattedMessage id="dashboard.batteryLow" />
            ) : (
              <FormattedMessage id="dashboard.batteryLow.volts" values={{ volts: battery }} />
            )}
          </Badge>
          {doctor('battery')}
        </li>
      )}
      {weakSignal && (
        <li>
          <Badge wrap tone="loss" icon={SignalLow}>
            <FormattedMessage id="dashboard.signal.weak" values={{ dbm: signal }} />
          </Badge>
          {doctor('signal')}
        </li>
      )}
      {subscriptionNeedsCare(controller) && (
        <li>
          <SubscriptionNotice controller={controller} />
        </li>
      )}
      {mutes.map(({ notificationType, enddate, waits }) => (
        <li key={notificationType}>
          <Badge wrap icon={waits === 'begin' ? BellRing : BellOff}>
            <FormattedMessage
              id={
                waits === 'begin'
                  ? 'dashboard.mute.waits'
                  : waits
                    ? 'dashboard.unmute.waits'
                    : enddate === null
                      ? 'dashboard.muted'
                      : 'dashboard.mutedUntil'
              }
              values={{
                type: intl.formatMessage({ id: `alarm.type.${notificationType}` }),
                time: enddate === null ? '' : <Moment time={enddate} now={now} />,
              }}
            />
          </Badge>
          {waits !== 'end' && (
            <Button kind="quiet" onClick={() => unmute([notificationType])}>
              <FormattedMessage id="dashboard.unmute" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
