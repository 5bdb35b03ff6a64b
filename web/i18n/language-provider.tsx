import { type ReactNode, useMemo } from 'react'
import { IntlProvider } from 'react-intl'
import { proxy, useSnapshot } from 'valtio'
import { formatLocale } from '#domain/platform/format-locale.ts'
import { localeState, messagesOf } from './locale-state.ts'

const device = {
  languages: navigator.languages,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** `country`: of who is signed in. */
export const writer = proxy<{ country?: string | undefined }>({})

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, areas } = useSnapshot(localeState)
  const { country } = useSnapshot(writer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another area there are more texts
  const messages = useMemo(() => messagesOf(locale), [locale, areas])
  return (
    <IntlProvider locale={formatLocale(locale, { ...device, country })} messages={messages}>
      {children}
    </IntlProvider>
  )
}
