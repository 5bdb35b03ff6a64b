import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Analysis, ScaleSeason } from '#domain/insight/analysis.ts'
import { feedLeft } from '#domain/insight/feed-runway.ts'
import type { RegionAverage } from '#domain/insight/regional-average.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { OfflineError } from '../../api/api-error.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { CurveLink, NoteLink } from '../../features/hives/hive/hive-links.tsx'
import { regionDaysQuery, scaleAnalysisQuery } from '../../features/insight/analysis/analysis-queries.ts'
import { GainBars, type GainsBeside } from '../../features/insight/analysis/gain-bars.tsx'
import { FeedCard, GrasslandCard, RegionCard } from '../../features/insight/analysis/place-cards.tsx'
import { ScaleSeasonView } from '../../features/insight/analysis/scale-season.tsx'
import { weatherDays } from '../../features/insight/analysis/weather-days.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { FeedStat, FeedWords } from '../../features/insight/dashboard/feed-figures.tsx'
import { grasslandOf, weatherOf } from '../../features/insight/weather/weather-queries.ts'
import { ErrorWords } from '../../i18n/error-words.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Banner } from '../../ui/status/banner.tsx'

const seconds = (date: string): number => Date.parse(date) / 1000

/** One scale's season, with the weather, the region and the feed beside it. */
export function ScaleSeasonPart({ analysis, chosen }: { analysis: Analysis; chosen: ScaleSeason }) {
  const { year, years, season, winter, scales } = analysis
  const { scaleId, controllerId } = chosen
  const now = Date.now()
  const { data: controllers } = useQuery(controllersQuery)
  const isOwn = controllers?.find(({ id }) => id === controllerId)?.access === 'own'
  const detail = useQuery(scaleAnalysisQuery(year, scaleId))
  const span = { from: seconds(winter.from), to: seconds(season.to) + DAY_SECONDS }
  const weather = useQuery(weatherOf(controllerId, span, ['temperature', 'precipitation'], now))
  const grassland = useQuery(grasslandOf(controllerId, year, now))
  const region = useQuery(regionDaysQuery(controllerId, season))
  const [isAsked, setAsked] = useState(false)
  const before = useQuery({ ...scaleAnalysisQuery(year - 1, scaleId), enabled: isAsked && years.includes(year - 1) })
  const lack = weather.error ? 'failed' : (weather.data?.problem ?? undefined)
  return (
    <Loaded query={detail}>
      {({ scales: [scale] }) =>
        scale && (
          <ScaleSeasonView
            scale={scale}
            rank={chosen.rank}
            count={scales.filter(({ rank }) => rank !== null).length}
            season={season}
            bars={
              scale.days?.some(({ kg }) => kg !== null) && (
                <GainBars
                  year={year}
                  days={scale.days}
                  beside={
                    isAsked
                      ? before.isLoading || region.isLoading
                        ? null
                        : gainsBeside(year, before, region.data)
                      : undefined
                  }
                  lack={isMissing(before) && <ErrorWords error={before.error ?? new OfflineError(undefined)} />}
                  onBeside={setAsked}
                />
              )
            }
            weather={weather.data ? weatherDays(weather.data) : new Map()}
            weatherLack={
              <>
                {lack && (
                  <Banner tone="stale" title={<FormattedMessage id="weather.unavailable" />}>
                    <FormattedMessage id={`weather.lack.${lack}`} />
                  </Banner>
                )}
                {weather.data?.providers.map((provider) => (
                  <Text key={provider} tone="neutral">
                    <FormattedMessage id={`weather.provider.${provider}`} />
                  </Text>
                ))}
              </>
            }
          >
            <Row>
              <CurveLink hive={chosen} search={{ range: 'season' }} />
              {isOwn && <NoteLink hive={chosen} />}
            </Row>
            <GrasslandCard grassland={grassland.data} failure={grassland.error} />
            <RegionCard scale={scale} season={season} region={region.data} failure={region.error} />
            {year >= new Date(now).getFullYear() && <Feed scaleId={scaleId} />}
          </ScaleSeasonView>
        )
      }
    </Loaded>
  )
}

type SeasonBefore = { data: Analysis | undefined; isEnabled: boolean; isLoading: boolean }

const isMissing = ({ data, isEnabled, isLoading }: SeasonBefore): boolean => isEnabled && !isLoading && !data

/** Moves the previous season to the days of this year; a season that could not be read is left out. */
function gainsBeside(year: number, before: SeasonBefore, region: RegionAverage | undefined): GainsBeside[] {
  const moved = before.data?.scales[0]?.days?.map(({ date, kg }) => ({ date: `${year}${date.slice(4)}`, kg })) ?? []
  const mean = region?.days.map(({ date, mean: kg }) => ({ date, kg }))
  return [
    ...(isMissing(before) ? [] : [{ name: String(year - 1), days: moved }]),
    ...(region && mean ? [{ name: region.name, days: mean }] : []),
  ]
}

function Feed({ scaleId }: { scaleId: number }) {
  const { data: dashboard } = useQuery(dashboardQuery)
  if (!dashboard) return null
  const scale = dashboard.flatMap(({ scales }) => scales).find(({ id }) => id === scaleId)
  const weight = scale?.last?.weight ?? null
  const known = scale && feedLeft(weight, scale) !== null
  return (
    <FeedCard
      figures={
        known && (
          <Stack gap={2}>
            <Row gap={6} align="end">
              <FeedStat scale={scale} weight={weight} />
            </Row>
            <FeedWords scale={scale} weight={weight} />
          </Stack>
        )
      }
    />
  )
}
