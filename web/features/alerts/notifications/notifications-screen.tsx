import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { AddChannel } from './add-channel.tsx'
import { ChannelCard } from './channel-card.tsx'
import { MuteList } from './mute-list.tsx'
import { useEmailWay, watchedChannelsQuery } from './notification-queries.ts'
import type { Place } from './place.ts'
import { pushSupport } from './push-subscription.ts'
import { RingHere } from './ring-here.tsx'
import { thisDeviceQuery } from './this-device-query.ts'

/**
 * Where alarms go, and which are muted. `week`: how the weekly report on one's hives is sent; `installation`: how to put the app
 * on the home screen; `installsFirst`: this device shows alarms only once the app is installed there.
 */
export function NotificationsScreen({
  places,
  week,
  installation,
  installsFirst,
}: {
  places: readonly Place[]
  week: ReactNode
  installation: ReactNode
  installsFirst: boolean
}) {
  const channels = useQuery(watchedChannelsQuery)
  const thisDevice = useQuery(thisDeviceQuery)
  const emailWay = useEmailWay()
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, channels.data?.length)
  const intl = useIntl()
  const sampleName =
    places.find(({ isOwn }) => isOwn)?.name ?? intl.formatMessage({ id: 'notification-screen.sample.name' })
  return (
    <Stack gap={8}>
      <Stack as="section">
        <Heading ref={heading}>
          <FormattedMessage id="notification-screen.channels" />
        </Heading>
        {installation}
        <Loaded query={channels}>
          {(list) => (
            <Stack>
              {!installsFirst && !list.some(({ id, status }) => id === thisDevice.data && status !== 'ended') && (
                <RingHere />
              )}
              <SmsUsedUp channels={list} places={places} />
              {list.length === 0 && (
                <EmptyState
                  icon={BellOff}
                  title={<FormattedMessage id="notification-screen.channels.none" />}
                  next={
                    <FormattedMessage
                      id={`notification-screen.channels.none.${wayFirst(installsFirst)}`}
                      values={emailWay}
                    />
                  }
                />
              )}
              <Grid columns="card">
                {list.map((channel) => (
                  <ChannelCard
                    key={channel.id}
                    channel={channel}
                    isThisDevice={channel.id === thisDevice.data}
                    places={places}
                  />
                ))}
              </Grid>
            </Stack>
          )}
        </Loaded>
      </Stack>
      <Stack as="section">
        <Heading>
          <FormattedMessage id="notification-screen.add" />
        </Heading>
        <AddChannel sampleName={sampleName} />
      </Stack>
      {week}
      <Stack as="section">
        <Heading>
          <FormattedMessage id="notification-screen.mutes" />
        </Heading>
        <Text tone="neutral">
          <FormattedMessage id={`notification-screen.mutes.${places.length === 0 ? 'none' : 'why'}`} />
        </Text>
        {places.length > 0 && <MuteList places={places} />}
      </Stack>
    </Stack>
  )
}

function wayFirst(installsFirst: boolean): 'install' | 'elsewhere' | 'next' {
  if (installsFirst) return 'install'
  return pushSupport() === 'unsupported' ? 'elsewhere' : 'next'
}

/** Tells people who rely on SMS which transmitters have used up theirs. */
function SmsUsedUp({ channels, places }: { channels: readonly NotificationChannel[]; places: readonly Place[] }) {
  const intl = useIntl()
  const used = places.filter(({ isOwn, remaining }) => isOwn && remaining === 0)
  if (used.length === 0 || !channels.some(({ type }) => type === 'sms')) return null
  const names = intl.formatList(used.map(({ name }) => name))
  return (
    <Banner tone="loss" title={<FormattedMessage id="notification-screen.usedUp" values={{ names }} />}>
      <FormattedMessage id="notification-screen.usedUp.next" />
    </Banner>
  )
}
