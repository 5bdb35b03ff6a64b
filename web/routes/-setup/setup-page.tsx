import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { watchedChannelsQuery } from '../../features/alerts/notifications/notification-queries.ts'
import { unnamedScales } from '../../features/hives/scales/unnamed-scales.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { useLiveDashboard } from '../../features/insight/dashboard/live-dashboard.ts'
import { user } from '../../features/people/session/session-state.ts'
import { SetupList } from '../../features/people/setup/setup-list.tsx'
import { setupSteps } from '../../features/people/setup/setup-steps.ts'
import { installation } from '../../features/platform/installation/installation-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { Page, Stack } from '../../ui/layout/layout.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { Banner } from '../../ui/status/banner.tsx'
import { useAlarmsArrive } from '../-settings/use-alarms-arrive.ts'
import { AlarmStep, HeardStep, InstallStep, NamesStep, ReadingStep, TransmitterStep } from './steps.tsx'

/** The setup, from the label to an alarm that was heard; the state of the account shows which steps are done. */
export function SetupPage() {
  useLiveDashboard()
  const wanted = useLocation({ select: ({ hash }) => hash })
  const { way } = useSnapshot(installation)
  const { alarmsArrive } = useSnapshot(user)
  const dashboard = useQuery(dashboardQuery)
  useAlarmsArrive(dashboard.data)
  const channels = useQuery(watchedChannelsQuery)
  return (
    <Page width="reading" title={<FormattedMessage id="setup.title" />} lead={<FormattedMessage id="setup.lead" />}>
      <Loaded query={dashboard} age={false}>
        {(controllers) => (
          <Loaded query={channels} age={false}>
            {(list) => {
              const own = controllers.filter(({ access }) => access === 'own')
              const unnamed = unnamedScales(own.flatMap(({ scales }) => scales))
              const open = list.filter(({ status }) => status === 'active' || status === 'failing')
              const steps = setupSteps({
                hasTransmitter: controllers.length > 0,
                hasReading: controllers.some(({ lastUpdate }) => lastUpdate !== null),
                unnamed: unnamed.length,
                installation: way === 'installed' ? 'done' : way === 'unavailable' ? 'none' : 'open',
                hasChannel: open.length > 0,
                isHeard: alarmsArrive,
              })
              const parts = {
                transmitter: () => <TransmitterStep done={controllers.length > 0} />,
                reading: () => <ReadingStep own={own} />,
                names: () => <NamesStep scales={unnamed} own={own} />,
                install: () => <InstallStep />,
                channel: () => <AlarmStep channels={open} />,
                heard: () => <HeardStep channels={open} arrives={alarmsArrive} />,
              }
              return (
                <Stack gap={5}>
                  {steps.every(({ done }) => done) && (
                    <Banner
                      tone="ok"
                      title={<FormattedMessage id="setup.allDone" />}
                      actions={
                        <ButtonLink kind="primary" to="/dashboard">
                          <FormattedMessage id="claim.toDashboard" />
                        </ButtonLink>
                      }
                    />
                  )}
                  <SetupList
                    steps={steps}
                    isCurrent={dashboard.isFetchedAfterMount && channels.isFetchedAfterMount}
                    wanted={wanted}
                  >
                    {(id) => parts[id]()}
                  </SetupList>
                </Stack>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
