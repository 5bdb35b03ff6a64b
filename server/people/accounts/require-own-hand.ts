import { createMiddleware } from 'hono/factory'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { signedIn } from '../../platform/http/require-account.ts'

/** Turns away who acts in somebody's name from what is theirs alone, such as their password: 403 `not_while_acting`. */
export const requireOwnHand = createMiddleware<Env>(async (c, next) => {
  if (signedIn(c).actor) throw new AppError(403, 'not_while_acting')
  await next()
})
