import { translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { seasonNoticeWords } from './season-notice-words.ts'

const channelTroubles = ['ended', 'refused', 'unshown'] as const
/** What is wrong with a channel: its address is gone, it refuses alarms, or it accepts them but does not show them. */
export type ChannelTrouble = (typeof channelTroubles)[number]

/** Returns what a message on one channel says is wrong with another; undefined if it is about something else. */
export const troubleOf = ({ stage }: Pick<DeliveryToSend, 'stage'>): ChannelTrouble | undefined =>
  channelTroubles.find((trouble) => trouble === stage)

/** Returns the words of a message that is not about an alarm: text written to customers, or else words in the recipient's language. */
export function messageWords(delivery: DeliveryToSend): { title: string; lines: string[] } {
  const { stage, language, notice_subject: subject, notice_text: text } = delivery
  if (stage === 'season') return seasonNoticeWords(delivery)
  if (stage === 'notice') return { title: subject ?? '', lines: (text ?? '').split('\n') }
  const kind = troubleOf(delivery) ?? 'test'
  return {
    title: translate(language, `notification.push.${kind}`),
    lines: [translate(language, `notification.push.${kind}_body`)],
  }
}
