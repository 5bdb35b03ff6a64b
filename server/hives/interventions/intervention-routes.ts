import { Hono } from 'hono'
import * as v from 'valibot'
import {
  Intervention,
  InterventionBody,
  InterventionEditBody,
  InterventionRemovedReply,
  InterventionReply,
} from '#domain/hives/intervention.ts'
import { Moment } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { deviceBehind } from '../../platform/http/device-clock.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdListText } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { requireScales, visibleScaleIds } from '../scales/visible-scales.ts'
import { editIntervention } from './edit-intervention.ts'
import { logIntervention } from './log-intervention.ts'
import { readInterventions } from './read-interventions.ts'
import type { Reassess } from './reassess.ts'
import { removeIntervention } from './remove-intervention.ts'
import { toIntervention } from './to-intervention.ts'

const time = v.optional(Moment)
const Span = v.object({ scales: v.optional(IdListText), from: time, to: time })
const Parameter = v.object({ id: v.pipe(v.string(), v.uuid()) })

export const interventionRoutes = (deps: Deps & Reassess) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/intervention',
      answers('intervention', 'Interventions at these scales, or at all own and watched ones', v.array(Intervention)),
      requireAccount,
      validate('query', Span),
      async (c) => {
        const { scales, from, to } = c.req.valid('query')
        const account = signedIn(c)
        if (scales) await requireScales(db, account, scales, 'read')
        const span = { from: from ? Date.parse(from) : 0, to: to ? Date.parse(to) : Number.MAX_SAFE_INTEGER }
        return c.json(await readInterventions(db, scales ?? (await visibleScaleIds(db, account)), span))
      },
    )
    .post(
      '/intervention',
      answers(
        'intervention',
        'Record an intervention; repeating it with the same id changes nothing',
        InterventionReply,
        201,
        {
          200: InterventionReply,
        },
      ),
      requireAccount,
      validate('json', InterventionBody),
      async (c) => {
        const { row, isNew } = await logIntervention(
          deps,
          signedIn(c),
          c.req.valid('json'),
          deviceBehind(c, deps.clock.now()),
        )
        const message = translate(c.get('locale'), 'intervention.message.added')
        return c.json({ message, ...toIntervention(row) }, isNew ? 201 : 200)
      },
    )
    .post(
      '/intervention/:id',
      answers('intervention', 'Change an intervention', InterventionReply),
      requireAccount,
      validate('param', Parameter),
      validate('json', InterventionEditBody),
      async (c) => {
        const { row, isBoth } = await editIntervention(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        const text = isBoth ? 'intervention.message.both' : 'intervention.message.saved'
        return c.json({ message: translate(c.get('locale'), text), ...toIntervention(row) })
      },
    )
    .delete(
      '/intervention/:id',
      answers(
        'intervention',
        'Delete an intervention; posting the same id again restores it',
        InterventionRemovedReply,
      ),
      requireAccount,
      validate('param', Parameter),
      async (c) => {
        const { id } = await removeIntervention(deps, signedIn(c), c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'intervention.message.removed'), id })
      },
    )
}
