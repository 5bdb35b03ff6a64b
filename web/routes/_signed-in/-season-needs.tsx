import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { SeasonNeedsPart } from '../../features/insight/season/season-needs-part.tsx'

/** What is to be done at the hives of a transmitter; `season` is what it says of them. */
export function SeasonNeeds({
  controller,
  season,
}: {
  controller: DashboardController
  season: readonly SeasonAdvice[]
}) {
  const nameOf = (scaleId: number) => controller.scales.find(({ id }) => id === scaleId)?.name ?? ''
  return <SeasonNeedsPart advices={season} nameOf={nameOf} />
}
