import { useQuery } from '@tanstack/react-query'
import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Grid, Page, Stack } from '../../../ui/layout/layout.tsx'
import { BatteryCard } from './battery-card.tsx'
import { ClockAheadCard } from './clock-ahead-card.tsx'
import { FaultyCard } from './faulty-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import { fleetQuery } from './fleet-query.ts'
import { IntakeCard } from './intake-card.tsx'
import { NodesCard } from './nodes-card.tsx'
import type { OrderCounts } from './open-tasks.ts'
import { ServerCard } from './server-card.tsx'
import { SetAsideCard } from './set-aside-card.tsx'
import { SilentCard } from './silent-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { ThrottledCard } from './throttled-card.tsx'
import { DeliveryCard, JobsCard } from './trouble-card.tsx'

type Shop = { orders: OrderCounts; problem: Error | null }

/** Everything to be done today, on one page. `problem`: why orders could not be counted. */
export function FleetScreen(shop: Shop) {
  const intl = useIntl()
  const query = useQuery(fleetQuery)
  return (
    <Page
      title={intl.formatMessage({ id: 'administration-fleet.title' })}
      lead={<FormattedMessage id="administration-fleet.lead" />}
    >
      <Loaded query={query}>{(fleet) => <Today fleet={fleet} {...shop} />}</Loaded>
    </Page>
  )
}

function Today({ fleet, orders, problem }: { fleet: Fleet } & Shop) {
  return (
    <Stack gap={5}>
      <TasksCard fleet={fleet} orders={orders} problem={problem} />
      <ServerCard troubles={fleet.troubles} />
      <NodesCard nodes={fleet.nodes} />
      <SetAsideCard />
      <SilentCard silent={fleet.silent} />
      <BatteryCard batteries={fleet.batteries} />
      <ClockAheadCard clockAhead={fleet.clockAhead} />
      <FaultyCard faulty={fleet.faulty} />
      <ThrottledCard throttled={fleet.throttled} />
      <Grid columns="wide">
        <IntakeCard ingest={fleet.ingest} />
        <DeliveryCard deliveries={fleet.deliveries} />
        <FirmwareCard firmware={fleet.firmware} owned={fleet.owned} />
        <JobsCard jobs={fleet.jobs} />
      </Grid>
    </Stack>
  )
}
