import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { signedIn } from '../../../platform/http/require-account.ts'
import { hasSecondFactor } from './has-second-factor.ts'

/**
 * Where an administrator's second factor is demanded and there is one, nothing about it changes in a session that was begun without:
 * 403 `second_factor_missing`. Else whoever has the password would add one of theirs.
 */
export const requireShownFactor = ({ database }: Pick<Deps, 'database'>) =>
  createMiddleware<Env>(async (c, next) => {
    const { accountId, lacksSecondFactor } = signedIn(c)
    if (lacksSecondFactor && (await hasSecondFactor(database.db, accountId))) {
      throw new AppError(403, 'second_factor_missing')
    }
    await next()
  })
