import type { Locale } from '#domain/platform/locale.ts'
import { api, call } from '../../../api/client.ts'
import { localeState, setLocale } from '../../../i18n/locale-state.ts'
import { withoutReload } from '../../../offline/reload-once.ts'
import { fromPath } from './from-path.ts'
import { isSignedIn, session } from './session-state.ts'

let isChosenHere = false

/**
 * Takes the account's language over where somebody signs in anew, unless another one was asked for: by the address, or on the page
 * before, which is then the account's, too. Without its texts the device stays as it is.
 */
export async function takeLanguage(language: Locale): Promise<void> {
  const { locale } = localeState
  if (isChosenHere) {
    isChosenHere = false
    // nobody waits to be signed in for it, and it can be chosen again
    if (language !== locale) tellAccount(locale).catch(() => undefined)
  } else if (!addressAsks()) await withoutReload(() => setLocale(language)).catch(() => undefined)
}

/** Whether the address asks for a language, or that one which is gone to after signing in. */
function addressAsks(): boolean {
  const { origin, search } = window.location
  const wanted = new URLSearchParams(search)
  return wanted.has('lang') || new URL(fromPath(wanted.get('from')), origin).searchParams.has('lang')
}

/** Changes the language of the screens and, for what the server sends by itself, of the account. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await withoutReload(() => setLocale(locale))
  isChosenHere = !isSignedIn(session.phase)
  if (!isChosenHere) await tellAccount(locale)
}

const tellAccount = (language: Locale) => call(api.user.language.$post({ json: { language } }))
