import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../deps.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { noteRefused } from '../../hives/readings/refusals/note-refused.ts'

/** Where a route leaves whose key it let in. */
export type Sender = { Variables: { sender?: AdmittedKey } }

/** Notes why a request was refused after its key was let in, for its owner. */
export const noteRefusals = (deps: Pick<Deps, 'refusals'>) =>
  createMiddleware<Sender>(async (c, next) => {
    await next()
    const sender = c.get('sender')
    if (c.error && sender) noteRefused(deps, sender, c.error, { path: c.req.path })
  })
