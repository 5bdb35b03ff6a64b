import { BellRing } from 'lucide-react'
import { useRef } from 'react'
import { ALARMS_MAXIMUM, type Alarm } from '#domain/alerts/alarm.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Page, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { AlarmCards, type AlarmPlaces } from './alarm-cards.tsx'
import { openAlarmsQuery, recentAlarmsQuery } from './alarm-queries.ts'
import { useAlarms } from './use-alarms.ts'

/** Timeline presets where older alarms are found. */
const presets = {
  season: <FormattedMessage id="timeline.preset.season" />,
  year: <FormattedMessage id="timeline.preset.year" />,
}

/** The alarms waiting for a verdict, and those of the last 30 days. */
export function AlarmsScreen({ places }: { places: AlarmPlaces }) {
  const openAlarms = useAlarms(openAlarmsQuery)
  const recent = useAlarms(recentAlarmsQuery)
  // an alarm judged here moves to the list below before the verdict is sent, unless that list is missing
  const isWaiting = ({ verdict }: Alarm) => verdict === null || !recent.data
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, openAlarms.data?.filter(isWaiting).length)
  return (
    <Page width="reading" title={<FormattedMessage id="app.nav.alarms" />}>
      <Stack as="section">
        <Heading ref={heading}>
          <FormattedMessage id="alarm-screen.open" />
        </Heading>
        <Loaded query={openAlarms} age={recent.data === undefined}>
          {(alarms) => {
            const waiting = alarms.filter(isWaiting)
            if (waiting.length > 0) return <AlarmCards alarms={waiting} open places={places} />
            return (
              <Text tone="neutral">
                <FormattedMessage id="alarm-screen.allQuiet" />
              </Text>
            )
          }}
        </Loaded>
      </Stack>
      <Stack as="section">
        <Heading>
          <FormattedMessage id="alarm-screen.past" />
        </Heading>
        <Loaded query={recent}>
          {(alarms) => {
            const known = openAlarms.data ?? []
            const judged = known.filter((alarm) => !isWaiting(alarm) && !alarms.some(({ id }) => id === alarm.id))
            const waiting = known.filter(isWaiting)
            const past = [...judged, ...alarms.filter(({ id }) => !waiting.some((open) => open.id === id))]
            if (past.length > 0) {
              return (
                <Stack>
                  <AlarmCards alarms={past} open={false} places={places} />
                  {alarms.length >= ALARMS_MAXIMUM && (
                    <Text tone="neutral">
                      <FormattedMessage id="alarm-screen.newest" values={{ count: ALARMS_MAXIMUM }} />
                    </Text>
                  )}
                  <Text tone="neutral">
                    <FormattedMessage id="hive.olderAlarms" values={presets} />
                  </Text>
                </Stack>
              )
            }
            return (
              <EmptyState
                icon={BellRing}
                title={<FormattedMessage id="alarm-screen.none" />}
                next={<FormattedMessage id="alarm-screen.none.next" />}
                action={
                  <ButtonLink to="/settings/notifications">
                    <FormattedMessage id="alarm-screen.none.action" />
                  </ButtonLink>
                }
              />
            )
          }}
        </Loaded>
      </Stack>
    </Page>
  )
}
