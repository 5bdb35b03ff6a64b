import type { SentState } from '#domain/alerts/sent-notification.ts'
import { oneOf, searchOf } from '../../../api/read-fields.ts'
import { wordsOf } from '../../../api/words-of.ts'

const states = wordsOf<SentState>({ due: true, sent: true, failed: true, expired: true })

/** Reads from the address which messages to show. */
export const readSentSearch = searchOf({ state: oneOf(...states) })
