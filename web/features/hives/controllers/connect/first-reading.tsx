import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import { followLiveEvents } from '../../../../api/live-events.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { useOnline } from '../../../../offline/connection.ts'
import { Button } from '../../../../ui/button.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import { Progress } from '../../../../ui/status/progress.tsx'
import { doctorQuery } from '../doctor/doctor-query.ts'
import { FindingPart } from '../doctor/finding.tsx'
import { FieldsCard } from '../fields-card.tsx'
import { ArrivedValues, arrivedQuery } from './arrived-values.tsx'

const POLL_MS = 3000
const clock = () => Date.now()

/** Waits for a transmitter's first data: shows since when, what has arrived, and what is wrong with it. */
export function FirstReading({ controller }: { controller: Controller }) {
  const intl = useIntl()
  const online = useOnline()
  const [since] = useState(clock)
  const [known] = useState(controller.lastUpdate)
  const [before, setBefore] = useState<Pick<Diagnosis, 'lastSeen'>>()
  const { data, isFetchedAfterMount, refetch } = useQuery({
    ...doctorQuery(controller.id),
    refetchInterval: POLL_MS,
  })
  useEffect(
    () =>
      followLiveEvents((news) => {
        if (news.type === 'missed' || news.controllerId === controller.id) void refetch()
      }),
    [controller.id, refetch],
  )
  const hasUnknown = data?.findings.some(({ code }) => code === 'namesUnknown') === true
  const { data: arrived } = useQuery({ ...arrivedQuery(controller.id, data?.lastSeen ?? ''), enabled: hasUnknown })
  // what is cached on the device may be far older than what the server has
  if (data && isFetchedAfterMount && !before) setBefore({ lastSeen: data.lastSeen })

  if (!online) {
    return (
      <Banner tone="stale" title={<FormattedMessage id="app.offline.title" />}>
        <FormattedMessage id="connect.wait.offline" />
      </Banner>
    )
  }
  // data that arrived during the first request is already in its answer; this device's clock may be wrong
  const isNew = (lastSeen: string) =>
    lastSeen !== before?.lastSeen || (lastSeen !== known && Date.parse(lastSeen) >= since)
  const hasArrived = data && before && data.lastSeen !== null && isNew(data.lastSeen)
  const findings = before && data ? data.findings.filter(({ code }) => code !== 'neverSent') : []
  const time = (at: string | number) => intl.formatTime(at, { timeStyle: 'medium' })
  return (
    <Stack gap={5}>
      {hasArrived && data.lastSeen !== null ? (
        <ArrivedValues controllerId={controller.id} lastSeen={data.lastSeen} />
      ) : (
        <>
          <Banner
            title={<FormattedMessage id="connect.wait.since" values={{ time: time(since) }} />}
            actions={
              <Button icon={RotateCw} onClick={() => void refetch()}>
                <FormattedMessage id="connect.wait.look" />
              </Button>
            }
          >
            {before?.lastSeen ? (
              <FormattedMessage
                id="connect.wait.last"
                values={{ time: intl.formatDate(before.lastSeen, { dateStyle: 'medium', timeStyle: 'short' }) }}
              />
            ) : (
              <FormattedMessage id="connect.wait.leave" />
            )}
          </Banner>
          <Progress label={<FormattedMessage id="connect.wait" />} />
        </>
      )}
      <div role="status">
        <Stack gap={5}>
          {findings.map((finding) => (
            <FindingPart
              key={`${finding.code} ${finding.scaleId} ${finding.values.channel} ${finding.values.field}`}
              finding={finding}
              controller={controller}
              now={clock}
            />
          ))}
        </Stack>
      </div>
      {before && hasUnknown && arrived !== undefined && (
        <FieldsCard controllerId={controller.id} taken={(arrived?.scales ?? []).map(({ channel }) => channel)} />
      )}
    </Stack>
  )
}
