import type { MessageFormatElement } from 'react-intl'
import type { Locale } from '#domain/platform/locale.ts'
import type { MessageId } from '../../locales/message-id.ts'
import type { TextArea } from './text-areas.ts'

export type Texts = Partial<Record<MessageId, MessageFormatElement[]>>
type Part = () => Promise<{ default: Texts }>

/** The texts in parts, each a file of its own that is loaded when it is asked for. */
export const textParts: Record<Locale, Record<TextArea, Part>> = {
  de: {
    first: () => import('virtual:messages/de/first'),
    screens: () => import('virtual:messages/de/screens'),
    shop: () => import('virtual:messages/de/shop'),
    administration: () => import('virtual:messages/de/administration'),
  },
  en: {
    first: () => import('virtual:messages/en/first'),
    screens: () => import('virtual:messages/en/screens'),
    shop: () => import('virtual:messages/en/shop'),
    administration: () => import('virtual:messages/en/administration'),
  },
  fr: {
    first: () => import('virtual:messages/fr/first'),
    screens: () => import('virtual:messages/fr/screens'),
    shop: () => import('virtual:messages/fr/shop'),
    administration: () => import('virtual:messages/fr/administration'),
  },
  es: {
    first: () => import('virtual:messages/es/first'),
    screens: () => import('virtual:messages/es/screens'),
    shop: () => import('virtual:messages/es/shop'),
    administration: () => import('virtual:messages/es/administration'),
  },
}
