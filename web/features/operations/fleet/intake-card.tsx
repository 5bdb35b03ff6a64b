import type { Fleet } from '#domain/operations/fleet.ts'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'

/** The data received over the last two days, hour by hour. */
export function IntakeCard({ ingest }: Pick<Fleet, 'ingest'>) {
  const intl = useIntl()
  const sum = (of: 'requests' | 'readings' | 'refused', hours: number) =>
    intl.formatNumber(ingest.slice(-hours).reduce((all, hour) => all + hour[of], 0))
  const readings = ingest.map((hour) => hour.readings)
  return (
    <Card title={<FormattedMessage id="administration-fleet.intake" />}>
      <Stack>
        <Sparkline
          label={intl.formatMessage(
            { id: 'administration-fleet.intake.curve' },
            { low: Math.min(...readings), high: Math.max(...readings) },
          )}
          time={ingest.map(({ from }) => Date.parse(from))}
          values={readings}
        />
        <Row gap={6} align="end">
          <Stat label={<FormattedMessage id="administration-fleet.readings" />} value={sum('readings', 24)} />
          <Stat label={<FormattedMessage id="administration-fleet.requests" />} value={sum('requests', 24)} />
          <Stat label={<FormattedMessage id="administration-fleet.refused" />} value={sum('refused', 24)} />
        </Row>
      </Stack>
    </Card>
  )
}
