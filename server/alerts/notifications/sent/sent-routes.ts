import { Hono } from 'hono'
import * as v from 'valibot'
import { ChannelType, NotificationRemovedReply } from '#domain/alerts/notification.ts'
import { SentList, SentState, sentStages } from '#domain/alerts/sent-notification.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { idListQuery, pageOfIds, SearchText } from '../../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { removeSent } from './remove-sent.ts'
import { selectSent } from './sent-queries.ts'
import { toSent } from './to-sent.ts'

const ListQuery = v.object({
  ...idListQuery(),
  q: SearchText,
  state: v.optional(SentState),
  channel: v.optional(ChannelType),
  stage: v.optional(v.picklist(sentStages)),
})

/** The list of what was sent to whom, for administrators. */
export const sentRoutes = (deps: Pick<Deps, 'database' | 'clock'>) =>
  new Hono<Env>()
    .get(
      '/admin/notifications',
      answers('notification', 'Messages and their recipients, newest first; addresses are masked', SentList),
      requireAccount,
      requireAdmin,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor, ...filter } = c.req.valid('query')
        const rows = await selectSent(deps.database.db, { ...filter, beforeId: cursor, limit: limit + 1 })
        const page = pageOfIds(rows, limit)
        return c.json({ items: page.rows.map(toSent), nextCursor: page.nextCursor })
      },
    )
    .delete(
      '/notifications/:id',
      answers(
        'notification',
        'Remove a message from that list, and cancel it if it has not been sent yet',
        NotificationRemovedReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const { stopped } = await removeSent(deps, signedIn(c).accountId, id)
        const message = translate(c.get('locale'), `notification.message.${stopped ? 'stopped' : 'sent_removed'}`)
        return c.json({ message, id })
      },
    )
