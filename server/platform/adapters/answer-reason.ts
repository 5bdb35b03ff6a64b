import type { SafeAnswer } from './safe-fetch.ts'

const REASON_LENGTH = 160

/** Why a service rejected something: its status and the text of its answer. HTML pages are left out, as they are unreadable as text. */
export function answerReason({ status, text }: Pick<SafeAnswer, 'status' | 'text'>): string {
  const words = text.replace(/\s+/g, ' ').trim()
  return `HTTP ${status}${words && !words.startsWith('<') ? `: ${words}` : ''}`.slice(0, REASON_LENGTH)
}
