import { fitSmsNames, smsFit, smsName, toSmsCharacters } from '#domain/alerts/sms-text.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { type AlarmDelivery, isAboutAlarm, outerFactsOf, titleOf } from './alarm-words.ts'
import type { DeliveryToSend } from './sending-queries.ts'

/** The one SMS of a delivery, in the language of who gets it: names are cut where they must be, what happened never is. */
export function buildSms(delivery: DeliveryToSend, publicUrl: string | undefined): string {
  const { language } = delivery
  if (isAboutAlarm(delivery)) return alarmSms(delivery, publicUrl)
  if (delivery.stage === 'notice') return delivery.notice_text ?? ''
  return toSmsCharacters(
    `HiveWatch: ${translate(language, 'notification.push.test')}. ${translate(language, 'notification.push.test_body')}`,
  )
}

/** The SMS that brings the code of a number. */
export const buildCodeSms = ({ language }: Pick<DeliveryToSend, 'language'>, code: string): string =>
  toSmsCharacters(translate(language, 'notification.sms.code', { code }))

function alarmSms(delivery: AlarmDelivery, publicUrl: string | undefined): string {
  const compose = ([controller_name = '', scale_name = '']: readonly string[]) => {
    const named = { ...delivery, controller_name, scale_name: delivery.scale_name === null ? null : scale_name }
    const title = titleOf(named)
    return `${title}${title.endsWith('?') ? '' : ','} ${outerFactsOf(named).join(', ')}`
  }
  const names = [delivery.controller_name, delivery.scale_name ?? '']
  if (publicUrl) {
    const withLink = toSmsCharacters(`${compose(names.map(smsName))} ${publicUrl}/dashboard?alarm=${delivery.alarm_id}`)
    if (smsFit(withLink).fits) return withLink
  }
  return fitSmsNames(names, compose)
}
