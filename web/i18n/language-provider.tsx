import { type ReactNode, useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { formatLocale, type Writer } from '#domain/platform/format-locale.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { IntlProvider } from './intl.tsx'
import { localeState, messagesOf } from './locale-state.ts'

/** The zone is looked up only where it matters: the first use of Intl is slow and would delay the start of the app. */
const deviceIn = (country: string | undefined): Writer => ({
  country,
  languages: navigator.languages,
  get timeZone() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  },
})

/** `country`: of the signed-in user. */
export const writer = proxy<{ country?: string | undefined }>({})

const writtenBy = (locale: Locale, country: string | undefined) => formatLocale(locale, deviceIn(country))

/** The locale in which numbers and dates are currently written, such as `de-CH`. */
export const writtenAs = (): string => writtenBy(localeState.locale, writer.country)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, areas } = useSnapshot(localeState)
  const { country } = useSnapshot(writer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another loaded area adds texts
  const messages = useMemo(() => messagesOf(locale), [locale, areas])
  return (
    <IntlProvider locale={writtenBy(locale, country)} messages={messages}>
      {children}
    </IntlProvider>
  )
}
