import type { ReactNode } from 'react'
import type { Analysis, ScaleSeason } from '#domain/insight/analysis.ts'
import type { RegionAverage } from '#domain/insight/regional-average.ts'
import type { Grassland } from '#domain/insight/weather.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { besideRegion } from './beside-region.ts'
import { Day, How } from './figures.tsx'

/** Both temperature sums of a place, and when they reached 200; nothing while loading. `failure`: why the request failed. */
export function GrasslandCard({ grassland, failure }: { grassland: Grassland | undefined; failure: unknown }) {
  if (!grassland && !failure) return null
  return (
    <Card title={<FormattedMessage id="analysis.grassland" />}>
      <Stack gap={3}>
        {grassland ? (
          <>
            <GrasslandSum grassland={grassland} from="online" />
            <GrasslandSum grassland={grassland} from="chip" />
          </>
        ) : (
          <Text>
            <ErrorWords error={failure} />
          </Text>
        )}
        <How of={['grassland']} />
      </Stack>
    </Card>
  )
}

function GrasslandSum({ grassland, from }: { grassland: Grassland; from: 'online' | 'chip' }) {
  const intl = useIntl()
  const { sums, missingDays, reachedOn } = grassland[from]
  const last = sums.findLast((sum) => sum !== null) ?? null
  const label = intl.formatMessage({ id: `analysis.grassland.${from}` })
  if (last === null) {
    return (
      <Text>
        {label}: <FormattedMessage id={from === 'chip' ? 'analysis.grassland.chip.none' : 'weather.unavailable'} />
      </Text>
    )
  }
  return (
    <Stack gap={1}>
      <Row gap={6} align="end">
        <Stat label={label} value={<FormattedNumber value={last} maximumFractionDigits={0} />} unit="°C" />
        <Stat
          size="small"
          label={<FormattedMessage id="analysis.grassland.mark" values={{ mark: grassland.mark }} />}
          value={reachedOn ? <Day date={reachedOn} /> : <FormattedMessage id="analysis.grassland.notYet" />}
        />
      </Row>
      <Sparkline
        label={label}
        time={grassland.time}
        values={sums}
        mark={reachedOn ? Date.parse(reachedOn) / 1000 : undefined}
      />
      {missingDays > 0 && (
        <Text tone="neutral">
          <FormattedMessage id="weather.missingDays" values={{ missing: missingDays, days: sums.length }} />
        </Text>
      )}
    </Stack>
  )
}

/** The scale's gain next to its region's over the same days; nothing while loading. `failure`: why the request failed. */
export function RegionCard({
  scale,
  season,
  region,
  failure,
}: {
  scale: ScaleSeason
  season: Analysis['season']
  region: RegionAverage | undefined
  failure: unknown
}) {
  const intl = useIntl()
  if (!region && !failure) return null
  const inSeason = region?.days.filter(({ date }) => date >= season.from && date <= season.to) ?? []
  const beside = besideRegion(scale.days ?? [], inSeason)
  const kg = (value: number) =>
    intl.formatNumber(value, { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <Card title={<FormattedMessage id="analysis.region" />} meta={region?.name}>
      <Stack gap={3}>
        {beside ? (
          <Row gap={6} align="end">
            <Stat label={scale.name} value={kg(beside.mineKg)} unit="kg" />
            <Stat
              label={<FormattedMessage id="analysis.region.mean" />}
              value={kg(beside.regionKg)}
              unit="kg"
              note={<FormattedMessage id="analysis.region.days" values={{ days: beside.days }} />}
            />
          </Row>
        ) : (
          <Text>{region ? <FormattedMessage id="analysis.region.tooFew" /> : <NoRegion failure={failure} />}</Text>
        )}
        <How of={['region']} />
      </Stack>
    </Card>
  )
}

const NoRegion = ({ failure }: { failure: unknown }) =>
  failure instanceof ApiError && failure.code === 'region_not_found' ? (
    <FormattedMessage id="analysis.region.none" />
  ) : (
    <ErrorWords error={failure} />
  )

/** How long the feed lasts; `figures` if that can be told. */
export function FeedCard({ figures }: { figures: ReactNode }) {
  return (
    <Card title={<FormattedMessage id="analysis.feed" />}>
      <Stack gap={3}>
        {figures || (
          <Text>
            <FormattedMessage id="analysis.feed.unknown" />
          </Text>
        )}
        <How of={['feed']} />
      </Stack>
    </Card>
  )
}
