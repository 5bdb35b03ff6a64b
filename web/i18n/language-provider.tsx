import { type ReactNode, useMemo } from 'react'
import { IntlProvider } from 'react-intl'
import { useSnapshot } from 'valtio'
import { formatLocale } from './format-locale.ts'
import { localeState, messagesOf } from './locale-state.ts'

const device = {
  languages: navigator.languages,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, areas } = useSnapshot(localeState)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another area there are more texts
  const messages = useMemo(() => messagesOf(locale), [locale, areas])
  return (
    <IntlProvider locale={formatLocale(locale, device)} messages={messages}>
      {children}
    </IntlProvider>
  )
}
