import type { Locale } from '#domain/platform/locale.ts'
import { api, call } from '../../../api/client.ts'
import { localeState, setLocale } from '../../../i18n/locale-state.ts'
import { withoutReload } from '../../../offline/reload-once.ts'
import { fromPath } from './from-path.ts'
import { isSignedIn, session } from './session-state.ts'

let isChosenHere = false

/**
 * Switches to the account's language after a new sign-in, unless the address asks for a language, or one was chosen on this page
 * before, which is then saved to the account. If its texts cannot be loaded, the language stays as it is.
 */
export async function takeLanguage(language: Locale): Promise<void> {
  const { locale } = localeState
  if (isChosenHere) {
    isChosenHere = false
    // signing in does not wait for this, and the language can be chosen again
    if (language !== locale) tellAccount(locale).catch(() => undefined)
  } else if (!addressAsks()) await withoutReload(() => setLocale(language)).catch(() => undefined)
}

/** Whether this address, or the one to go to after signing in, asks for a language. */
function addressAsks(): boolean {
  const { origin, search } = window.location
  const wanted = new URLSearchParams(search)
  return wanted.has('lang') || new URL(fromPath(wanted.get('from')), origin).searchParams.has('lang')
}

/** Changes the language of the screens and, for messages from the server, of the account: to the one chosen last. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await withoutReload(() => setLocale(locale))
  isChosenHere = !isSignedIn(session.phase)
  if (!isChosenHere) await tellAccount(localeState.locale)
}

const tellAccount = (language: Locale) => call(api.user.language.$post({ json: { language } }))
