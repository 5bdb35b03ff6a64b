import type { PushMessage } from '#domain/push-message.ts'
import { translate } from '../platform/translate.ts'
import { factsOf, isAboutAlarm, reasonsOf, rings, titleOf } from './alarm-words.ts'
import type { DeliveryToSend } from './sending-queries.ts'

const BODY_LENGTH = 600

/** The same for all messages about one scale, or transmitter, and type: a later one replaces what still waits. */
export function topicOf(delivery: Pick<DeliveryToSend, 'alarm_id' | 'scale_id' | 'controller_id' | 'type' | 'stage'>) {
  if (delivery.alarm_id === null) return delivery.stage
  const place = delivery.scale_id === null ? `c${delivery.controller_id}` : `s${delivery.scale_id}`
  return `${place}-${delivery.type}`
}

/** The JSON of one push, in the language of who gets it. Quiet unless the alarm rings. */
export function buildPushMessage(delivery: DeliveryToSend, openAlarms: number, nowMs: number): PushMessage {
  const { language } = delivery
  const tag = topicOf(delivery)
  const badge = { app_badge: String(openAlarms) }
  if (!isAboutAlarm(delivery)) {
    const kind = delivery.stage === 'ended' ? 'ended' : 'test'
    return {
      web_push: 8030,
      notification: {
        title: translate(language, `notification.push.${kind}`),
        body: translate(language, `notification.push.${kind}_body`),
        tag,
        lang: language,
        navigate: kind === 'ended' ? '/settings/notifications' : '/dashboard',
        data: { alarmId: null, type: null, scaleId: null, controllerId: null, time: new Date(nowMs).toISOString() },
        actions: [],
      },
      ...badge,
    }
  }
  const { alarm_id, type, scale_id, controller_id, detected_at } = delivery
  const isQuiet = delivery.stage !== 'rang' || !rings(delivery)
  return {
    web_push: 8030,
    notification: {
      title: titleOf(delivery),
      body: [factsOf(delivery).join(' · '), ...reasonsOf(delivery)].join('\n').slice(0, BODY_LENGTH),
      tag,
      lang: language,
      navigate: `/dashboard?alarm=${alarm_id}`,
      ...(isQuiet ? { silent: true } : {}),
      data: {
        alarmId: alarm_id,
        type,
        scaleId: scale_id,
        controllerId: controller_id,
        time: new Date(detected_at * 1000).toISOString(),
      },
      actions: [
        { action: 'mute1h', title: translate(language, 'notification.push.mute1h') },
        { action: 'open', title: translate(language, 'notification.push.open') },
      ],
    },
    ...badge,
  }
}
