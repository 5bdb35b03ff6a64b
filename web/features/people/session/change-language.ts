import type { Locale } from '#domain/platform/locale.ts'
import { api, call } from '../../../api/client.ts'
import { setLocale } from '../../../i18n/locale-state.ts'
import { withoutReload } from '../../../offline/reload-once.ts'
import { isSignedIn, session } from './session-state.ts'

let isChosenHere = false

/**
 * Takes the account's language over where somebody signs in anew, unless another one was asked for: by the address, or on
 * the page before. Without its texts the device stays as it is.
 */
export async function takeLanguage(language: Locale): Promise<void> {
  const isAsked = isChosenHere || new URLSearchParams(window.location.search).has('lang')
  if (!isAsked) await withoutReload(() => setLocale(language)).catch(() => undefined)
}

/** Changes the language of the screens and, for what the server sends by itself, of the account. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await withoutReload(() => setLocale(locale))
  isChosenHere = !isSignedIn(session.phase)
  if (isChosenHere) return
  await call(api.user.language.$post({ json: { language: locale } }))
}
