import { RotateCw } from 'lucide-react'
import { FormattedDate, FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { SumStatus, WeatherStatus } from './weather-status.ts'

/** Below the chart: which weather is missing and why, the state of the sums, and the weather's source. */
export function WeatherNotice({ status }: { status: WeatherStatus }) {
  const { lacks, providers, simulated, sums, loading, retry } = status
  return (
    <Stack gap={2}>
      {lacks.length > 0 && (
        <Banner
          tone="stale"
          title={<FormattedMessage id="weather.unavailable" />}
          actions={
            lacks.some(({ lack }) => lack === 'offline' || lack === 'failed') && (
              <Button icon={RotateCw} busy={loading} onClick={retry}>
                <FormattedMessage id="app.again" />
              </Button>
            )
          }
        >
          {lacks.map(({ id, name, lack }) => (
            <Text key={id}>
              {name}: <FormattedMessage id={`weather.lack.${lack}`} />
            </Text>
          ))}
        </Banner>
      )}
      {sums.map((sum) => (
        <SumLine key={`${sum.id} ${sum.year} ${sum.from}`} sum={sum} />
      ))}
      <Row gap={2}>
        {simulated && (
          <Badge>
            <FormattedMessage id="weather.simulated" />
          </Badge>
        )}
        {providers.map((provider) => (
          <Text key={provider} tone="neutral" as="span">
            <FormattedMessage id={`weather.provider.${provider}`} />
          </Text>
        ))}
      </Row>
    </Stack>
  )
}

/** Whether a sum reached the mark, and how much of it is unknown. */
function SumLine({ sum: { name, year, from, reachedOn, missingDays, days } }: { sum: SumStatus }) {
  return (
    <Text size={15}>
      <FormattedMessage id={`weather.choice.${from}`} /> {year}, {name}:{' '}
      {missingDays === days ? (
        <FormattedMessage id="weather.noDays" />
      ) : (
        <>
          {reachedOn ? (
            <FormattedMessage
              id="weather.reached"
              values={{ date: <FormattedDate value={`${reachedOn}T12:00:00Z`} dateStyle="medium" timeZone="UTC" /> }}
            />
          ) : (
            <FormattedMessage id="weather.notReached" />
          )}{' '}
          {missingDays > 0 && <FormattedMessage id="weather.missingDays" values={{ missing: missingDays, days }} />}
        </>
      )}
    </Text>
  )
}
