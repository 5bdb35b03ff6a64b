import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import {
  AdministeredController,
  AdministeredControllerBody,
  AdministeredControllerReply,
  BatchBody,
  BatchReply,
  CONTROLLERS_AT_ONCE,
  ControllerFilter,
  ControllerList,
  controllerSorts,
  ReleaseReply,
} from '#domain/hives/administered-controller.ts'
import type { Deps } from '../../deps.ts'
import { affiliationToShow } from '../../people/affiliations/require-affiliation.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdListText, IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { listQuery } from '../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, requireManager, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { siteAddress } from '../../platform/http/site-address.ts'
import { looks, variantOf } from '../../platform/http/variant.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { administerController } from './administer-controller.ts'
import { printLabels } from './print-labels.ts'
import { provisionControllers } from './provision-controllers.ts'
import { listControllers, readAdministered } from './read-administered.ts'
import { releaseController } from './release-controller.ts'
import { resetNotificationCount } from './reset-notification-count.ts'

const ControllersQuery = v.object({
  ...listQuery(controllerSorts),
  /** `none`: those without an affiliation. */
  affiliationId: v.optional(v.union([IdText, v.literal('none')])),
  ownerId: v.optional(IdText),
  softwareVersion: v.optional(v.pipe(v.string(), v.maxLength(60))),
  state: v.optional(ControllerFilter),
})
const AffiliatedQuery = v.object({ ...ControllersQuery.entries, affiliationId: v.optional(IdText) })
const LabelsQuery = v.object({ ids: v.pipe(IdListText, v.maxLength(CONTROLLERS_AT_ONCE)) })

const describeLabels = describeRoute({
  tags: ['controller'],
  summary: 'Labels for transmitters, on A4 sheets of 3 × 8, each with a code for registering it',
  responses: { 200: { description: 'The sheets', content: { 'application/pdf': {} } } },
})

/** All transmitters for administrators; for managers those of their own affiliation, read-only. */
export const adminControllerRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/admin/controllers',
      answers('controller', 'All transmitters, page by page', ControllerList),
      requireAccount,
      requireAdmin,
      validate('query', ControllersQuery),
      async (c) => {
        const { affiliationId, ...query } = c.req.valid('query')
        return c.json(
          await listControllers(deps, { ...query, affiliationId: affiliationId === 'none' ? null : affiliationId }),
        )
      },
    )
    .get(
      '/admin/affiliatedControllers',
      answers('controller', 'The transmitters of an affiliation; managers see their own', ControllerList),
      requireAccount,
      requireManager,
      validate('query', AffiliatedQuery),
      async (c) => {
        const { affiliationId: asked, ...query } = c.req.valid('query')
        const affiliationId = await affiliationToShow(deps.database.db, signedIn(c), asked)
        if (affiliationId === undefined) return c.json({ items: [], nextCursor: null })
        return c.json(await listControllers(deps, { ...query, affiliationId }))
      },
    )
    .post(
      '/admin/controllers',
      answers(
        'controller',
        'Register many transmitters, all or none; their keys are only shown in this response',
        BatchReply,
        201,
      ),
      requireAccount,
      requireAdmin,
      validate('json', BatchBody),
      async (c) => {
        const controllers = await provisionControllers(deps, signedIn(c), c.req.valid('json'))
        const message = translate(c.get('locale'), 'controller.message.provisioned_many', { count: controllers.length })
        return c.json({ message, controllers }, 201)
      },
    )
    .get(
      '/admin/controllers/labels',
      describeLabels,
      requireAccount,
      requireAdmin,
      validate('query', LabelsQuery),
      async (c) => {
        const product = looks[variantOf(c, deps.config)].name
        const { ids } = c.req.valid('query')
        const language = c.get('locale')
        const sheets = await printLabels(deps, ids, { site: siteAddress(c, deps.config), product, language })
        return c.body(sheets, 200, {
          'Content-Type': 'application/pdf',
          'Content-Disposition': 'attachment; filename="labels.pdf"',
        })
      },
    )
    .get(
      '/admin/controller/:id',
      answers('controller', 'One transmitter, and its owner', AdministeredController),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => c.json(await readAdministered(deps, deps.database.db, c.req.valid('param').id)),
    )
    .post(
      '/admin/controller/:id',
      answers(
        'controller',
        'Change any field of a transmitter; omitted fields stay unchanged',
        AdministeredControllerReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', AdministeredControllerBody),
      async (c) => {
        const edit = c.req.valid('json')
        const { controller, isSwapped } = await administerController(deps, signedIn(c), c.req.valid('param').id, edit)
        const message = `controller.message.${isSwapped ? 'swapped' : 'saved'}` as const
        return c.json({ message: translate(c.get('locale'), message), ...controller })
      },
    )
    .post(
      '/admin/controller/:id/resetNotificationCount',
      answers(
        'controller',
        'Reset a transmitter’s remaining notifications to the full number',
        AdministeredControllerReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await resetNotificationCount(deps, signedIn(c), id)
        const message = translate(c.get('locale'), 'controller.message.count_reset')
        return c.json({ message, ...(await readAdministered(deps, deps.database.db, id)) })
      },
    )
    .post(
      '/admin/controller/:id/release',
      answers(
        'controller',
        'Remove a transmitter from its owner with all its readings; it can be registered again',
        ReleaseReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const id = await releaseController(deps, signedIn(c), c.req.valid('param').id)
        return c.json({ message: translate(c.get('locale'), 'controller.message.released'), id })
      },
    )
