import { hintAlarms } from '#domain/alerts/alarm-types.ts'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { AlarmTypes } from './alarm-choice.tsx'

/** Chooses which hints ring on a channel; the others arrive silently. */
export function HintChoice({ channel: { ringsAlways } }: { channel: NotificationChannel }) {
  return (
    <fieldset>
      <legend>
        <Text strong as="span">
          <FormattedMessage id="notification-screen.hints" />
        </Text>
      </legend>
      <Text tone="neutral">
        <FormattedMessage id="notification-screen.hints.hint" />
      </Text>
      <AlarmTypes name="ringingHints" types={hintAlarms} chosen={ringsAlways} />
    </fieldset>
  )
}
