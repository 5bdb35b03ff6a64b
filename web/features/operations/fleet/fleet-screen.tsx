import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Fleet } from '#domain/operations/fleet.ts'
import { Loaded } from '../../../offline/loaded.tsx'
import { Grid, Page, Row, Stack } from '../../../ui/layout.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { BatteryCard } from './battery-card.tsx'
import { ClockAheadCard } from './clock-ahead-card.tsx'
import { FaultyCard } from './faulty-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import { fleetQuery } from './fleet-query.ts'
import { IntakeCard } from './intake-card.tsx'
import { ServerCard } from './server-card.tsx'
import { SetAsideCard } from './set-aside-card.tsx'
import { SilentCard } from './silent-card.tsx'
import { ThrottledCard } from './throttled-card.tsx'
import { DeliveryCard, JobsCard } from './trouble-card.tsx'

/** What there is to do today, on one page. */
export function FleetScreen() {
  const intl = useIntl()
  const query = useQuery(fleetQuery)
  return (
    <Page
      title={intl.formatMessage({ id: 'administration-fleet.title' })}
      lead={<FormattedMessage id="administration-fleet.lead" />}
    >
      <Loaded query={query}>{(fleet) => <Today fleet={fleet} />}</Loaded>
    </Page>
  )
}

function Today({ fleet }: { fleet: Fleet }) {
  const intl = useIntl()
  const { owned, unowned, silent, batteries } = fleet
  const number = (value: number) => intl.formatNumber(value)
  return (
    <Stack gap={5}>
      <ServerCard troubles={fleet.troubles} />
      <SetAsideCard />
      <Row gap={6} align="start">
        <Stat
          size="large"
          tone={silent.count > 0 ? 'alarm' : 'neutral'}
          label={<FormattedMessage id="administration-fleet.count.silent" />}
          value={number(silent.count)}
        />
        <Stat
          size="large"
          tone={batteries.count > 0 ? 'alarm' : 'neutral'}
          label={<FormattedMessage id="administration-fleet.count.batteries" />}
          value={number(batteries.count)}
        />
        <Stat
          size="large"
          label={<FormattedMessage id="administration-fleet.count.owned" />}
          value={number(owned)}
          note={<FormattedMessage id="administration-fleet.count.unowned" values={{ count: unowned }} />}
        />
      </Row>
      <SilentCard silent={silent} />
      <BatteryCard batteries={batteries} />
      {fleet.clockAhead.count > 0 && <ClockAheadCard clockAhead={fleet.clockAhead} />}
      {fleet.faulty.count > 0 && <FaultyCard faulty={fleet.faulty} />}
      {fleet.throttled.count > 0 && <ThrottledCard throttled={fleet.throttled} />}
      <Grid columns="wide">
        <IntakeCard ingest={fleet.ingest} />
        <DeliveryCard deliveries={fleet.deliveries} />
        <FirmwareCard firmware={fleet.firmware} owned={owned} />
        <JobsCard jobs={fleet.jobs} />
      </Grid>
    </Stack>
  )
}
