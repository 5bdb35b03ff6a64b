import * as v from 'valibot'

export const locales = ['de', 'en', 'fr', 'es'] as const
export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>
export const DEFAULT_LOCALE: Locale = 'de'
