import { createMiddleware } from 'hono/factory'
import { CONFIRMED_MINUTES } from '#domain/people/password.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { signedIn } from '../../platform/http/require-account.ts'

/**
 * Requires that a password or passkey was shown in this session within the last ten minutes, otherwise 403 `confirm_identity`: an
 * unlocked phone on a table must not give somebody else permanent access.
 */
export const requireConfirmed = ({ clock }: Pick<Deps, 'clock'>) =>
  createMiddleware<Env>(async (c, next) => {
    const age = clock.now() - signedIn(c).confirmedAt
    if (age < 0 || age > CONFIRMED_MINUTES * 60_000) throw new AppError(403, 'confirm_identity')
    await next()
  })
