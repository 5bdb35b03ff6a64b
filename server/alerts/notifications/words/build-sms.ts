import { fitSmsNames, smsFit, smsName, toSmsCharacters } from '#domain/alerts/sms-text.ts'
import type { Site } from '../../../platform/http/site-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { type AlarmDelivery, isAboutAlarm, outerFactsOf, titleOf } from './alarm-words.ts'
import { remindersOf } from './reminder-words.ts'

/** Returns the single SMS of a delivery in the recipient's language: names are cut if necessary, what happened never is. */
export function buildSms(delivery: DeliveryToSend, { origin, name }: Site): string {
  const { language } = delivery
  if (isAboutAlarm(delivery)) return alarmSms(delivery, origin)
  if (delivery.stage === 'notice') return delivery.notice_text ?? ''
  return toSmsCharacters(
    `${name}: ${translate(language, 'notification.push.test')}. ${translate(language, 'notification.push.test_body')}`,
  )
}

/** Returns the SMS with a number's confirmation code. */
export const buildCodeSms = (
  { language }: Pick<DeliveryToSend, 'language'>,
  code: string,
  { name }: Pick<Site, 'name'>,
): string => toSmsCharacters(translate(language, 'notification.sms.code', { code, name }))

function alarmSms(delivery: AlarmDelivery, origin: string | undefined): string {
  if (delivery.stage === 'reminded') return reminderSms(delivery)
  const compose = ([controller_name = '', scale_name = '']: readonly string[]) => {
    const named = { ...delivery, controller_name, scale_name: delivery.scale_name === null ? null : scale_name }
    const title = titleOf(named)
    return `${title}${title.endsWith('?') ? '' : ','} ${outerFactsOf(named).join(', ')}`
  }
  const names = [delivery.controller_name, delivery.scale_name ?? '']
  if (origin) {
    const withLink = toSmsCharacters(`${compose(names.map(smsName))} ${origin}/dashboard?alarm=${delivery.alarm_id}`)
    if (smsFit(withLink).fits) return withLink
  }
  return fitSmsNames(names, compose)
}

/** Lists everything that is to be done if it fits; otherwise says only that there is something, to be seen in the app. */
function reminderSms(delivery: AlarmDelivery): string {
  const title = (name: string) => titleOf({ ...delivery, controller_name: name, scale_name: name })
  const whole = toSmsCharacters(`${title(smsName(delivery.scale_name ?? ''))}: ${remindersOf(delivery).join(' ')}`)
  if (smsFit(whole).fits) return whole
  return fitSmsNames([delivery.scale_name ?? ''], ([name = '']) => title(name))
}
