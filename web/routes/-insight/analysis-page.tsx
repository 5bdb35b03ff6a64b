import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { analysisQuery } from '../../features/insight/analysis/analysis-queries.ts'
import { AnalysisScreen } from '../../features/insight/analysis/analysis-screen.tsx'
import type { AnalysisSearch } from '../../features/insight/analysis/analysis-search.ts'
import { SeasonTable } from '../../features/insight/analysis/season-table.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { lazyScreen } from '../-lazy-screen.ts'
import { RuleReplayPart } from './rule-replay-part.tsx'
import { ScaleSeasonPart } from './scale-season-part.tsx'

const SeasonRanking = lazyScreen(
  () => import('../../features/insight/analysis/season-ranking.tsx'),
  'SeasonRanking',
  'administration',
)

/** The season of the scales or of a single one, and trials of the rules over the stored data. */
export function AnalysisPage() {
  const search = useSearch({ from: '/_signed-in/analysis' })
  const navigate = useNavigate()
  const { admin } = useSnapshot(user)
  const query = useQuery(analysisQuery(search.year))
  const { data: controllers = [] } = useQuery(controllersQuery)
  const change = (changes: Partial<AnalysisSearch>, replace = true) =>
    void navigate({ to: '.', replace, resetScroll: false, search: (before) => ({ ...before, ...changes }) })
  const places = controllers.map(({ id, name }) => ({ id, name }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the top for another scale
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [search.scale])
  return (
    <AnalysisScreen search={search} onSearch={change} analysis={query.data}>
      {search.view === 'rules' ? (
        <RuleReplayPart places={places} />
      ) : (
        <Loaded query={query} age={search.scale === undefined}>
          {(analysis) => {
            const chosen = analysis.scales.find(({ scaleId }) => scaleId === search.scale)
            return chosen ? (
              <ScaleSeasonPart analysis={analysis} chosen={chosen} />
            ) : (
              <SeasonTable scales={analysis.scales} places={places} year={analysis.year} />
            )
          }}
        </Loaded>
      )}
      {admin && search.view === undefined && search.scale === undefined && (
        <Suspense fallback={<Skeleton shape="row" count={5} />}>
          <SeasonRanking year={search.year} />
        </Suspense>
      )}
    </AnalysisScreen>
  )
}
