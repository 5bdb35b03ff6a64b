import { Hono } from 'hono'
import * as v from 'valibot'
import {
  AffiliationBody,
  AffiliationRemovedReply,
  AffiliationReply,
  AssignmentBody,
  AssignmentReply,
  CountedAffiliation,
} from '#domain/people/affiliation.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { selectAffiliations } from './affiliation-queries.ts'
import { assignControllers } from './assign-controllers.ts'
import { removeAffiliation } from './remove-affiliation.ts'
import { saveAffiliation } from './save-affiliation.ts'

export const affiliationRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/admin/affiliation',
      answers('affiliation', 'All affiliations, with how many belong to each', v.array(CountedAffiliation)),
      requireAccount,
      requireAdmin,
      async (c) => c.json(await selectAffiliations(deps.database.db)),
    )
    .post(
      '/admin/affiliation',
      answers('affiliation', 'Add an affiliation; with id, rename it', AffiliationReply, 201, {
        200: AffiliationReply,
      }),
      requireAccount,
      requireAdmin,
      validate('json', AffiliationBody),
      async (c) => {
        const body = c.req.valid('json')
        const saved = await saveAffiliation(deps, signedIn(c), body)
        const isNew = body.id === undefined
        const message = translate(c.get('locale'), `affiliation.message.${isNew ? 'added' : 'renamed'}`)
        return c.json({ message, ...saved }, isNew ? 201 : 200)
      },
    )
    .delete(
      '/admin/affiliation/:id',
      answers('affiliation', 'Remove an affiliation that nobody belongs to', AffiliationRemovedReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removeAffiliation(deps, signedIn(c), id)
        return c.json({ message: translate(c.get('locale'), 'affiliation.message.removed'), id })
      },
    )
    .post(
      '/admin/affiliation/:id/controllers',
      answers('affiliation', 'Assign transmitters to an affiliation', AssignmentReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', AssignmentBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const controllerIds = await assignControllers(deps, signedIn(c), id, c.req.valid('json').controllerIds)
        const count = controllerIds.length
        const message = translate(c.get('locale'), 'affiliation.message.assigned', { count })
        return c.json({ message, id, controllerIds })
      },
    )
