import { useQuery } from '@tanstack/react-query'
import { overdueSince } from '#domain/hives/measured-at.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { CurveLink, NoteLink } from '../../features/hives/hive/hive-links.tsx'
import { ScalesScreen } from '../../features/hives/scales/scales-screen.tsx'
import { TemperaturePart } from '../../features/hives/scales/temperature-part.tsx'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { FeedStat, FeedWords } from '../../features/insight/dashboard/feed-figures.tsx'
import { WeightStat } from '../../features/insight/dashboard/weight-stat.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { useNow } from '../../ui/use-now.ts'

const clock = () => Date.now()

/** The scales, with what each weighs and how long its feed lasts. */
export function ScalesPage() {
  const { data: controllers = [] } = useQuery(controllersQuery)
  const { data: dashboard = [] } = useQuery(dashboardQuery)
  const now = useNow(clock)
  const own = new Set(controllers.filter(({ access }) => access === 'own').map(({ id }) => id))
  const figures = (scale: Scale) => {
    const place = dashboard.find(({ id }) => id === scale.controllerId)
    const measured = place?.scales.find(({ id }) => id === scale.id)
    const since = place && overdueSince(measured?.last, 'weight', place.updateInterval)
    const hive = { controllerId: scale.controllerId, scaleId: scale.id }
    const weight = measured?.last?.weight ?? null
    // empty weight and feed stock as in the form, readings as measured
    const current = measured && { ...measured, ...scale }
    return (
      <Stack gap={2}>
        {current && weight !== null && scale.state !== 'archived' && (
          <>
            <Row gap={6} align="end">
              <WeightStat size="medium" weight={weight} since={since} now={now} />
              <FeedStat scale={current} weight={weight} />
            </Row>
            <FeedWords scale={current} weight={weight} />
          </>
        )}
        <Row>
          <CurveLink hive={hive} />
          {own.has(scale.controllerId) && scale.state !== 'archived' && <NoteLink hive={hive} />}
        </Row>
        {scale.type === 'weight' && scale.state !== 'archived' && (
          <TemperaturePart scale={scale} mayEdit={own.has(scale.controllerId)} />
        )}
      </Stack>
    )
  }
  return (
    <ScalesScreen
      places={controllers.map(({ id, name, loadCells, access }) => ({ id, name, loadCells, own: access === 'own' }))}
      figures={figures}
    />
  )
}
