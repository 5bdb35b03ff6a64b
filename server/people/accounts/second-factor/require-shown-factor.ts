import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { signedIn } from '../../../platform/http/require-account.ts'
import { hasSecondFactor } from './has-second-factor.ts'

/**
 * If administrators need a second factor and this one has set it up, it cannot be changed in a session that was started without it:
 * 403 `second_factor_missing`. Otherwise anyone with the password could add their own.
 */
export const requireShownFactor = ({ database }: Pick<Deps, 'database'>) =>
  createMiddleware<Env>(async (c, next) => {
    const { accountId, lacksSecondFactor } = signedIn(c)
    if (lacksSecondFactor && (await hasSecondFactor(database.db, accountId))) {
      throw new AppError(403, 'second_factor_missing')
    }
    await next()
  })
