import { ListTodo } from 'lucide-react'
import { isDue } from '#domain/alerts/follow-ups.ts'
import type { FollowUpKind, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './due-line.module.css'
import { useCourses } from './use-courses.ts'

/** So long somebody may still be on the way to it. */
const ASKED_FOR_MS = 3 * DAY_MS

/** Whether nobody said yet what became of a swarm that left just now. */
export const isAsked = ({ isSwarm, outcome, startedAt }: SwarmCourse, now: number): boolean =>
  isSwarm && outcome === null && now - Date.parse(startedAt) < ASKED_FOR_MS

/** The hive that a follow-up is about: a swarm in a hive without a scale is found at the one that it left. */
export const hiveOf = ({ scaleId, hiveScaleId }: SwarmCourse, hive: 'mother' | 'swarm'): number =>
  hive === 'swarm' && hiveScaleId !== null ? hiveScaleId : scaleId

const shorts = {
  varroaSwarm: 'varroa',
  varroaMother: 'varroa',
  swarmLaying: 'laying',
  queenLaying: 'laying',
  afterSwarm: 'afterSwarm',
} as const satisfies Record<FollowUpKind, string>

/** What is to be done at a hive after a swarm now, in a line; nothing where nothing is. */
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
