import { MapPin, Pencil } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { coursePath } from '#domain/alerts/follow-ups.ts'
import type { SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap, PositionMap } from '../../../map/lazy-map.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { FollowUpList } from './follow-up-list.tsx'
import { NotSent } from './not-sent.tsx'
import { useCourse, useCourseChanges } from './use-courses.ts'

const CourseSheet = lazy(async () => ({ default: (await import('./course-sheet.tsx')).CourseSheet }))

const clock = () => Date.now()

/** The course of a swarm: caught or lost, where it hung, its hive, and the follow-ups. For an alarm that was no swarm, only what was done. */
export function CoursePart({
  alarm,
  level,
  mayChange,
  nameOf,
  ...choices
}: {
  alarm: Alarm
  level: 3 | 4
  mayChange: boolean
  /** The name of the hive that the swarm went into; undefined if nobody said. */
  nameOf: (course: SwarmCourse) => string | undefined
} & Pick<ComponentProps<typeof CourseSheet>, 'hives' | 'placeField'>) {
  const course = useCourse(alarm)
  const { follow } = useCourseChanges(clock)
  const [isEdited, setIsEdited] = useState(false)
  if (!course.isSwarm && course.followUps.length === 0) return null
  const { outcome } = course
  return (
    <Stack gap={3} as="section">
      <Heading level={level}>
        <FormattedMessage id="course-screen.title" />
      </Heading>
      {course.isSwarm && mayChange && (
        <SegmentedControl
          label={<FormattedMessage id="course-screen.outcome" />}
          wide
          value={outcome ?? 'unknown'}
          onChange={(chosen) => follow.mutate({ ...course, outcome: chosen === 'unknown' ? null : chosen })}
          segments={(['caught', 'lost', 'unknown'] as const).map((value) => ({
            value,
            label: <FormattedMessage id={`course-screen.outcome.${value}`} />,
          }))}
        />
      )}
      <NotSent of={coursePath(alarm.id)} />
      {course.isSwarm && <Known course={course} mayChange={mayChange} hiveName={nameOf(course)} />}
      {course.isSwarm && mayChange && (
        <Row>
          <Button icon={Pencil} onClick={() => setIsEdited(true)}>
            <FormattedMessage id={outcome === 'caught' ? 'course-screen.edit' : 'course-screen.editSpot'} />
          </Button>
        </Row>
      )}
      <FollowUpList course={course} followUps={course.followUps} hiveName={nameOf(course)} mayChange={mayChange} />
      {isEdited && (
        <Suspense fallback={null}>
          <CourseSheet
            course={course}
            {...choices}
            busy={follow.isPending}
            onSave={(said) => {
              setIsEdited(false)
              follow.mutate({ alarmId: course.alarmId, ...said })
            }}
            onClose={() => setIsEdited(false)}
          />
        </Suspense>
      )}
    </Stack>
  )
}

/** What is known about the swarm so far, if anything. */
function Known({
  course: { outcome, spot, position },
  mayChange,
  hiveName,
}: {
  course: SwarmCourse
  mayChange: boolean
  hiveName: string | undefined
}) {
  const intl = useIntl()
  const [isMapShown, showMap] = useState(false)
  const facts = [
    ...(!mayChange && outcome
      ? [{ id: 'outcome', value: <FormattedMessage id={`course-screen.outcome.${outcome}`} /> }]
      : []),
    ...(spot ? [{ id: 'spot', value: spot }] : []),
    ...(hiveName && outcome === 'caught' ? [{ id: 'hive', value: hiveName }] : []),
  ].map(({ id, value }) => ({ id, value, name: <FormattedMessage id={`course-screen.${id as 'outcome'}`} /> }))
  return (
    <>
      {facts.length > 0 && <Facts facts={facts} />}
      {position && (
        <Row>
          <Button kind="quiet" icon={MapPin} aria-expanded={isMapShown} onClick={() => showMap(!isMapShown)}>
            <FormattedMessage id="course-screen.onMap" />
          </Button>
        </Row>
      )}
      {position && isMapShown && (
        <LazyMap>
          <PositionMap label={intl.formatMessage({ id: 'course-screen.onMap' })} position={position} />
        </LazyMap>
      )}
    </>
  )
}
