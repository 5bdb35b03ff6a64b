import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSnapshot } from 'valtio'
import { useOnline } from '../../../offline/connection.ts'
import { DataAge } from '../../../offline/data-age.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Grid, Page } from '../../../ui/layout.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { ApiaryLine } from './apiary-line.tsx'
import { ControllerCard, type ToTimeline } from './controller-card.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { createDashboardState, dashboardModes } from './dashboard-state.ts'
import { HowComputed } from './how-computed.tsx'
import { NoTransmitters } from './no-transmitters.tsx'
import { inOrder } from './shown-controllers.ts'

/** One card per transmitter, own ones first, in one of three modes; open alarms come in from outside and stand on top. */
export function DashboardScreen({
  now,
  alarms,
  openAlarms,
  toTimeline,
}: {
  /** Epoch ms. */
  now: number
  alarms: ReactNode
  /** Undefined while that is not known. */
  openAlarms: number | undefined
  toTimeline: ToTimeline
}) {
  const intl = useIntl()
  const online = useOnline()
  const client = useQueryClient()
  const [state] = useState(() => createDashboardState(client))
  const { mode } = useSnapshot(state)
  const query = useQuery(dashboardQuery)
  const { data: controllers } = query
  if (!controllers || controllers.length === 0) {
    return (
      <Page title={<FormattedMessage id="app.nav.dashboard" />}>
        {controllers ? (
          <NoTransmitters />
        ) : (
          <Loaded query={query} waiting={<DashboardSkeleton />}>
            {() => null}
          </Loaded>
        )}
      </Page>
    )
  }
  return (
    <Page
      title={<FormattedMessage id="app.nav.dashboard" />}
      lead={<DataAge at={query.dataUpdatedAt} />}
      actions={
        <SegmentedControl
          label={<FormattedMessage id="dashboard.mode" />}
          labelHidden
          value={mode}
          onChange={(chosen) => {
            state.mode = chosen
          }}
          segments={dashboardModes.map((value) => ({
            value,
            label: <FormattedMessage id={`dashboard.mode.${value}`} />,
          }))}
        />
      }
    >
      {query.isRefetchError && online && (
        <Banner
          tone="stale"
          title={<FormattedMessage id="dashboard.notRefreshed" />}
          actions={
            <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
              <FormattedMessage id="app.again" />
            </Button>
          }
        />
      )}
      {alarms}
      <ApiaryLine controllers={controllers} openAlarms={openAlarms} />
      <Grid columns="wide">
        {inOrder(controllers, intl.locale).map((controller) => (
          <ControllerCard key={controller.id} controller={controller} mode={mode} now={now} toTimeline={toTimeline} />
        ))}
      </Grid>
      <HowComputed mode={mode} />
    </Page>
  )
}
