import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { digestQuery } from '../../features/insight/season/digest-queries.ts'
import { DigestSettings } from '../../features/insight/season/digest-settings.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Heading, Text } from '../../ui/layout/text.tsx'
import { useDigestWays } from './use-digest-ways.ts'

/** Part of the notifications: the week of the hives in one message. */
export function WeekPart() {
  const ways = useDigestWays()
  const { email } = useSnapshot(user)
  const digest = useQuery({ ...digestQuery, refetchOnMount: 'always' })
  return (
    <Stack as="section">
      <Heading>
        <FormattedMessage id="season-digest.title" />
      </Heading>
      <Text tone="neutral">
        <FormattedMessage id="season-digest.why" />
      </Text>
      <Loaded query={digest} age={false}>
        {(chosen) => ways && <DigestSettings digest={chosen} ways={ways} email={email} />}
      </Loaded>
    </Stack>
  )
}
