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

/** The swarms of the last months as this device knows them, with what waits here to be sent. */
export function useCourses(): SwarmCourse[] {
  const { data = none } = useQuery(coursesQuery)
  const unsent = useUnsent()
  return useMemo(() => data.map((course) => withPendingCourse(course, unsent)), [data, unsent])
}

/** The course of one swarm alarm; where nothing is known of it yet, as it begins. */
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

/** Says what became of a swarm, and how far what is to be done is; both also without a network, and with a way back. */
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

/** What the call takes, and nothing else of the course. */
const bodyOf = ({ outcome, spot, position, hiveScaleId, hiveName }: CourseBody): CourseBody => ({
  outcome,
  spot,
  position,
  hiveScaleId,
  hiveName,
})
