import { withColon } from '#domain/platform/bind-spaces.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { Site } from '../../../platform/http/site-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { alarmPage } from './alarm-page.ts'
import { factsOf, isAboutAlarm, reasonsOf, titleOf } from './alarm-words.ts'
import { messageWords } from './message-words.ts'
import { seasonPage } from './season-notice-words.ts'

export type MailText = { subject: string; text: string; html: string }

/** Returns the mail for one delivery, as text and as simple HTML, in the recipient's language. */
export function buildAlarmMail(delivery: DeliveryToSend, { origin, name }: Site): MailText {
  const { language } = delivery
  const page = isAboutAlarm(delivery)
    ? alarmPage(delivery)
    : delivery.stage === 'season'
      ? seasonPage(delivery)
      : delivery.stage === 'notice'
        ? '/dashboard'
        : '/settings/notifications'
  const { subject, lines } = wordsOf(delivery)
  const settings = translate(language, 'notification.mail.settings')
  const open = translate(language, 'notification.mail.open', { name })
  const link = origin && `${origin}${page}`
  const settingsLink = origin && `${origin}/settings/notifications`
  const text = [
    subject,
    '',
    ...lines,
    '',
    ...(link ? [`${withColon(language, open)} ${link}`] : []),
    ...(settingsLink ? [`${withColon(language, settings)} ${settingsLink}`, ''] : []),
  ].join('\n')
  const html = [
    '<!doctype html>',
    `<html lang="${language}"><body style="font-family:sans-serif">`,
    `<h1 style="font-size:20px">${escapeHtml(subject)}</h1>`,
    `<p>${lines.map(escapeHtml).join('<br>')}</p>`,
    ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>`] : []),
    ...(settingsLink
      ? [`<p style="color:#555"><a href="${escapeHtml(settingsLink)}">${escapeHtml(settings)}</a></p>`]
      : []),
    '</body></html>',
  ].join('\n')
  return { subject: oneLine(subject), text, html }
}

function wordsOf(delivery: DeliveryToSend): { subject: string; lines: string[] } {
  if (isAboutAlarm(delivery))
    return { subject: titleOf(delivery), lines: [...factsOf(delivery), ...reasonsOf(delivery)] }
  const { title, lines } = messageWords(delivery)
  return { subject: title, lines }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
