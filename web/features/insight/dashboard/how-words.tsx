import { FormattedMessage } from '../../../i18n/intl.tsx'
import { loadTexts } from '../../../i18n/locale-state.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { DashboardMode } from './dashboard-state.ts'

const explained = {
  classic: ['change', 'noise', 'curve', 'feed', 'feedLasts', 'stale'],
  bars: ['bars', 'stale'],
  activity: ['buckets', 'trigger', 'stale'],
} as const

/** Loads the texts, then returns the component. */
export async function howWords() {
  await loadTexts('screens')
  return HowWords
}

/** How each figure of a mode is computed. */
export function HowWords({ mode }: { mode: DashboardMode }) {
  return (
    <Stack gap={2}>
      {explained[mode].map((figure) => (
        <Text key={figure}>
          <FormattedMessage id={`dashboard-how.${figure}`} />
        </Text>
      ))}
    </Stack>
  )
}
