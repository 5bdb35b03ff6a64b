import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { CurveLink, NoteLink } from '../../features/hives/hive/hive-links.tsx'
import { regionShapesQuery } from '../../features/hives/regions/region-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { seriesKey } from '../../features/hives/timeline/state/series-key.ts'
import { timelineSession } from '../../features/hives/timeline/state/timeline-session.ts'
import { spanOf } from '../../features/insight/heatmap/heatmap-period.ts'
import { HeatmapScreen } from '../../features/insight/heatmap/heatmap-screen.tsx'
import type { HeatmapSearch } from '../../features/insight/heatmap/heatmap-search.ts'
import { user } from '../../features/people/session/session-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'

const now = () => Date.now()
const none: never[] = []

/** The heat map, composed of the timeline's tiles and the regions. */
export function HeatmapPage() {
  const { id: accountId } = useSnapshot(user)
  const { memory } = timelineSession(accountId, now)
  const search = useSearch({ from: '/_signed-in/heatmap' })
  const navigate = useNavigate()
  const controllers = useQuery(controllersQuery)
  const scales = useQuery(scalesQuery)
  const { data: regions = none } = useQuery({ ...regionShapesQuery, enabled: search.view === 'map' })
  const change = (changes: Partial<HeatmapSearch>) =>
    void navigate({ to: '.', replace: true, resetScroll: false, search: (before) => ({ ...before, ...changes }) })
  const openDay = (scaleId: number, date: string) => {
    const weighs = scales.data?.find(({ id }) => id === scaleId)?.type !== 'thermometer'
    const series = seriesKey({ seriesId: scaleId, column: weighs ? 'weight' : 'temperature' })
    void navigate({ to: '/timeline', search: { series, ...spanOf({ from: date, to: date }) } })
  }
  return (
    <Loaded query={controllers} waiting={<Spinner size={200} />} age={false}>
      {(places) => (
        <Loaded query={scales} waiting={<Spinner size={200} />} age={false}>
          {(all) => (
            <HeatmapScreen
              search={search}
              onSearch={change}
              controllers={places}
              scales={all}
              regions={regions}
              source={memory}
              now={now}
              linksOf={(hive) => (
                <>
                  <CurveLink hive={hive} />
                  {places.find(({ id }) => id === hive.controllerId)?.access === 'own' && <NoteLink hive={hive} />}
                </>
              )}
              onOpenDay={openDay}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
