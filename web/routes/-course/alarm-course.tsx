import { useQuery } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { CoursePart } from '../../features/alerts/courses/course-part.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { SwarmPlace } from './swarm-place.tsx'
import { useHiveNames } from './use-hive-names.ts'

const none: never[] = []

/** What follows an alarm, shown below it; for a swarm its course, with the hives it may have moved into. */
export function AlarmCourse({
  alarm,
  mayChange,
  level = 4,
}: {
  alarm: Alarm
  mayChange: boolean
  /** The heading's level. */
  level?: 3 | 4
}) {
  if (alarm.type !== 'swarm' || alarm.scaleId === null) return null
  return <OfSwarm alarm={alarm} mayChange={mayChange} level={level} />
}

function OfSwarm(shown: { alarm: Alarm; mayChange: boolean; level: 3 | 4 }) {
  const { scaleId, controllerId } = shown.alarm
  const { data: scales = none } = useQuery(scalesQuery)
  const { data: controllers = none } = useQuery(controllersQuery)
  const access = controllers.find(({ id }) => id === controllerId)?.access
  const near = new Set(controllers.filter((one) => one.access === access).map(({ id }) => id))
  const others = scales.filter((one) => near.has(one.controllerId) && one.state !== 'archived' && one.id !== scaleId)
  const placeOf = (scale: Scale) => controllers.find(({ id }) => id === scale.controllerId)?.name
  const hives = [...distinctNames(others, placeOf)].map(([id, name]) => ({ id, name }))
  return (
    <CoursePart
      {...shown}
      nameOf={useHiveNames()}
      hives={hives}
      placeField={(value, onChange) => <SwarmPlace value={value} onChange={onChange} />}
    />
  )
}
