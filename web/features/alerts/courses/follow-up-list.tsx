import { AlarmClock, BellOff, Check, CheckCheck, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { followUpPath, isDue, lastDayOf, morningIn } from '#domain/alerts/follow-ups.ts'
import type { FollowUp, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { useKeptRow } from '../../../ui/use-kept-row.ts'
import styles from './courses.module.css'
import { NotSent } from './not-sent.tsx'
import { useCourseChanges } from './use-courses.ts'

const clock = () => Date.now()

/** The follow-ups after a swarm, each of which can be checked off, put off or silenced. */
export function FollowUpList({
  course,
  followUps,
  hiveName,
  mayChange,
}: {
  course: SwarmCourse
  /** The course's follow-ups to show. */
  followUps: readonly FollowUp[]
  /** The name of the hive that the swarm went into. */
  hiveName: string | undefined
  mayChange: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  useKeptRow(list, 'li', followUps.map(({ kind, status }) => `${kind} ${status}`).join())
  return (
    <ul ref={list} className={styles.list}>
      {followUps.map((followUp) => (
        <li key={followUp.kind} className={styles.followUp} data-status={followUp.status}>
          <div className={styles.words}>
            <Text strong={isDue(followUp, clock())}>
              {followUp.hive === 'swarm' && hiveName ? `${hiveName}: ` : ''}
              <FormattedMessage id={`course.step.${followUp.kind}`} />
            </Text>
            <Text tone="neutral">
              <When followUp={followUp} />
            </Text>
            <NotSent of={followUpPath(course.alarmId, followUp.kind)} />
          </div>
          {mayChange && <Actions course={course} followUp={followUp} />}
        </li>
      ))}
    </ul>
  )
}

function When({ followUp }: { followUp: FollowUp }) {
  const intl = useIntl()
  const day = (ms: number) => intl.formatDate(ms, { day: 'numeric', month: 'long' })
  const { status, settledAt, due, until, putOffUntil } = followUp
  const from = day(Date.parse(due))
  const to = day(lastDayOf(Date.parse(until)))
  if (status === 'done' && settledAt)
    return <FormattedMessage id="course-screen.done" values={{ day: day(Date.parse(settledAt)) }} />
  if (status === 'silenced') return <FormattedMessage id="course-screen.silenced" values={{ from, to }} />
  if (clock() >= Date.parse(until)) return <FormattedMessage id="course-screen.past" values={{ day: to }} />
  if (isDue(followUp, clock())) return <FormattedMessage id="course-screen.due" values={{ day: to }} />
  if (putOffUntil) return <FormattedMessage id="course-screen.putOff" values={{ day: from }} />
  return <FormattedMessage id="course-screen.upcoming" values={{ from, to }} />
}

function Actions({ course, followUp }: { course: SwarmCourse; followUp: FollowUp }) {
  const intl = useIntl()
  const { settle } = useCourseChanges(clock)
  const { kind, status, putOffUntil } = followUp
  const before = { status, putOffUntil }
  const become = (after: Partial<typeof before>) =>
    settle.mutate({ alarmId: course.alarmId, kind, before, after: { ...before, ...after } })
  const putOff = (days: number) =>
    become({ putOffUntil: new Date(morningIn(days, clock(), course.utcOffsetHours)).toISOString() })
  if (status !== 'open') {
    return (
      <div className={styles.actions}>
        {status === 'done' && (
          <Badge tone="ok" icon={CheckCheck}>
            <FormattedMessage id="course-screen.isDone" />
          </Badge>
        )}
        <Button kind="quiet" icon={Undo2} onClick={() => become({ status: 'open' })}>
          <FormattedMessage id="alarm.undo" />
        </Button>
      </div>
    )
  }
  const step = intl.formatMessage({ id: `course.step.${kind}` })
  return (
    <div className={styles.actions}>
      <Button
        icon={Check}
        aria-label={intl.formatMessage({ id: 'course-screen.doneOf' }, { step })}
        onClick={() => become({ status: 'done' })}
      >
        <FormattedMessage id="course-screen.isDone" />
      </Button>
      <Menu label={intl.formatMessage({ id: 'course-screen.more' }, { step })}>
        <MenuItem icon={AlarmClock} onSelect={() => putOff(1)}>
          <FormattedMessage id="course-screen.putOff.day" />
        </MenuItem>
        <MenuItem icon={AlarmClock} onSelect={() => putOff(7)}>
          <FormattedMessage id="course-screen.putOff.week" />
        </MenuItem>
        <MenuItem icon={BellOff} onSelect={() => become({ status: 'silenced' })}>
          <FormattedMessage id="course-screen.silence" />
        </MenuItem>
      </Menu>
    </div>
  )
}
