import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { DashboardMode } from './dashboard-state.ts'

const explained = {
  classic: ['change', 'noise', 'curve', 'feed', 'feedLasts', 'stale'],
  bars: ['bars', 'stale'],
  activity: ['buckets', 'trigger', 'stale'],
} as const

/** Where the figures of a mode come from. */
export function HowComputed({ mode }: { mode: DashboardMode }) {
  return (
    <Disclosure summary={<FormattedMessage id="dashboard.how" />}>
      <Stack gap={2}>
        {explained[mode].map((figure) => (
          <Text key={figure}>
            <FormattedMessage id={`dashboard.how.${figure}`} />
          </Text>
        ))}
      </Stack>
    </Disclosure>
  )
}
