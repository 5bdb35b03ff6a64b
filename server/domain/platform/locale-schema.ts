import * as v from 'valibot'
import { locales } from './locale.ts'

/** Kept apart from the list of locales, which every first visit has to load. */
export const Locale = v.picklist(locales)
