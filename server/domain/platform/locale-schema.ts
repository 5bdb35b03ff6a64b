import * as v from 'valibot'
import { locales } from './locale.ts'

/** Apart from the list, which each first visit needs. */
export const Locale = v.picklist(locales)
