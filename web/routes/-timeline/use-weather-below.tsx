import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { ChartState } from '../../features/hives/timeline/state/chart-state.ts'
import { useWeather } from '../../features/insight/weather/use-weather.ts'
import { WeatherNotice } from '../../features/insight/weather/weather-notice.tsx'
import { WeatherPicker } from '../../features/insight/weather/weather-picker.tsx'

/** The weather at the places of transmitters, as panels below their curves. */
export function useWeatherBelow(state: ChartState, places: Controller[], now: () => number) {
  const chart = useSnapshot(state)
  const { xmin: from, xmax: to } = chart.range
  const span = useMemo(() => ({ from, to }), [from, to])
  const { panels, status } = useWeather({ choices: chart.weather, places, span, now })
  return useMemo(
    () => ({
      panels,
      picker: (
        <WeatherPicker
          chosen={chart.weather}
          onChoose={(chosen) => {
            state.weather = chosen
          }}
        />
      ),
      notice: chart.weather.length > 0 && <WeatherNotice status={status} />,
    }),
    [panels, status, chart.weather, state],
  )
}
