import { Bell, BellOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ShownMute } from '#domain/alerts/pending-mutes.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { WaitingBadge } from '../../../offline/waiting-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { useKeptRow } from '../../../ui/use-kept-row.ts'
import { useMutes, useUnmute } from './mute-queries.ts'
import { MuteSheet } from './mute-sheet.tsx'
import type { Place } from './place.ts'

/** Lists what is muted at which transmitter and until when, with a button to mute more. */
export function MuteList({ places }: { places: readonly Place[] }) {
  const query = useMutes()
  const [muting, setMuting] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useKeptRow(list, 'li', query.data?.length)
  return (
    <Card>
      <Stack gap={3}>
        <div ref={list} tabIndex={-1}>
          <Loaded query={query} age={false} waiting={<Skeleton count={1} />}>
            {(mutes) =>
              mutes.length === 0 ? (
                <Text tone="neutral">
                  <FormattedMessage id="notification-screen.nothingMuted" />
                </Text>
              ) : (
                <Stack as="ul" gap={2}>
                  {mutes.map((mute) => (
                    <MuteLine
                      key={`${mute.controllerId} ${mute.notificationType}`}
                      mute={mute}
                      place={places.find(({ id }) => id === mute.controllerId)?.name ?? ''}
                    />
                  ))}
                </Stack>
              )
            }
          </Loaded>
        </div>
        <Row>
          <Button icon={BellOff} onClick={() => setMuting(true)}>
            <FormattedMessage id="notification-screen.mute" />
          </Button>
        </Row>
      </Stack>
      <MuteSheet places={places} open={muting} onClose={() => setMuting(false)} />
    </Card>
  )
}

function MuteLine({ mute, place }: { mute: ShownMute; place: string }) {
  const { controllerId, notificationType, enddate, waits } = mute
  const intl = useIntl()
  const unmute = useUnmute()
  const type = intl.formatMessage({ id: `alarm.type.${notificationType}` })
  return (
    <li>
      <Row justify="between">
        <Row gap={2}>
          <Text strong as="span">
            {place}
          </Text>
          <Badge tone="stale" icon={BellOff} wrap>
            {type}
          </Badge>
          {enddate ? (
            <FormattedMessage
              id="notification-screen.mutedUntil"
              values={{ time: intl.formatDate(enddate, { dateStyle: 'medium', timeStyle: 'short' }) }}
            />
          ) : (
            <FormattedMessage id="notification-screen.mutedForGood" />
          )}
          {waits && <WaitingBadge of={`/api/notification/mute?idcontroller=${controllerId}`} />}
        </Row>
        {waits !== 'end' && (
          <Button
            kind="quiet"
            icon={Bell}
            aria-label={intl.formatMessage({ id: 'notification-screen.unmute.of' }, { type, place })}
            onClick={() => unmute.mutate({ controllerId, type: notificationType })}
          >
            <FormattedMessage id="notification-screen.unmute" />
          </Button>
        )}
      </Row>
    </li>
  )
}
