import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { ShareSheet } from '../../features/exchange/shares/share-sheet.tsx'
import { type ChartState, shownSeries } from '../../features/hives/timeline/state/chart-state.ts'
import { parseSeriesKey } from '../../features/hives/timeline/state/series-key.ts'

/** Shares what the chart shows: own scales in use, from the beginning to the end of the range. */
export function ShareView({
  state,
  controllers,
  scales,
}: {
  state: ChartState
  controllers: readonly Controller[]
  scales: readonly Scale[]
}) {
  const { displayShare, range, series } = useSnapshot(state)
  const link = useRouterState({ select: ({ location }) => window.location.origin + location.href })
  const shareable = useMemo(() => {
    const own = new Map(controllers.filter(({ access }) => access === 'own').map(({ id, name }) => [id, name]))
    return scales
      .filter((scale) => own.has(scale.controllerId) && scale.state !== 'archived')
      .map(({ id, name, color, controllerId }) => ({ id, name, color, place: own.get(controllerId)! }))
  }, [controllers, scales])
  const shown = useMemo(() => {
    const ids = [...new Set(shownSeries(series).map((key) => parseSeriesKey(key)?.seriesId ?? 0))]
    const scaleIds = ids.filter((id) => shareable.some((scale) => scale.id === id))
    return { span: { from: range.xmin, to: range.xmax }, scaleIds, more: scaleIds.length < ids.length, link }
  }, [series, range, shareable, link])
  return (
    <ShareSheet
      open={displayShare}
      scales={shareable}
      shown={shown}
      onClose={() => {
        state.displayShare = false
      }}
    />
  )
}
