import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { ChartMark } from '../../charts/cluster-marks.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { InterventionDetails } from '../../features/hives/interventions/intervention-details.tsx'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import {
  type InterventionDraft,
  useInterventionChanges,
  useInterventions,
} from '../../features/hives/interventions/use-interventions.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { shownSeries, showSeries } from '../../features/hives/timeline/chart-state.ts'
import { alarmsInSpan, jumpsInSpan } from '../../features/hives/timeline/mark-queries.ts'
import { parseSeriesKey } from '../../features/hives/timeline/series-key.ts'
import { shownControllers, visibleKeys, weightKeys } from '../../features/hives/timeline/shown-controllers.ts'
import { TimelineScreen } from '../../features/hives/timeline/timeline-screen.tsx'
import { type ChartQuery, chartQueryOf } from '../../features/hives/timeline/timeline-search.ts'
import { timelineSession } from '../../features/hives/timeline/timeline-session.ts'
import { useChartAddress } from '../../features/hives/timeline/use-chart-address.ts'
import { useOpenControllers } from '../../features/hives/timeline/use-open-controllers.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { useWeather } from '../../features/insight/weather/use-weather.ts'
import { WeatherNotice } from '../../features/insight/weather/weather-notice.tsx'
import { WeatherPicker } from '../../features/insight/weather/weather-picker.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AlarmFlag } from './alarm-flag.tsx'
import { ShareView } from './share-view.tsx'

const now = () => Date.now()
const newId = () => crypto.randomUUID()
const none: never[] = []

/** The scale comparison, composed of the timeline and what belongs to other features: scales, alarms, interventions. */
export function TimelinePage() {
  const { expand: expanded } = useParams({ strict: false })
  const expand = expanded === undefined ? undefined : Number.parseInt(expanded, 10)
  const { id: accountId } = useSnapshot(user)
  const { state, memory } = timelineSession(accountId, now)
  const chart = useSnapshot(state)

  const search = useSearch({ strict: false })
  const query = useMemo(() => chartQueryOf(search), [search])
  const navigate = useNavigate()
  const replace = useCallback(
    (next: ChartQuery) => {
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (before) => ({ ...foreign(before), ...next }),
      })
    },
    [navigate],
  )
  useChartAddress(state, query, replace, now)
  const link = useRouterState({ select: ({ location }) => window.location.origin + location.href })

  const controllersList = useQuery(controllersQuery)
  const scalesList = useQuery(scalesQuery)
  const { data: controllers } = controllersList
  const { data: scales } = scalesList
  const dashboard = useQuery({ ...dashboardQuery, refetchInterval: false })
  const places = useMemo(
    () => shownControllers(controllers ?? none, scales ?? none, lastWeightsOf(dashboard.data ?? none)),
    [controllers, scales, dashboard.data],
  )
  // when the scales last weighed is worth a wait, not one without end
  const wasReady = useRef(false)
  const awaitsWeights = dashboard.isPending && dashboard.failureCount === 0 && !wasReady.current
  const ready = controllers !== undefined && scales !== undefined && !awaitsWeights
  wasReady.current = ready
  useEffect(() => {
    if (expand === undefined || !scales || !ready) return
    const wanted = weightKeys(scales, expand)
    const shown = wanted.length === 0 || wanted.some((key) => state.series[key])
    if (!shown) showSeries(state, wanted, places)
    const isKnown = places.some(({ id }) => id === expand)
    if (isKnown && !state.expandedControllers.includes(expand)) state.expandedControllers.push(expand)
  }, [state, expand, scales, places, ready])

  useOpenControllers(state, ready ? places : undefined)

  const { xmin: from, xmax: to } = chart.range
  const scaleIds = useMemo(() => {
    const keys = visibleKeys(shownSeries(chart.series), controllers ?? none, scales ?? none)
    return [...new Set(keys.map((key) => parseSeriesKey(key)!.seriesId).filter((id) => id > 0))]
  }, [chart.series, controllers, scales])
  const inSight = useMemo(() => {
    const keys = visibleKeys(shownSeries(chart.series), controllers ?? none, scales ?? none)
    const ids = keys.map((key) => {
      const { seriesId } = parseSeriesKey(key)!
      return seriesId < 0 ? -seriesId : scales?.find(({ id }) => id === seriesId)?.controllerId
    })
    return (controllers ?? none).filter(({ id }) => ids.includes(id))
  }, [chart.series, controllers, scales])
  const span = useMemo(() => ({ from, to }), [from, to])
  const { data: alarms = none } = useQuery(alarmsInSpan(scaleIds, { from, to }, chart.displayFlags))
  const { data: jumps = none } = useQuery(jumpsInSpan(scaleIds, { from, to }, chart.displayFlags))
  const allInterventions = useInterventions()
  const interventions = useMemo(
    () => allInterventions.filter(({ scaleId }) => scaleIds.includes(scaleId)),
    [allInterventions, scaleIds],
  )
  const markable = useMemo(() => ({ interventions, alarms, jumps }), [interventions, alarms, jumps])

  const { panels: weatherPanels, status } = useWeather({ choices: chart.weather, places: inSight, span, now })
  const below = useMemo(
    () => ({
      panels: weatherPanels,
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
    [weatherPanels, status, chart.weather, state],
  )

  const [draft, setDraft] = useState<InterventionDraft & { id?: string }>()
  const { add, edit, remove } = useInterventionChanges(newId)
  const writable = useMemo(() => {
    const own = new Set(controllers?.filter(({ access }) => access === 'own').map(({ id }) => id))
    return (scales ?? none).filter(({ controllerId, state }) => own.has(controllerId) && state !== 'archived')
  }, [controllers, scales])
  const onAdd = useCallback(
    (time: number) => {
      const shown = writable.filter(({ id }) => scaleIds.includes(id)).map(({ id }) => id)
      setDraft({
        scaleIds: shown.length === 1 ? shown : [],
        label: 'inspection',
        description: '',
        time: new Date(Math.min(time * 1000, now())).toISOString(),
      })
    },
    [writable, scaleIds],
  )
  const save = async ({ id, ...filled }: InterventionDraft & { id?: string | undefined }) => {
    await (id === undefined ? add.mutateAsync(filled) : edit.mutateAsync({ id, ...filled })).then(
      () => setDraft(undefined),
      () => undefined,
    )
  }
  const details = (mark: ChartMark, close: () => void) => {
    const alarm = alarms.find(({ id }) => mark.id === `a${id}`)
    if (alarm) {
      const controller = controllers?.find(({ id }) => id === alarm.controllerId)
      const place = scales?.find(({ id }) => id === alarm.scaleId)?.name ?? controller?.name ?? ''
      return <AlarmFlag alarm={alarm} place={place} own={controller?.access === 'own'} now={now} onMuted={close} />
    }
    const intervention = interventions.find(({ id }) => mark.id === `i${id}`)
    if (!intervention) return null
    return (
      <InterventionDetails
        intervention={intervention}
        editable={writable.some(({ id }) => id === intervention.scaleId)}
        onEdit={() => {
          close()
          setDraft({ ...intervention, scaleIds: [intervention.scaleId] })
        }}
        onRemove={() => {
          close()
          remove.mutate(intervention)
        }}
      />
    )
  }

  if (!ready) {
    return (
      <Loaded<unknown>
        query={controllers === undefined ? controllersList : scalesList}
        waiting={<Spinner size={200} />}
        age={false}
      >
        {() => <Spinner size={200} />}
      </Loaded>
    )
  }
  return (
    <>
      <TimelineScreen
        state={state}
        memory={memory}
        now={now}
        controllers={controllers}
        scales={scales}
        places={places}
        markable={markable}
        onAdd={writable.length > 0 ? onAdd : undefined}
        details={details}
        below={below}
      />
      <ShareView state={state} controllers={controllers} scales={scales} link={link} />
      <InterventionSheet
        draft={draft}
        editing={draft?.id !== undefined}
        scales={writable}
        now={now}
        busy={add.isPending || edit.isPending}
        onSave={(filled) => void save({ ...filled, id: draft?.id })}
        onClose={() => setDraft(undefined)}
      />
    </>
  )
}

/** When each scale last weighed, in epoch seconds. */
const lastWeightsOf = (dashboard: readonly Pick<DashboardController, 'scales'>[]): Map<number, number> =>
  new Map(
    dashboard.flatMap(({ scales }) =>
      scales.flatMap(({ id, last }): [number, number][] => (last ? [[id, Date.parse(last.time) / 1000]] : [])),
    ),
  )

/** What of an address is not the chart's, such as the language. */
function foreign(search: Record<string, unknown>): Record<string, unknown> {
  const chart = chartQueryOf(search)
  return Object.fromEntries(Object.entries(search).filter(([key]) => !(key in chart)))
}
