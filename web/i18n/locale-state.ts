import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { proxy } from 'valtio'
import { DEFAULT_LOCALE, type Locale, locales } from '#domain/platform/locale.ts'
import type { MessageId } from '../../locales/message-id.ts'
import { readStored, writeStored } from '../offline/local-storage.ts'
import { chooseLocale } from './choose-locale.ts'
import { alongWith, type TextArea } from './text-areas.ts'
import { type Texts, textParts } from './text-parts.ts'

type Messages = Record<MessageId, MessageFormatElement[]>

const STORED = 'hivewatch.locale'

const loaded = new Map<Locale, Texts>()
const areas = new Set<TextArea>(['start'])
let choose: () => void
/** Resolves when the first language has been chosen; before that, it is not known which texts to load. */
const chosen = new Promise<void>((resolve) => {
  choose = resolve
})

/** The language of the screens and of the API's answers; it survives a sign-out. `areas`: how many text areas are loaded. */
export const localeState = proxy<{ locale: Locale; areas: number }>({ locale: DEFAULT_LOCALE, areas: 0 })

/** The texts of a language, as far as screens have asked for them. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`the texts of ${locale} are not loaded`)
  return messages as Messages
}

async function load(locale: Locale, wanted: Iterable<TextArea>): Promise<void> {
  const texts = await Promise.all([...wanted].map(async (area) => (await textParts[locale][area]()).default))
  // what is being rendered finds them in the object it already reads; for what has been rendered, a new object signals the change
  const known: Texts = Object.assign(loaded.get(locale) ?? {}, ...texts)
  loaded.set(locale, { ...known })
}

/** Loads the texts of an area and of the areas that go with it, in the current language and in any language chosen later. */
export async function loadTexts(area: TextArea): Promise<void> {
  const wanted = [area, ...alongWith[area]].filter((one) => !areas.has(one))
  if (wanted.length === 0) return
  await chosen
  let locale: Locale
  do {
    locale = localeState.locale
    await load(locale, wanted)
  } while (locale !== localeState.locale) // it was changed in the meantime
  for (const one of wanted) areas.add(one)
  localeState.areas = areas.size
}

/** The language that was chosen last; its texts may still be loading. */
let wanted: Locale

/**
 * Changes the language once its texts are loaded, unless another one was chosen in the meantime; fails without a network if they have never been loaded.
 */
export async function setLocale(locale: Locale): Promise<void> {
  wanted = locale
  let known: number
  do {
    known = areas.size
    await load(locale, areas)
  } while (areas.size > known) // a screen was opened in the meantime
  if (wanted !== locale) return
  localeState.locale = locale
  choose()
  document.documentElement.lang = locale
  writeStored(STORED, locale)
}

/** Loads the language for a visit that began with these parameters; without a network, the first of the other languages that was loaded before. */
export async function startLocale(search: string): Promise<void> {
  const wished = chooseLocale({
    search,
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
