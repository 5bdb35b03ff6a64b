import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { type Grassland, type Weather, type WeatherChoice, weatherFields } from '#domain/insight/weather.ts'
import type { ChartPanel } from '../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import type { PlaceWeather } from './place-weather.ts'
import { type WeatherGroup, weatherPanels } from './weather-panels.ts'
import { grasslandOf, keptWeather, weatherOf } from './weather-queries.ts'
import { type WeatherStatus, weatherStatus } from './weather-status.ts'

/** The most places, and the most years of sums, shown at a time. */
const PLACES = 3
const YEARS = 3

type Result<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isPending' | 'fetchStatus'> & {
  refetch: () => unknown
}

const together = <Answer>(results: readonly Result<Answer>[]) => ({
  answers: results.map(({ data }) => data),
  errors: results.map(({ error, data }) => (data === undefined ? error : null)),
  loading: results.some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching'),
  paused: results.some(({ data, fetchStatus }) => data === undefined && fetchStatus === 'paused'),
  retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
})

/** Returns the weather of the visible transmitters as panels below the curves. `now` in epoch ms; without a choice, nothing is requested. */
export function useWeather({
  choices,
  places,
  span,
  now,
}: {
  choices: readonly WeatherChoice[]
  places: readonly Pick<Controller, 'id' | 'name'>[]
  span: TimeSpan
  now: () => number
}): { panels: ChartPanel[]; status: WeatherStatus } {
  const intl = useIntl()
  const client = useQueryClient()
  const fields = useMemo(() => weatherFields.filter((field) => choices.includes(field)), [choices])
  const asked = useMemo(() => places.slice(0, PLACES), [places])
  const sums = choices.some((choice) => choice.startsWith('grassland'))
  const years = useMemo(() => (sums ? yearsOf(span, now()) : []), [sums, span, now])

  const wanted = fields.length > 0 ? asked : []
  const weather = useQueries({
    queries: wanted.map(({ id }) => weatherOf(id, span, fields, now())),
    combine: together<Weather>,
  })
  const grassland = useQueries({
    queries: asked.flatMap(({ id }) => years.map((year) => grasslandOf(id, year, now()))),
    combine: together<Grassland>,
  })

  useEffect(() => {
    // keep only the last view of each transmitter
    for (const query of client.getQueryCache().findAll({ queryKey: keptWeather, type: 'inactive' })) {
      const isFollowed = weather.answers.some((answer) => answer?.controllerId === query.queryKey[2])
      if (isFollowed) client.removeQueries({ queryKey: query.queryKey, exact: true })
    }
  }, [client, weather])

  const shown = useMemo(() => {
    const seen = new Set<number>()
    return asked.flatMap(({ id, name }, index): PlaceWeather[] => {
      const answer = weather.answers[index]
      const own = grassland.answers.filter((one) => one?.controllerId === id) as Grassland[]
      // transmitters at one place share its curve, but not the sums of their chips
      if (answer?.placeId && own.length === 0 && seen.has(answer.placeId)) return []
      if (answer?.placeId) seen.add(answer.placeId)
      return [{ id, name, weather: answer, grassland: own }]
    })
  }, [asked, weather, grassland])

  const panels = useMemo(() => {
    const words = {
      group: (group: WeatherGroup) => intl.formatMessage({ id: `weather.group.${group}` }),
      choice: (choice: WeatherChoice) => intl.formatMessage({ id: `weather.choice.${choice}` }),
      mark: (mark: number) => intl.formatMessage({ id: 'weather.mark' }, { mark }),
    }
    return weatherPanels(choices, shown, words, span)
  }, [choices, shown, intl, span])
  const status = useMemo(
    () => weatherStatus({ choices, places: shown, span, weather, grassland }),
    [choices, shown, span, weather, grassland],
  )
  return { panels, status }
}

/** Returns the years in view that have begun, at most the latest few. */
function yearsOf({ from, to }: TimeSpan, now: number): number[] {
  const first = new Date(from * 1000).getFullYear()
  const last = Math.min(new Date(to * 1000).getFullYear(), new Date(now).getFullYear())
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return years.slice(-YEARS)
}
