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
/** Before the first language is chosen nobody knows in which one to bring texts. */
const chosen = new Promise<void>((resolve) => {
  choose = resolve
})

/** The language of the screens and of the answers of the API; it outlives a sign-out. `areas`: how much of it is loaded. */
export const localeState = proxy<{ locale: Locale; areas: number }>({ locale: DEFAULT_LOCALE, areas: 0 })

/** The texts of a language, as far as screens asked for them. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`the texts of ${locale} are not loaded`)
  return messages as Messages
}

async function load(locale: Locale, wanted: Iterable<TextArea>): Promise<void> {
  const texts = await Promise.all([...wanted].map(async (area) => (await textParts[locale][area]()).default))
  // what is being drawn finds them where it looks already; what was drawn is told by another object
  const known: Texts = Object.assign(loaded.get(locale) ?? {}, ...texts)
  loaded.set(locale, { ...known })
}

/** Brings the texts of an area and of what comes along with it, in the present language and in whichever is chosen later. */
export async function loadTexts(area: TextArea): Promise<void> {
  const wanted = [area, ...alongWith[area]].filter((one) => !areas.has(one))
  if (wanted.length === 0) return
  await chosen
  let locale: Locale
  do {
    locale = localeState.locale
    await load(locale, wanted)
  } while (locale !== localeState.locale) // it was changed meanwhile
  for (const one of wanted) areas.add(one)
  localeState.areas = areas.size
}

/** Changes the language once its texts are there; fails without a network where they were never loaded. */
export async function setLocale(locale: Locale): Promise<void> {
  let known: number
  do {
    known = areas.size
    await load(locale, areas)
  } while (areas.size > known) // a screen was opened meanwhile
  localeState.locale = locale
  choose()
  document.documentElement.lang = locale
  writeStored(STORED, locale)
}

/** Loads the language that fits a visit that began with these parameters; without a network the first of the others that was loaded before. */
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
