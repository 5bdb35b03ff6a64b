import { createMiddleware } from 'hono/factory'
import { DEFAULT_LOCALE, type Locale } from '#domain/platform/locale.ts'
import { preferredLocale } from '../runtime/translate.ts'
import type { Env } from './env.ts'

/** The language an `Accept-Language` header asks for, else German. */
export const localeOf = (header: string | undefined): Locale => preferredLocale(header) ?? DEFAULT_LOCALE

/** The language of the answer: what the request asks for, else the account's own, else German. */
export const requestLocale = createMiddleware<Env>(async (c, next) => {
  const asked = preferredLocale(c.req.header('accept-language'))
  c.set('locale', asked ?? c.get('account')?.language ?? DEFAULT_LOCALE)
  await next()
})
