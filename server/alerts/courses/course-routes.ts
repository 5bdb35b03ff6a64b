import { Hono } from 'hono'
import * as v from 'valibot'
import { CourseBody, CourseReply, FollowUpBody, FollowUpKind, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { Moment } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { deviceBehind, madeAt } from '../../platform/http/device-clock.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { followSwarm } from './follow-swarm.ts'
import { readCourses, toCourses } from './read-courses.ts'
import { requireCourse } from './require-course.ts'
import { settleFollowUp } from './settle-follow-up.ts'

/** Longer than any follow-up of a swarm. */
const DEFAULT_SPAN_SECONDS = 120 * DAY_SECONDS

const epochSeconds = v.optional(
  v.pipe(
    Moment,
    v.transform((text) => Math.floor(Date.parse(text) / 1000)),
  ),
)
const Asked = v.object({ from: epochSeconds, to: epochSeconds })
const Parameter = v.object({ id: IdText, kind: FollowUpKind })

/** What follows a swarm alarm. */
export const courseRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/course',
      answers('alarm', 'Swarms of all own and watched hives, with their follow-ups', v.array(SwarmCourse)),
      requireAccount,
      validate('query', Asked),
      async (c) => {
        const { from, to = Number.MAX_SAFE_INTEGER } = c.req.valid('query')
        const ids = (await visibleControllers(db, signedIn(c))).map(({ id }) => id)
        const begin = Math.floor(deps.clock.now() / 1000) - DEFAULT_SPAN_SECONDS
        return c.json(await readCourses(db, ids, { from: from ?? begin, to }))
      },
    )
    .get(
      '/alarm/:id/course',
      answers('alarm', 'What is known about one swarm, and its follow-ups', SwarmCourse),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { row } = await requireCourse(db, signedIn(c), c.req.valid('param').id, 'read')
        const [course] = await toCourses(db, [row])
        return c.json(course!)
      },
    )
    .post(
      '/alarm/:id/course',
      answers('alarm', 'Say what became of a swarm; repeating it changes nothing', CourseReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', CourseBody),
      async (c) => {
        const made = madeAt(c, deps.clock.now())
        const course = await followSwarm(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'), made)
        return c.json({ message: translate(c.get('locale'), 'course.message.saved'), ...course })
      },
    )
    .post(
      '/alarm/:id/followUp/:kind',
      answers('alarm', 'Check off, postpone or silence a follow-up of a swarm, or reopen it', CourseReply),
      requireAccount,
      validate('param', Parameter),
      validate('json', FollowUpBody),
      async (c) => {
        const { id: alarmId, kind } = c.req.valid('param')
        const body = c.req.valid('json')
        const now = deps.clock.now()
        const said = { alarmId, kind, body, behindMs: deviceBehind(c, now), madeAt: madeAt(c, now) }
        const course = await settleFollowUp(deps, signedIn(c), said)
        const word = body.status !== 'open' ? body.status : body.putOffUntil === null ? 'open' : 'putOff'
        return c.json({ message: translate(c.get('locale'), `course.message.${word}`), ...course })
      },
    )
}
