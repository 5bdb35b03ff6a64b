import type { PushMessage } from '#domain/alerts/push-message.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { alarmPage } from './alarm-page.ts'
import { factsOf, isAboutAlarm, reasonsOf, rings, titleOf } from './alarm-words.ts'
import { messageWords } from './message-words.ts'
import type { DeliveryToSend } from './sending-queries.ts'

const BODY_LENGTH = 600

/** The same for all messages about one scale, or transmitter, and type: a later one replaces what still waits. */
export function topicOf(
  delivery: Pick<DeliveryToSend, 'alarm_id' | 'scale_id' | 'controller_id' | 'type' | 'stage' | 'notice_id'>,
) {
  if (delivery.stage === 'notice') return `notice-${delivery.notice_id}`
  if (delivery.alarm_id === null) return delivery.stage
  const place = delivery.scale_id === null ? `c${delivery.controller_id}` : `s${delivery.scale_id}`
  return `${place}-${delivery.type}`
}

export type PushSurroundings = {
  openAlarms: number
  nowMs: number
  origin: string | undefined
  /** Quiet hours hold where it goes. */
  isQuietThere?: boolean
  receipt?: string
}

/**
 * The JSON of one push, in the language of who gets it. Quiet unless the alarm rings. Where a browser shows it without our
 * worker, the page it leads to needs a whole address.
 */
export function buildPushMessage(
  delivery: DeliveryToSend,
  { openAlarms, nowMs, origin = '', isQuietThere = false, receipt }: PushSurroundings,
): PushMessage {
  const { language } = delivery
  const tag = topicOf(delivery)
  const badge = { app_badge: String(openAlarms), ...(receipt === undefined ? {} : { mutable: true, receipt }) }
  if (!isAboutAlarm(delivery)) {
    const { title, lines } = messageWords(delivery)
    return {
      web_push: 8030,
      notification: {
        title,
        body: lines.join('\n').slice(0, BODY_LENGTH),
        tag,
        lang: language,
        navigate:
          origin +
          (delivery.stage === 'ended' || delivery.stage === 'unshown' ? '/settings/notifications' : '/dashboard'),
        ...(isQuietThere ? { silent: true } : {}),
        data: { alarmId: null, type: null, scaleId: null, controllerId: null, time: new Date(nowMs).toISOString() },
        actions: [],
      },
      ...badge,
    }
  }
  const { alarm_id, type, scale_id, controller_id, detected_at } = delivery
  const isQuiet = isQuietThere || delivery.stage !== 'rang' || !rings(delivery)
  return {
    web_push: 8030,
    notification: {
      title: titleOf(delivery),
      body: [factsOf(delivery).join(' · '), ...reasonsOf(delivery)].join('\n').slice(0, BODY_LENGTH),
      tag,
      lang: language,
      navigate: origin + alarmPage(delivery),
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
