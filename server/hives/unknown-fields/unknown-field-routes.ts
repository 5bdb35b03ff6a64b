import { Hono } from 'hono'
import * as v from 'valibot'
import { UnknownField, UnknownFieldBody, UnknownFieldReply } from '#domain/hives/unknown-field.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { assignField } from './assign-field.ts'
import { toUnknownField } from './to-unknown-field.ts'
import { selectUnknownFields } from './unknown-field-queries.ts'

export const unknownFieldRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/controller/:id/field',
      answers('controller', 'Numbers that a transmitter sends under unknown names', v.array(UnknownField)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { db } = deps.database
        const { id } = c.req.valid('param')
        await requireController(db, signedIn(c), id, 'write')
        return c.json((await selectUnknownFields(db, id)).map(toUnknownField))
      },
    )
    .post(
      '/controller/:id/field',
      answers('controller', 'Say what such a number means, including for the last 30 days', UnknownFieldReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', UnknownFieldBody),
      async (c) => {
        const { kept, ...assigned } = await assignField(deps, signedIn(c), c.req.valid('param').id, c.req.valid('json'))
        const message = translate(c.get('locale'), 'controller-screen.field.saved', { values: assigned.values, kept })
        return c.json({ message, ...assigned })
      },
    )
