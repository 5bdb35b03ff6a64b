import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import { measuredAt } from '#domain/hives/measured-at.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import {
  type ChartState,
  type ShownController,
  shownSeries,
  showSeries,
} from '../../features/hives/timeline/state/chart-state.ts'
import { parseSeriesKey } from '../../features/hives/timeline/state/series-key.ts'
import { shownControllers, visibleKeys, weightKeys } from '../../features/hives/timeline/state/shown-controllers.ts'
import { useOpenControllers } from '../../features/hives/timeline/state/use-open-controllers.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { useArrived } from '../../offline/use-arrived.ts'

export type TimelineHives = ReturnType<typeof useTimelineHives>

const none: never[] = []

/**
 * What there is to choose from, and the transmitters and scales whose curves are shown. `opensBare`: the address chooses none, so the person's own hives are
 * shown unless the last visit left some.
 */
export function useTimelineHives(state: ChartState, expand: number | undefined, opensBare: boolean) {
  const chart = useSnapshot(state)
  const controllersList = useQuery(controllersQuery)
  const scalesList = useQuery(scalesQuery)
  const { data: controllers } = controllersList
  const { data: scales } = scalesList
  const dashboard = useQuery({ ...dashboardQuery, refetchInterval: false })
  const places = useMemo(
    () => shownControllers(controllers ?? none, scales ?? none, lastWeightsOf(dashboard.data ?? none)),
    [controllers, scales, dashboard.data],
  )
  // waiting for the last weights of the scales is worthwhile, but not indefinitely
  const wasReady = useRef(false)
  const awaitsWeights = dashboard.isPending && dashboard.failureCount === 0 && !wasReady.current
  const isReady = controllers !== undefined && scales !== undefined && !awaitsWeights
  wasReady.current = isReady
  useExpanded(state, expand, isReady ? scales : undefined, places)
  const begins = opensBare && expand === undefined
  const hasBegun = useOwnHives(state, begins && isReady ? { controllers, scales } : undefined, places)
  useOpenControllers(state, isReady ? places : undefined)

  const { scaleIds, inSight } = useMemo(() => {
    const keys = visibleKeys(shownSeries(chart.series), controllers ?? none, scales ?? none)
    const seriesIds = [...new Set(keys.map((key) => parseSeriesKey(key)!.seriesId))]
    const controllerIds = seriesIds.map((id) => (id < 0 ? -id : scales?.find((scale) => scale.id === id)?.controllerId))
    return {
      scaleIds: seriesIds.filter((id) => id > 0),
      inSight: (controllers ?? none).filter(({ id }) => controllerIds.includes(id)),
    }
  }, [chart.series, controllers, scales])
  const known = useArrived(isReady && (hasBegun || !begins) ? { controllers, scales, places } : undefined)
  /** The list that is being waited for or could not be loaded. */
  const awaited = controllers === undefined ? controllersList : scalesList
  return {
    controllers: controllers ?? none,
    scales: scales ?? none,
    known,
    awaited,
    scaleIds,
    inSight,
  }
}

/** Shows the weights of the transmitter in the address, and opens it in the tree. */
function useExpanded(
  state: ChartState,
  expand: number | undefined,
  scales: readonly Scale[] | undefined,
  places: readonly ShownController[],
): void {
  useEffect(() => {
    if (expand === undefined || !scales) return
    const wanted = weightKeys(scales, expand)
    const shown = wanted.length === 0 || wanted.some((key) => state.series[key])
    if (!shown) showSeries(state, wanted, places)
    const isKnown = places.some(({ id }) => id === expand)
    if (isKnown && !state.expandedControllers.includes(expand)) state.expandedControllers.push(expand)
  }, [state, expand, scales, places])
}

/**
 * If nothing is shown, starts with the person's own hives, or with those they watch; what is switched off later stays off. Returns whether this has happened: a
 * screen drawn without curves would be redrawn before anybody saw it.
 */
function useOwnHives(
  state: ChartState,
  known: { controllers: readonly Controller[]; scales: readonly Scale[] } | undefined,
  places: readonly ShownController[],
): boolean {
  const [hasBegun, setHasBegun] = useState(() => shownSeries(state.series).length > 0)
  // after the address and the last visit's choice have been applied
  useEffect(() => {
    if (hasBegun || !known) return
    setHasBegun(true)
    if (shownSeries(state.series).length > 0) return
    const own = new Set(known.controllers.filter(({ access }) => access === 'own').map(({ id }) => id))
    const ofOwn = known.scales.filter(({ controllerId }) => own.has(controllerId))
    showSeries(state, weightKeys(ofOwn.length > 0 ? ofOwn : known.scales), places)
  }, [hasBegun, state, known, places])
  return hasBegun
}

/** When each scale last weighed, in epoch seconds. */
const lastWeightsOf = (dashboard: readonly Pick<DashboardController, 'scales'>[]): Map<number, number> =>
  new Map(
    dashboard.flatMap(({ scales }) =>
      scales.flatMap(({ id, last }): [number, number][] =>
        last ? [[id, Date.parse(measuredAt(last, 'weight')) / 1000]] : [],
      ),
    ),
  )
