import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isManager } from '#domain/people/permission.ts'
import { AppError } from './app-error.ts'
import { markAdministration } from './current-request.ts'
import type { Env, SignedIn } from './env.ts'

/** Rejects callers who are not signed in: 401 `not_signed_in`. */
export const requireAccount = createMiddleware<Env>(async (c, next) => {
  signedIn(c)
  await next()
})

/** Lets signed-in callers pass, and those with a share token for this route. */
export const requireReader = createMiddleware<Env>(async (c, next) => {
  if (!c.get('share')) signedIn(c)
  await next()
})

/** The signed-in account of a request behind `requireAccount`. */
export function signedIn(c: Context<Env>): SignedIn {
  const account = c.get('account')
  if (!account) throw new AppError(401, 'not_signed_in')
  return account
}

const notAllowed = ({ lacksSecondFactor }: SignedIn) =>
  new AppError(403, lacksSecondFactor ? 'second_factor_missing' : 'forbidden')

export const requireAdmin = createMiddleware<Env>(async (c, next) => {
  const account = signedIn(c)
  if (!account.admin) throw notAllowed(account)
  markAdministration()
  await next()
})

/** Lets administrators and managers pass; managers only see their own affiliation. */
export const requireManager = createMiddleware<Env>(async (c, next) => {
  const account = signedIn(c)
  if (!account.admin && !isManager(account)) throw notAllowed(account)
  markAdministration()
  await next()
})
