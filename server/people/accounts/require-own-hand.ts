import { createMiddleware } from 'hono/factory'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { signedIn } from '../../platform/http/require-account.ts'

/** Keeps administrators who act as a user away from what is the user's own, such as the password: 403 `not_while_acting`. */
export const requireOwnHand = createMiddleware<Env>(async (c, next) => {
  if (signedIn(c).actor) throw new AppError(403, 'not_while_acting')
  await next()
})
