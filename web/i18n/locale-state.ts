import type { MessageFormatElement } from 'react-intl'
import { proxy } from 'valtio'
import { DEFAULT_LOCALE, type Locale, locales } from '#domain/account.ts'
import type { MessageId } from '../../locales/message-id.ts'
import { readStored, writeStored } from '../offline/local-storage.ts'
import { chooseLocale } from './choose-locale.ts'

type Messages = Record<MessageId, MessageFormatElement[]>

const STORED = 'hivewatch.locale'

const catalogues: Record<Locale, () => Promise<{ default: Messages }>> = {
  de: () => import('virtual:messages/de'),
  en: () => import('virtual:messages/en'),
  fr: () => import('virtual:messages/fr'),
  es: () => import('virtual:messages/es'),
}

const loaded = new Map<Locale, Messages>()

/** The language of the screens and of the answers of the API; it outlives a sign-out. */
export const localeState = proxy<{ locale: Locale }>({ locale: DEFAULT_LOCALE })

/** The texts of a language that was loaded. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`the texts of ${locale} are not loaded`)
  return messages
}

/** Changes the language once its catalogue is there; fails without a network where it was never loaded. */
export async function setLocale(locale: Locale): Promise<void> {
  const { default: messages } = await catalogues[locale]()
  loaded.set(locale, messages)
  localeState.locale = locale
  document.documentElement.lang = locale
  writeStored(STORED, locale)
}

/** Loads the language that fits this visit; without a network the first of the others that was loaded before. */
export async function startLocale(): Promise<void> {
  const wished = chooseLocale({
    search: window.location.search,
    saved: readStored(STORED),
    languages: navigator.languages,
  })
  let failure: unknown
  for (const locale of [wished, ...locales.filter((other) => other !== wished)]) {
    try {
      await setLocale(locale)
      return
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}
