import { Hono } from 'hono'
import { JsonMappingBody, JsonWebhook } from '#domain/exchange/json-mapping.ts'
import { MessageReply } from '#domain/people/account.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { openExample, readMapping } from './read-mapping.ts'
import { saveMapping } from './save-mapping.ts'

export const jsonMappingRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/controller/:id/json',
      answers(
        'controller',
        'The last JSON document of a transmitter, shortened, and what its values mean',
        JsonWebhook,
      ),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await requireController(deps.database.db, signedIn(c), id, 'write')
        const { row, mapping } = await readMapping(deps, id)
        const example = openExample(deps, row)
        const exampleAt = example === null ? null : new Date(Number(row?.example_at)).toISOString()
        return c.json({ mapping, example, exampleAt })
      },
    )
    .post(
      '/controller/:id/json',
      answers('controller', 'Say what the values in a transmitter’s JSON mean', MessageReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', JsonMappingBody),
      async (c) => {
        const { mapping } = c.req.valid('json')
        await saveMapping(deps, signedIn(c), c.req.valid('param').id, mapping)
        return c.json({ message: translate(c.get('locale'), 'connect.json.saved') })
      },
    )
