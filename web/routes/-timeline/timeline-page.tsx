import { usePrefetchQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { interventionsQuery } from '../../features/hives/interventions/intervention-queries.ts'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { type TimelineSession, timelineSession } from '../../features/hives/timeline/state/timeline-session.ts'
import { type ChartAddress, useAddressOfChart } from '../../features/hives/timeline/state/use-chart-address.ts'
import { TimelineScreen } from '../../features/hives/timeline/timeline-screen.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { ShareView } from './share-view.tsx'
import { useChartInAddress } from './use-chart-in-address.ts'
import { useHasRegions } from './use-has-regions.ts'
import { useInterventionForm } from './use-intervention-form.ts'
import { useTimelineFlags } from './use-timeline-flags.tsx'
import { type TimelineHives, useTimelineHives } from './use-timeline-hives.ts'
import { useWeatherBelow } from './use-weather-below.tsx'

const now = () => Date.now()
const none: never[] = []

/** The scale comparison; waits until it is known what there is to compare. */
export function TimelinePage() {
  const { expand } = useParams({ strict: false })
  const { id: accountId } = useSnapshot(user)
  const session = timelineSession(accountId, now)
  const address = useChartInAddress(session.state, now)
  const opensBare = useOpensBare()
  const expanded = expand === undefined ? undefined : Number.parseInt(expand, 10)
  const { known, awaited, ...hives } = useTimelineHives(session.state, expanded, opensBare)
  // loaded in parallel with the data the chart needs
  usePrefetchQuery(interventionsQuery)

  if (!known) {
    return (
      <Loaded<unknown> query={awaited} waiting={<Spinner size={200} />} age={false}>
        {() => <Spinner size={200} />}
      </Loaded>
    )
  }
  return <Comparison {...session} {...hives} address={address} places={known.places} />
}

/** Composed of the timeline and parts of other features: scales, alarms, interventions, weather. */
function Comparison({
  state,
  memory,
  address,
  places,
  inSight,
  ...hives
}: TimelineSession &
  Omit<TimelineHives, 'known' | 'awaited'> &
  Pick<NonNullable<TimelineHives['known']>, 'places'> & { address: ChartAddress }) {
  const { controllers, scales } = hives
  useAddressOfChart(state, address)
  const form = useInterventionForm(hives, now)
  const { markable, details } = useTimelineFlags(state, hives, form, now)
  const below = useWeatherBelow(state, inSight, now)
  const hasRegions = useHasRegions(useSnapshot(state).average === 'none' ? none : controllers)
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
        onAdd={form.writable.length > 0 ? form.add : undefined}
        details={details}
        below={below}
        hasRegions={hasRegions}
      />
      <ShareView state={state} controllers={controllers} scales={scales} />
      <InterventionSheet
        draft={form.draft}
        editing={form.draft?.id !== undefined}
        scales={form.writable}
        now={now}
        busy={form.isBusy}
        onSave={form.save}
        onClose={form.close}
      />
    </>
  )
}

/** Whether the address that opened the page names no curves. */
function useOpensBare(): boolean {
  const { series } = useSearch({ strict: false })
  const [opensBare] = useState(series === undefined)
  return opensBare
}
