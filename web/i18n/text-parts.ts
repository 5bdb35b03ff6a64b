import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Locale } from '#domain/platform/locale.ts'
import type { MessageId } from '../../locales/message-id.ts'
import type { TextArea } from './text-areas.ts'

export type Texts = Partial<Record<MessageId, MessageFormatElement[]>>
type Part = () => Promise<{ default: Texts }>

/** The texts in parts, each a separate file that is loaded on demand. */
export const textParts: Record<Locale, Record<TextArea, Part>> = {
  de: {
    start: () => import('virtual:messages/de/start'),
    today: () => import('virtual:messages/de/today'),
    screens: () => import('virtual:messages/de/screens'),
    hives: () => import('virtual:messages/de/hives'),
    settings: () => import('virtual:messages/de/settings'),
    devices: () => import('virtual:messages/de/devices'),
    shop: () => import('virtual:messages/de/shop'),
    administration: () => import('virtual:messages/de/administration'),
  },
  en: {
    start: () => import('virtual:messages/en/start'),
    today: () => import('virtual:messages/en/today'),
    screens: () => import('virtual:messages/en/screens'),
    hives: () => import('virtual:messages/en/hives'),
    settings: () => import('virtual:messages/en/settings'),
    devices: () => import('virtual:messages/en/devices'),
    shop: () => import('virtual:messages/en/shop'),
    administration: () => import('virtual:messages/en/administration'),
  },
  fr: {
    start: () => import('virtual:messages/fr/start'),
    today: () => import('virtual:messages/fr/today'),
    screens: () => import('virtual:messages/fr/screens'),
    hives: () => import('virtual:messages/fr/hives'),
    settings: () => import('virtual:messages/fr/settings'),
    devices: () => import('virtual:messages/fr/devices'),
    shop: () => import('virtual:messages/fr/shop'),
    administration: () => import('virtual:messages/fr/administration'),
  },
  es: {
    start: () => import('virtual:messages/es/start'),
    today: () => import('virtual:messages/es/today'),
    screens: () => import('virtual:messages/es/screens'),
    hives: () => import('virtual:messages/es/hives'),
    settings: () => import('virtual:messages/es/settings'),
    devices: () => import('virtual:messages/es/devices'),
    shop: () => import('virtual:messages/es/shop'),
    administration: () => import('virtual:messages/es/administration'),
  },
}
