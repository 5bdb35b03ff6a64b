import { type KeptPush, type PushMessage, readPushMessage } from '#domain/alerts/push-message.ts'
import { parseUrl } from '#domain/platform/parse-url.ts'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { plainWordsOf } from './plain-words.ts'
import { textsOf } from './texts.ts'

/** Notification options, including those missing from the platform's types. */
export type NotificationLook = NotificationOptions & {
  actions?: { action: string; title: string; navigate?: string | undefined }[]
  navigate?: string
  renotify?: boolean
  timestamp?: number
}

/** The data that a click on the notification needs. */
export type NotificationPayload = {
  navigate: string
  title?: string
  message: PushMessage['notification']['data'] | null
}

/** `kept`: its content to store, if it is about an alarm. `isOver`, `ringsIfNew`: see `PushMessage`. */
export type Shown = {
  title: string
  look: NotificationLook & { data: NotificationPayload }
  badge: number | undefined
  receipt: string | undefined
  kept: Omit<KeptPush, 'shownAt'> | undefined
  isOver: boolean
  ringsIfNew: boolean
}

/**
 * Returns what to show for a push: always something, because browsers end the subscription of an app that stays silent. For a message of a
 * later server with an unknown type or action, its title and text; without those, a general hint.
 */
export function notificationOf(
  text: string | undefined,
  device: DeviceAccount | undefined,
  navigatorLanguage: string,
): Shown {
  const message = text === undefined ? undefined : readPushMessage(text)
  const icons = { icon: `/icons/${device?.variant ?? 'hivewatch'}-192.png`, badge: '/icons/badge-96.png' }
  if (!message)
    return { ...plainNotification(text, device?.locale ?? navigatorLanguage, icons), isOver: false, ringsIfNew: false }
  const { title, body, tag, lang, navigate, silent = false, data, actions } = message.notification
  const payload = { navigate: pageOf(navigate), title, message: data }
  const time = Date.parse(data.time)
  const { alarmId, alarm = null, isOver = false, ringsIfNew = false, mayVisit = false, controllerId } = data
  // a phone shows two actions, and a tap next to them opens the page
  const visit = {
    action: 'visit',
    title: textsOf(lang).texts['worker.visit'],
    navigate: `${parseUrl(navigate)?.origin ?? ''}/visit?at=${controllerId}&begin=true`,
  }
  return {
    title,
    look: {
      ...icons,
      body,
      tag,
      lang,
      silent,
      renotify: !silent,
      actions: mayVisit ? [...actions.slice(0, 1), visit, ...actions.slice(1)] : actions,
      data: payload,
      ...(Number.isFinite(time) && { timestamp: time }),
    },
    badge: message.app_badge,
    receipt: message.receipt,
    kept: alarmId === null ? undefined : { alarmId, title, body, alarm },
    isOver,
    ringsIfNew,
  }
}

function plainNotification(text: string | undefined, language: string, icons: NotificationLook) {
  const { lang, texts } = textsOf(language)
  const words = plainWordsOf(text)
  const title = words?.title ?? texts['worker.unreadableTitle']
  const body = words ? (words.body ?? '') : texts['worker.unreadableBody']
  const navigate = pageOf(words?.navigate ?? '/dashboard')
  const alarmId = Number(parseUrl(navigate, 'https://app.invalid')?.searchParams.get('alarm'))
  return {
    title,
    look: {
      ...icons,
      ...(!words && { lang }),
      ...(body && { body }),
      tag: words?.tag ?? 'unreadable',
      renotify: true,
      data: { navigate, title, message: null },
    },
    badge: undefined,
    receipt: words?.receipt,
    kept: Number.isSafeInteger(alarmId) && alarmId > 0 ? { alarmId, title, body, alarm: null } : undefined,
  }
}

/** The server names a page by its public URL; this device may know the app under another host name. */
function pageOf(navigate: string): string {
  const url = parseUrl(navigate)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : navigate
}
