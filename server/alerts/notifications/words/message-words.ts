import { translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { seasonNoticeWords } from './season-notice-words.ts'

/** The words of a message that is about no alarm: what somebody wrote to customers, else in the language of who gets it. */
export function messageWords(delivery: DeliveryToSend): { title: string; lines: string[] } {
  const { stage, language, notice_subject: subject, notice_text: text } = delivery
  if (stage === 'season') return seasonNoticeWords(delivery)
  if (stage === 'notice') return { title: subject ?? '', lines: (text ?? '').split('\n') }
  const kind = stage === 'ended' || stage === 'refused' || stage === 'unshown' ? stage : 'test'
  return {
    title: translate(language, `notification.push.${kind}`),
    lines: [translate(language, `notification.push.${kind}_body`)],
  }
}
