import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../deps.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { noteRefused } from '../../hives/readings/refusals/note-refused.ts'

/** Where a route stores the owner of the admitted key. */
export type Sender = { Variables: { sender?: AdmittedKey } }

/** Records, for the key's owner, why a request was refused after its key was admitted. */
export const noteRefusals = (deps: Pick<Deps, 'refusals'>) =>
  createMiddleware<Sender>(async (c, next) => {
    await next()
    const sender = c.get('sender')
    if (c.error && sender) noteRefused(deps, sender, c.error, { path: c.req.path })
  })
