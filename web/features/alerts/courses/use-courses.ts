import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { coursePath, followUpPath } from '#domain/alerts/follow-ups.ts'
import type { CourseBody, FollowUpBody, FollowUpKind, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { newId } from '../../../api/new-id.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { queueChange, useUnsent } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { courseQuery, coursesQuery } from './course-queries.ts'
import { newCourse, withPendingCourse } from './pending-courses.ts'

const none: never[] = []

/** Returns the swarms of the last months, including changes queued on this device. */
export function useCourses(): SwarmCourse[] {
  const { data = none } = useQuery(coursesQuery)
  const unsent = useUnsent()
  return useMemo(() => data.map((course) => withPendingCourse(course, unsent)), [data, unsent])
}

/** Returns the course of one swarm alarm; a new course if nothing is known about it yet. */
export function useCourse(alarm: Alarm): SwarmCourse {
  const { data = none, isSuccess } = useQuery(coursesQuery)
  const listed = data.find(({ alarmId }) => alarmId === alarm.id)
  const { data: asked } = useQuery({
    ...courseQuery(alarm.id),
    enabled: isSuccess && !listed && alarm.verdict === 'confirmed',
  })
  const unsent = useUnsent()
  const known = listed ?? asked
  return useMemo(() => withPendingCourse(known ?? newCourse(alarm), unsent), [known, alarm, unsent])
}

type Said = Pick<SwarmCourse, 'alarmId'> & CourseBody
type Settled = { alarmId: number; kind: FollowUpKind; before: State; after: State }
type State = Pick<FollowUpBody, 'status' | 'putOffUntil'>

/** Records what became of a swarm and the state of its follow-ups; both work without a network and can be undone. */
export function useCourseChanges(now: () => number) {
  const intl = useIntl()
  const client = useQueryClient()
  const onSettled = () => {
    for (const queryKey of [['alarm'], ['dashboard']]) void client.invalidateQueries({ queryKey })
  }
  const send = (path: string, body: unknown) => queueChange({ id: newId(), method: 'POST', path, body })

  const follow = useMutation({
    mutationFn: ({ alarmId, ...said }: Said) => send(coursePath(alarmId), bodyOf(said)),
    onSettled,
  })
  const settle = useMutation({
    mutationFn: ({ alarmId, kind, after }: Settled) =>
      send(followUpPath(alarmId, kind), { ...after, at: new Date(now()).toISOString() }),
    onSuccess: (queued, { alarmId, kind, before, after }) => {
      const said = after.status !== 'open' ? after.status : after.putOffUntil === null ? 'open' : 'putOff'
      const words = keptWords(intl, queued) ?? intl.formatMessage({ id: `course.message.${said}` })
      const undo = () => settle.mutate({ alarmId, kind, before: after, after: before })
      toast.success(words, {
        id: `follow-up-${alarmId}-${kind}`,
        action: said === 'open' ? undefined : { label: intl.formatMessage({ id: 'alarm.undo' }), onPress: undo },
      })
    },
    onSettled,
  })
  return { follow, settle }
}

/** Picks the fields that the API call takes. */
const bodyOf = ({ outcome, spot, position, hiveScaleId, hiveName }: CourseBody): CourseBody => ({
  outcome,
  spot,
  position,
  hiveScaleId,
  hiveName,
})
