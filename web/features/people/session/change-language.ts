import type { Locale } from '#domain/platform/locale.ts'
import { api, call } from '../../../api/client.ts'
import { setLocale } from '../../../i18n/locale-state.ts'
import { withoutReload } from '../../../offline/reload-once.ts'
import { isSignedIn, session } from './session-state.ts'

/** Changes the language of the screens and, for what the server sends by itself, of the account. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await withoutReload(() => setLocale(locale))
  if (!isSignedIn(session.phase)) return
  await call(api.user.language.$post({ json: { language: locale } }))
}
