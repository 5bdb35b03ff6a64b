import type { ComponentProps } from 'react'
import { hiveOf, isAsked, isDue } from '#domain/alerts/follow-ups.ts'
import type { SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { FollowUpList } from './follow-up-list.tsx'
import { useCourses } from './use-courses.ts'

/** On a hive's page: the follow-ups due there after a swarm, now and next. `now` in epoch ms. */
export function HiveFollowUps(shown: Omit<ComponentProps<typeof OfCourse>, 'course'>) {
  const courses = useCourses().filter((course) => course.isSwarm)
  return courses.map((course) => <OfCourse key={course.alarmId} course={course} {...shown} />)
}

function OfCourse({
  course,
  scaleId,
  now,
  mayChange,
  nameOf,
}: {
  course: SwarmCourse
  scaleId: number
  now: number
  mayChange: boolean
  /** The name of the hive that the swarm went into; undefined if nobody said. */
  nameOf: (course: SwarmCourse) => string | undefined
}) {
  const intl = useIntl()
  const here = course.followUps.filter(
    ({ hive, status, until }) => hiveOf(course, hive) === scaleId && status === 'open' && now < Date.parse(until),
  )
  const due = here.filter((one) => isDue(one, now))
  const shown = due.length > 0 ? due : here.slice(0, 1)
  const asked = course.scaleId === scaleId && isAsked(course, now)
  if (shown.length === 0 && !asked) return null
  const day = intl.formatDate(course.startedAt, { day: 'numeric', month: 'long' })
  return (
    <Card level={2} title={<FormattedMessage id="course-screen.of" values={{ day }} />}>
      <Stack gap={2}>
        {asked && (
          <Text strong>
            <FormattedMessage id="course-screen.ask" />
          </Text>
        )}
        <FollowUpList
          course={course}
          followUps={shown}
          hiveName={hiveOf(course, 'swarm') === course.scaleId ? nameOf(course) : undefined}
          mayChange={mayChange}
        />
        <Row>
          <ButtonLink
            kind="quiet"
            to="/scaleoverview/$expand/$scaleId"
            params={{ expand: String(course.controllerId), scaleId: String(course.scaleId) }}
            search={{ alarm: course.alarmId }}
            hash={`alarm-${course.alarmId}`}
          >
            <FormattedMessage id="course-screen.all" />
          </ButtonLink>
        </Row>
      </Stack>
    </Card>
  )
}
