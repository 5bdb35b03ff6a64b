import type { SentNotification } from '#domain/alerts/sent-notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'

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
