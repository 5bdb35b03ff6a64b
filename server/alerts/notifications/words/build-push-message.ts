import type { Alarm } from '#domain/alerts/alarm.ts'
import { PUSH_PAYLOAD_MAXIMUM_BYTES, type PushMessage } from '#domain/alerts/push-message.ts'
import { ABOUT_SCALES } from '#domain/alerts/stopped-scales.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Site } from '../../../platform/http/site-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { alarmPage } from './alarm-page.ts'
import { type AlarmDelivery, factsOf, isAboutAlarm, isNamed, reasonsOf, rings, titleOf } from './alarm-words.ts'
import { messageWords, troubleOf } from './message-words.ts'
import { seasonPage } from './season-notice-words.ts'

const BODY_LENGTH = 600
/** The most that JSON takes for one character, as a pair of escapes. */
const CHARACTER_BYTES = 12

/**
 * The same for all messages of one type about one scale or transmitter: a later one replaces what still waits. A confirmed swarm
 * keeps its place when the hive loses weight again, robbing does when it gains some, and so do several silent scales when their transmitter or others fall silent.
 */
export function topicOf(
  delivery: Pick<
    DeliveryToSend,
    | 'alarm_id'
    | 'scale_id'
    | 'controller_id'
    | 'type'
    | 'stage'
    | 'notice_id'
    | 'rule_id'
    | 'season_notice_id'
    | 'weight_change_grams'
    | 'why'
    | 'is_after_swarm'
  >,
) {
  if (delivery.stage === 'notice') return `notice-${delivery.notice_id}`
  if (delivery.stage === 'season') return `season-${delivery.season_notice_id}`
  if (delivery.alarm_id === null) return delivery.stage
  // shown next to an alarm that is ringing, not in its place
  if (delivery.stage === 'reminded') return `after-${delivery.alarm_id}`
  if (delivery.why?.includes(ABOUT_SCALES)) return `scales-${delivery.alarm_id}`
  const place = delivery.scale_id === null ? `c${delivery.controller_id}` : `s${delivery.scale_id}`
  // rules of the same hive do not replace each other
  if (delivery.type === 'rule') return `${place}-${delivery.rule_id?.slice(0, 8)}`
  if (delivery.is_after_swarm) return `after-swarm-${delivery.alarm_id}`
  if (delivery.type === 'activity' && (delivery.weight_change_grams ?? 0) > 0) return `${place}-gain`
  return `${place}-${delivery.type}`
}

export type PushSurroundings = {
  openAlarms: number
  nowMs: number
  /** Where the app is reached; `name` is that of the variant there. */
  site: Site
  /** Whether quiet hours are in effect at the recipient. */
  isQuietThere?: boolean
  receipt?: string
}

/**
 * Returns the JSON of one push in the recipient's language, silent unless the alarm rings. A
 * browser may show it without our worker, so all its links and images need absolute URLs. Only what fits into a push message is told: its
 * words are cut, as of several scales whose long names are written in three bytes a letter.
 */
export function buildPushMessage(
  delivery: DeliveryToSend,
  { openAlarms, nowMs, site, isQuietThere = false, receipt }: PushSurroundings,
): PushMessage {
  const origin = site.origin ?? ''
  const { title, body, navigate, isQuiet, data, actions } = partsOf(delivery, nowMs, isQuietThere)
  const asked = receipt === undefined ? {} : { mutable: true }
  const message: PushMessage = {
    web_push: 8030,
    notification: {
      title,
      body: body.slice(0, BODY_LENGTH),
      tag: topicOf(delivery),
      lang: delivery.language,
      navigate: origin + navigate,
      icon: `${origin}/icons/${site.name.toLowerCase()}-192.png`,
      ...(isQuiet || isQuietThere ? { silent: true } : {}),
      ...asked,
      app_badge: openAlarms,
      data: { ...data, ...defined({ receipt }) },
      actions: actions.map((action) => ({ ...action, navigate: origin + action.navigate })),
    },
    ...asked,
    app_badge: openAlarms,
    ...defined({ receipt }),
  }
  const characters = [...message.notification.body]
  for (let over = bytesOver(message); over > 0 && characters.length > 0; over = bytesOver(message)) {
    characters.length = Math.max(0, characters.length - Math.ceil(over / CHARACTER_BYTES))
    message.notification.body = characters.join('')
  }
  return message
}

const bytesOver = (message: PushMessage): number =>
  Buffer.byteLength(JSON.stringify(message)) - PUSH_PAYLOAD_MAXIMUM_BYTES

type Parts = Pick<PushMessage['notification'], 'title' | 'body' | 'navigate' | 'data'> & {
  isQuiet: boolean
  actions: { action: 'mute1h' | 'open'; title: string; navigate: string }[]
}

function partsOf(delivery: DeliveryToSend, nowMs: number, isQuietThere: boolean): Parts {
  if (!isAboutAlarm(delivery)) return messageParts(delivery, nowMs)
  return delivery.stage === 'reminded' ? reminderParts(delivery, nowMs) : alarmParts(delivery, isQuietThere)
}

function messageParts(delivery: DeliveryToSend, nowMs: number): Parts {
  const { title, lines } = messageWords(delivery)
  const isOfSeason = delivery.stage === 'season'
  const isAboutChannel = troubleOf(delivery) !== undefined
  return {
    title,
    body: lines.join('\n'),
    navigate: isAboutChannel ? '/settings/notifications' : isOfSeason ? seasonPage(delivery) : '/dashboard',
    // it can wait until somebody looks
    isQuiet: isOfSeason,
    data: { alarmId: null, type: null, scaleId: null, controllerId: null, time: new Date(nowMs).toISOString() },
    actions: [],
  }
}

/** Returns a reminder of what follows an alarm; the alarm itself keeps its own notification. */
function reminderParts(delivery: AlarmDelivery, nowMs: number): Parts {
  const { controller_id: controllerId, scale_id: scaleId, language } = delivery
  const navigate = alarmPage(delivery)
  return {
    title: titleOf(delivery),
    body: [...reasonsOf(delivery), ...factsOf(delivery)].join('\n'),
    navigate,
    isQuiet: true,
    data: { alarmId: null, type: null, scaleId, controllerId, time: new Date(nowMs).toISOString(), mayVisit: true },
    actions: [{ action: 'open', title: translate(language, 'notification.push.open'), navigate }],
  }
}

function alarmParts(delivery: AlarmDelivery, isQuietThere: boolean): Parts {
  const { language, stage } = delivery
  const navigate = alarmPage(delivery)
  const alarm = alarmOf(delivery)
  return {
    title: titleOf(delivery),
    body: [factsOf(delivery).join(' · '), ...reasonsOf(delivery)].join('\n'),
    navigate,
    isQuiet: stage !== 'rang' || !rings(delivery) || isNamed(delivery),
    data: {
      alarmId: alarm.id,
      type: alarm.type,
      scaleId: alarm.scaleId,
      controllerId: alarm.controllerId,
      time: alarm.detectedAt,
      alarm,
      ...(stage === 'confirmed' && rings(delivery) && !isQuietThere ? { ringsIfNew: true } : {}),
      ...(stage === 'closed' ? { isOver: true } : {}),
      ...(stage !== 'closed' && alarm.scaleId !== null && delivery.owner_id === delivery.account_id
        ? { mayVisit: true }
        : {}),
    },
    actions:
      stage === 'closed'
        ? []
        : [
            // if the browser follows the link itself, it leads to the button that mutes
            {
              action: 'mute1h',
              title: translate(language, 'notification.push.mute1h'),
              navigate: `/dashboard?alarm=${alarm.id}`,
            },
            { action: 'open', title: translate(language, 'notification.push.open'), navigate },
          ],
  }
}

const alarmOf = ({ alarm_id, ...row }: AlarmDelivery): Alarm => toAlarm({ ...row, id: alarm_id })
