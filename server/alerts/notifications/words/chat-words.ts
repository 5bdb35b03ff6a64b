import type { DeliveryToSend } from '../sending-queries.ts'
import { alarmPage } from './alarm-page.ts'
import { factsOf, isAboutAlarm, reasonsOf, titleOf } from './alarm-words.ts'
import { messageWords } from './message-words.ts'
import { seasonPage } from './season-notice-words.ts'

const BODY_LENGTH = 600

/** The words of one delivery for a chat, in the language of who gets it, and the page that they are about. */
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

/** The same as one text, where there is no title and no link of its own. */
export const chatText = (words: ReturnType<typeof chatWords>): string =>
  [words.title, words.body, words.link].filter(Boolean).join('\n')
