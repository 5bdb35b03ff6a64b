import { FormattedMessage } from 'react-intl'
import type { SentNotification } from '#domain/alerts/sent-notification.ts'

/** What a message was about. */
export const SentSubject = ({ sent: { stage, alarmType } }: { sent: SentNotification }) => (
  <>
    {alarmType && (
      <>
        <FormattedMessage id={`alarm.type.${alarmType}`} /> ·{' '}
      </>
    )}
    <FormattedMessage id={`administration-notifications.stage.${stage}`} />
  </>
)
