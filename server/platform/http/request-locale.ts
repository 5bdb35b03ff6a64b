import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DEFAULT_LOCALE, type Locale } from '#domain/platform/locale.ts'
import { preferredLocale } from '../runtime/translate.ts'
import type { Env } from './env.ts'

/** The language requested by an `Accept-Language` header, otherwise German. */
export const localeOf = (header: string | undefined): Locale => preferredLocale(header) ?? DEFAULT_LOCALE

/** Sets the language of the answer: the requested one, otherwise the account's own, otherwise German. */
export function chooseLocale(c: Context<Env>, own: Locale | undefined): void {
  c.set('locale', preferredLocale(c.req.header('accept-language')) ?? own ?? DEFAULT_LOCALE)
}

export const requestLocale = createMiddleware<Env>(async (c, next) => {
  chooseLocale(c, c.get('account')?.language)
  await next()
})
