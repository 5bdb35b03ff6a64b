import type { AlarmReason } from '#domain/alerts/alarm.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

/** Why an alarm rang and what speaks against it, one reason per line. */
export function AlarmWhy({ why }: { why: readonly AlarmReason[] }) {
  return (
    <Stack as="ul" gap={1}>
      {why.map(({ code, values }) => (
        // a rule may give the same reason twice, for different values
        <li key={JSON.stringify([code, values])}>
          {/* the codes come from the detectors; a test ensures that each has a text */}
          <FormattedMessage id={`alarm.why.${code}` as MessageId} values={values ?? {}} />
        </li>
      ))}
    </Stack>
  )
}
