import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

const checks = ['power', 'signal', 'scale'] as const

/** For a registered transmitter that has not sent anything: when to expect something, and what to check. */
export function NoReadings({ updateIntervalHours }: { updateIntervalHours: number }) {
  return (
    <Stack gap={2}>
      <Text strong>
        <FormattedMessage id="dashboard.waiting" values={{ hours: updateIntervalHours }} />
      </Text>
      <Text tone="neutral">
        <FormattedMessage id="dashboard.waiting.check" />
      </Text>
      <Stack as="ul" gap={1}>
        {checks.map((check) => (
          <li key={check}>
            <FormattedMessage id={`dashboard.waiting.${check}`} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
