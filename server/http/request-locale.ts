import { createMiddleware } from 'hono/factory'
import { DEFAULT_LOCALE } from '#domain/account.ts'
import { preferredLocale } from '../platform/translate.ts'
import type { Env } from './env.ts'

/** The language of the answer: what the request asks for, else the account's own, else German. */
export const requestLocale = createMiddleware<Env>(async (c, next) => {
  const asked = preferredLocale(c.req.header('accept-language'))
  c.set('locale', asked ?? c.get('account')?.language ?? DEFAULT_LOCALE)
  await next()
})
