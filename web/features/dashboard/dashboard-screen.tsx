import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, ChartColumn, LayoutList } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSnapshot } from 'valtio'
import { Loaded } from '../../offline/loaded.tsx'
import { Grid, Page, Stack } from '../../ui/layout.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { ApiaryLine } from './apiary-line.tsx'
import { ControllerCard, type ToTimeline } from './controller-card.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { createDashboardState, dashboardModes } from './dashboard-state.ts'
import { HowComputed } from './how-computed.tsx'
import { NoTransmitters } from './no-transmitters.tsx'
import { inOrder } from './shown-controllers.ts'

const icons = { classic: LayoutList, bars: ChartColumn, activity: Activity }

/** One card per transmitter, own ones first, in one of three modes; open alarms stand on top. */
export function DashboardScreen({
  now,
  openAlarms,
  toTimeline,
  alarms,
}: {
  /** Epoch ms. */
  now: number
  /** Undefined while that is not known. */
  openAlarms: number | undefined
  toTimeline: ToTimeline
  alarms: ReactNode
}) {
  const intl = useIntl()
  const client = useQueryClient()
  const [state] = useState(() => createDashboardState(client))
  const { mode } = useSnapshot(state)
  const query = useQuery(dashboardQuery)
  return (
    <Page
      title={<FormattedMessage id="app.nav.dashboard" />}
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
            icon: icons[value],
            label: <FormattedMessage id={`dashboard.mode.${value}`} />,
          }))}
        />
      }
    >
      <Loaded query={query} waiting={<DashboardSkeleton />}>
        {(controllers) => {
          if (controllers.length === 0) return <NoTransmitters />
          return (
            <Stack gap={5}>
              {alarms}
              <ApiaryLine controllers={controllers} openAlarms={openAlarms} />
              <Grid columns="wide">
                {inOrder(controllers, intl.locale).map((controller) => (
                  <ControllerCard
                    key={controller.id}
                    controller={controller}
                    mode={mode}
                    now={now}
                    toTimeline={toTimeline}
                  />
                ))}
              </Grid>
              <HowComputed mode={mode} />
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
