import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { MessageId } from '../../locales/message-id.ts'
import { createIntl, type IntlShape, type RichValues } from './create-intl.ts'
import type { Texts } from './text-parts.ts'

const IntlContext = createContext<IntlShape | undefined>(undefined)

export function IntlProvider(props: {
  locale: string
  messages?: Texts
  timeZone?: string | undefined
  children: ReactNode
}) {
  const { locale, messages, timeZone, children } = props
  const intl = useMemo(() => createIntl({ locale, messages, timeZone }), [locale, messages, timeZone])
  return <IntlContext value={intl}>{children}</IntlContext>
}

export function useIntl(): IntlShape {
  const intl = useContext(IntlContext)
  if (!intl) throw new Error('there is no IntlProvider around it')
  return intl
}

export function FormattedMessage({ id, values }: { id: MessageId; values?: RichValues }) {
  return useIntl().formatMessage({ id }, values ?? {})
}

export function FormattedNumber({ value, ...options }: { value: number } & Intl.NumberFormatOptions) {
  return useIntl().formatNumber(value, options)
}

type Dated = { value: Date | number | string } & Intl.DateTimeFormatOptions

export function FormattedDate({ value, ...options }: Dated) {
  return useIntl().formatDate(value, options)
}
