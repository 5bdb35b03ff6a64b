import type { SafeAnswer } from './safe-fetch.ts'

const REASON_LENGTH = 160

/** Why a service took nothing: its status, and what else it said. A page for browsers says nothing to who reads it as text. */
export function answerReason({ status, text }: Pick<SafeAnswer, 'status' | 'text'>): string {
  const words = text.replace(/\s+/g, ' ').trim()
  return `HTTP ${status}${words && !words.startsWith('<') ? `: ${words}` : ''}`.slice(0, REASON_LENGTH)
}
