import { ListTodo } from 'lucide-react'
import { hiveOf, isAsked, isDue } from '#domain/alerts/follow-ups.ts'
import type { FollowUpKind } from '#domain/alerts/swarm-course.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './due-line.module.css'
import { useCourses } from './use-courses.ts'

const shorts = {
  varroaSwarm: 'varroa',
  varroaMother: 'varroa',
  swarmLaying: 'laying',
  queenLaying: 'laying',
  afterSwarm: 'afterSwarm',
} as const satisfies Record<FollowUpKind, string>

/** One line saying what is due at a hive after a swarm; nothing if nothing is due. */
export function DueLine({ scaleId }: { scaleId: number }) {
  const now = Date.now()
  const intl = useIntl()
  const courses = useCourses()
  const due = courses.flatMap((course) =>
    course.followUps.filter((one) => isDue(one, now) && hiveOf(course, one.hive) === scaleId).map(({ kind }) => kind),
  )
  const asked = courses.some((course) => course.scaleId === scaleId && isAsked(course, now))
  const shown = [...(asked ? (['ask'] as const) : []), ...new Set(due.map((kind) => shorts[kind]))]
  const [first] = shown
  if (!first) return null
  const step = intl.formatMessage({ id: `course-screen.short.${first}` })
  return (
    <span className={styles.line}>
      <Icon of={ListTodo} size={16} />
      <span>
        {shown.length === 1 ? (
          step
        ) : (
          <FormattedMessage id="course-screen.andMore" values={{ step, count: shown.length - 1 }} />
        )}
      </span>
    </span>
  )
}
