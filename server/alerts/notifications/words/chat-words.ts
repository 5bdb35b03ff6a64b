import type { DeliveryToSend } from '../sending-queries.ts'
import { alarmPage } from './alarm-page.ts'
import { factsOf, isAboutAlarm, reasonsOf, titleOf } from './alarm-words.ts'
import { messageWords } from './message-words.ts'
import { seasonPage } from './season-notice-words.ts'

const BODY_LENGTH = 600

/** Returns the words of one delivery for a chat, in the recipient's language, and the page they are about. */
export function chatWords(
  delivery: DeliveryToSend,
  origin: string | undefined,
): { title: string; body: string; link: string | undefined } {
  const page = (path: string) => origin && `${origin}${path}`
  if (!isAboutAlarm(delivery)) {
    const { title, lines } = messageWords(delivery)
    return {
      title,
      body: lines.join('\n').slice(0, BODY_LENGTH),
      link: page(delivery.stage === 'season' ? seasonPage(delivery) : '/settings/notifications'),
    }
  }
  const body = [factsOf(delivery).join(' · '), ...reasonsOf(delivery)].join('\n').slice(0, BODY_LENGTH)
  return { title: titleOf(delivery), body, link: page(alarmPage(delivery)) }
}

/** The same as a single text, for services without a separate title and link. */
export const chatText = (words: ReturnType<typeof chatWords>): string =>
  [words.title, words.body, words.link].filter(Boolean).join('\n')
