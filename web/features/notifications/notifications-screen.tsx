import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Loaded } from '../../offline/loaded.tsx'
import { Reading, Stack } from '../../ui/layout.tsx'
import { Heading, Text } from '../../ui/text.tsx'
import { ChannelTable } from './channel-table.tsx'
import { EmailForm } from './email-form.tsx'
import { MuteCard } from './mute-card.tsx'
import { channelsQuery, thisDeviceQuery } from './notification-queries.ts'
import { RingHere } from './ring-here.tsx'

/** Where alarms go, and which are muted. `installation`: how to put the app on the home screen, where that comes first. */
export function NotificationsScreen({
  places,
  installation,
}: {
  places: readonly { id: number; name: string }[]
  installation: ReactNode
}) {
  const channels = useQuery(channelsQuery)
  const thisDevice = useQuery(thisDeviceQuery)
  return (
    <Stack gap={8}>
      <Stack as="section">
        <Heading>
          <FormattedMessage id="notification-screen.channels" />
        </Heading>
        {installation}
        <Loaded query={channels}>
          {(list) => (
            <Stack>
              {!list.some(({ id, status }) => id === thisDevice.data && status !== 'ended') && <RingHere />}
              <ChannelTable channels={list} thisDevice={thisDevice.data ?? undefined} />
            </Stack>
          )}
        </Loaded>
        <Reading>
          <EmailForm />
        </Reading>
      </Stack>
      <Stack as="section">
        <Heading>
          <FormattedMessage id="notification-screen.mutes" />
        </Heading>
        <Text tone="neutral">
          <FormattedMessage id={`notification-screen.mutes.${places.length === 0 ? 'none' : 'why'}`} />
        </Text>
        {places.map((place) => (
          <MuteCard key={place.id} place={place} />
        ))}
      </Stack>
    </Stack>
  )
}
