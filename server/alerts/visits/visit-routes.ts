import { Hono } from 'hono'
import * as v from 'valibot'
import { goesOn } from '#domain/alerts/pending-visits.ts'
import { Visit, VisitBody, VisitEditBody, VisitRemovedReply, VisitReply } from '#domain/alerts/visit.ts'
import { Moment } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { requireController, visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { deviceBehind } from '../../platform/http/device-clock.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdText } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { editVisit } from './edit-visit.ts'
import { keepVisit } from './keep-visit.ts'
import { readVisits, toVisit } from './read-visits.ts'
import { removeVisit } from './remove-visit.ts'

const time = v.optional(Moment)
const Asked = v.object({ idcontroller: v.optional(IdText), from: time, to: time })
const Parameter = v.object({ id: v.pipe(v.string(), v.uuid()) })

/** When people are at the hives. */
export const visitRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/visit',
      answers('visit', 'Visits at a transmitter’s hives, or at all own and watched ones, newest first', v.array(Visit)),
      requireAccount,
      validate('query', Asked),
      async (c) => {
        const { idcontroller, from, to } = c.req.valid('query')
        const account = signedIn(c)
        const seen =
          idcontroller === undefined
            ? await visibleControllers(db, account)
            : [await requireController(db, account, idcontroller, 'read')]
        const ids = seen.map(({ id }) => id)
        const span = { from: from ? Date.parse(from) : 0, to: to ? Date.parse(to) : Number.MAX_SAFE_INTEGER }
        return c.json(await readVisits(db, ids, span))
      },
    )
    .post(
      '/visit',
      answers('visit', 'Begin or end a visit; repeating it changes nothing', VisitReply, 201, {
        200: VisitReply,
      }),
      requireAccount,
      validate('json', VisitBody),
      async (c) => {
        const now = deps.clock.now()
        const { row, isNew } = await keepVisit(deps, signedIn(c), c.req.valid('json'), deviceBehind(c, now))
        const visit = await toVisit(db, row)
        const become = goesOn(visit, now) ? 'started' : 'ended'
        return c.json({ message: translate(c.get('locale'), `visit.message.${become}`), ...visit }, isNew ? 201 : 200)
      },
    )
    .post(
      '/visit/:id',
      answers('visit', 'Correct the times of a visit', VisitReply),
      requireAccount,
      validate('param', Parameter),
      validate('json', VisitEditBody),
      async (c) => {
        const row = await editVisit(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'visit.message.saved'), ...(await toVisit(db, row)) })
      },
    )
    .delete(
      '/visit/:id',
      answers('visit', 'Delete a visit; notes made during it stay', VisitRemovedReply),
      requireAccount,
      validate('param', Parameter),
      async (c) => {
        const { id } = await removeVisit(deps, signedIn(c), c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'visit.message.removed'), id })
      },
    )
}
