import * as v from 'valibot'
import type { SentState } from '#domain/alerts/sent-notification.ts'
import { wordsOf } from '../../../api/words-of.ts'

const states = wordsOf<SentState>({ due: true, sent: true, failed: true, expired: true })

/** Which messages the address asks for. */
export const SentSearch = v.object({ state: v.fallback(v.optional(v.picklist(states)), undefined) })
