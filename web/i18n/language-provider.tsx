import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { useSnapshot } from 'valtio'
import { localeState, messagesOf } from './locale-state.ts'

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale } = useSnapshot(localeState)
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)}>
      {children}
    </IntlProvider>
  )
}
