import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { shownScales } from '../../features/insight/dashboard/shown-controllers.ts'
import { SeasonNeedsPart } from '../../features/insight/season/season-needs-part.tsx'

/** What has to be done at the hives of a transmitter; `season` is the season's advice for them. */
export function SeasonNeeds({
  controller,
  season,
}: {
  controller: DashboardController
  season: readonly SeasonAdvice[]
}) {
  const shown = new Map(shownScales(controller).map(({ id, name }) => [id, name]))
  return (
    <SeasonNeedsPart
      advices={season.filter(({ scaleId }) => shown.has(scaleId))}
      nameOf={(scaleId) => shown.get(scaleId) ?? ''}
      controllerId={controller.id}
    />
  )
}
