import type { AlarmReason } from '#domain/alerts/alarm.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

/** Why an alarm rang and what speaks against it, one reason a line. */
export function AlarmWhy({ why }: { why: readonly AlarmReason[] }) {
  return (
    <Stack as="ul" gap={1}>
      {why.map(({ code, values }) => (
        // a rule may have the same reason twice, of other quantities
        <li key={`${code} ${values?.quantity}`}>
          {/* the codes come from the detectors; a test keeps their texts complete */}
          <FormattedMessage id={`alarm.why.${code}` as MessageId} values={values ?? {}} />
        </li>
      ))}
    </Stack>
  )
}
