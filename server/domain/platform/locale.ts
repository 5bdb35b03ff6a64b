export const locales = ['de', 'en', 'fr', 'es'] as const
export type Locale = (typeof locales)[number]
export const DEFAULT_LOCALE: Locale = 'de'
