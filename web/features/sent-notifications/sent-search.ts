import * as v from 'valibot'
import { SentState } from '#domain/sent-notification.ts'

/** Which messages the address asks for. */
export const SentSearch = v.object({ state: v.fallback(v.optional(SentState), undefined) })
