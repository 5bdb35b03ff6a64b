import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Mute } from '#domain/notification.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { mutesQuery, useUnmute } from './mute-queries.ts'
import { MuteSheet } from './mute-sheet.tsx'

/** What is muted at one transmitter. */
export function MuteCard({ place }: { place: { id: number; name: string } }) {
  const query = useQuery(mutesQuery(place.id))
  const [muting, setMuting] = useState(false)
  return (
    <Card title={place.name} level={3}>
      <Loaded query={query} age={false} waiting={<Skeleton count={1} />}>
        {(mutes) =>
          mutes.length === 0 ? (
            <Text tone="neutral">
              <FormattedMessage id="notification-screen.nothingMuted" />
            </Text>
          ) : (
            <Stack as="ul" gap={2}>
              {mutes.map((mute) => (
                <MuteLine key={mute.notificationType} mute={mute} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Row>
        <Button icon={BellOff} onClick={() => setMuting(true)}>
          <FormattedMessage id="notification-screen.mute" />
        </Button>
      </Row>
      <MuteSheet place={place} open={muting} onClose={() => setMuting(false)} />
    </Card>
  )
}

function MuteLine({ mute: { controllerId, notificationType, enddate } }: { mute: Mute }) {
  const intl = useIntl()
  const unmute = useUnmute(controllerId)
  return (
    <li>
      <Row justify="between">
        <Row gap={2}>
          <Badge tone="stale" icon={BellOff}>
            <FormattedMessage id={`alarm.type.${notificationType}`} />
          </Badge>
          {enddate ? (
            <FormattedMessage
              id="notification-screen.mutedUntil"
              values={{ time: intl.formatDate(enddate, { dateStyle: 'medium', timeStyle: 'short' }) }}
            />
          ) : (
            <FormattedMessage id="notification-screen.mutedForGood" />
          )}
        </Row>
        <Button kind="quiet" icon={Bell} onClick={() => unmute.mutate(notificationType)}>
          <FormattedMessage id="notification-screen.unmute" />
        </Button>
      </Row>
    </li>
  )
}
