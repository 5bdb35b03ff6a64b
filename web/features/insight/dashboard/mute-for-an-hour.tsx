import { Bell, BellOff, BellRing } from 'lucide-react'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { mutesAt } from './mutes-at.ts'
import { timeText } from './time-text.ts'
import { useMuteChange } from './use-mute-change.ts'

/** Mutes one alarm type of a transmitter for an hour. If it is muted, shows until when, and ends it. */
export function MuteForAnHour({
  controller,
  type,
  now,
}: {
  controller: DashboardController
  type: AlarmType
  /** Epoch ms. */
  now: number
}) {
  const intl = useIntl()
  const { mute, unmute } = useMuteChange(controller)
  const muted = mutesAt(controller, now).find((one) => one.notificationType === type && one.waits !== 'end')
  if (!muted) {
    return (
      <Button icon={BellOff} onClick={() => mute([type], now)}>
        <FormattedMessage id="dashboard.mute" />
      </Button>
    )
  }
  return (
    <>
      <Badge wrap icon={muted.waits ? BellRing : BellOff}>
        {muted.waits ? (
          <FormattedMessage
            id="dashboard.mute.waits"
            values={{ type: intl.formatMessage({ id: `alarm.type.${type}` }) }}
          />
        ) : muted.enddate === null ? (
          <FormattedMessage id="dashboard.mute.isMutedForGood" />
        ) : (
          <FormattedMessage id="dashboard.mute.isMuted" values={{ time: timeText(intl, muted.enddate, now) }} />
        )}
      </Badge>
      <Button kind="quiet" icon={Bell} onClick={() => unmute([type])}>
        <FormattedMessage id="dashboard.unmute" />
      </Button>
    </>
  )
}
