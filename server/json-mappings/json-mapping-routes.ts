import { Hono } from 'hono'
import { MessageReply } from '#domain/account.ts'
import { JsonMappingBody, JsonWebhook } from '#domain/json-mapping.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { IdParameter } from '../http/id-parameter.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { validate } from '../http/validate.ts'
import { translate } from '../platform/translate.ts'
import { openExample, readMapping } from './read-mapping.ts'
import { saveMapping } from './save-mapping.ts'

export const jsonMappingRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/controller/:id/json',
      answers('controller', 'The last JSON document of a transmitter, cut short, and what its values are', JsonWebhook),
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
      answers('controller', 'Say what the values in its JSON are', MessageReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', JsonMappingBody),
      async (c) => {
        const { mapping } = c.req.valid('json')
        await saveMapping(deps, signedIn(c), c.req.valid('param').id, mapping)
        return c.json({ message: translate(c.get('locale'), 'connect.json.saved') })
      },
    )
