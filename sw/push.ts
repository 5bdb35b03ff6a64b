import { type PushMessage, readPushMessage } from '#domain/alerts/push-message.ts'
import { parseUrl } from '#domain/platform/parse-url.ts'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { plainWordsOf } from './plain-words.ts'
import { textsOf } from './texts.ts'

/** The options of a notification that the platform's types leave out. */
export type NotificationLook = NotificationOptions & {
  actions?: { action: string; title: string }[]
  renotify?: boolean
  timestamp?: number
}

/** What a click on the notification needs. */
export type NotificationPayload = { navigate: string; message: PushMessage['notification']['data'] | null }

/**
 * What is shown for one push: always something, as browsers end the subscription of an app that stays silent. Of a message
 * that a later server wrote, with a type or an action unknown here, its title and text; without any, a general hint.
 */
export function notificationOf(text: string | undefined, device: DeviceAccount | undefined, navigatorLanguage: string) {
  const message = text === undefined ? undefined : readPushMessage(text)
  const icons = { icon: `/icons/${device?.variant ?? 'hivewatch'}-192.png`, badge: '/icons/badge-96.png' }
  if (!message) {
    const { lang, texts } = textsOf(device?.locale ?? navigatorLanguage)
    const words = plainWordsOf(text)
    const data: NotificationPayload = { navigate: pageOf(words?.navigate ?? '/dashboard'), message: null }
    const tag = words?.tag ?? 'unreadable'
    const body = words ? words.body : texts['worker.unreadableBody']
    const look: NotificationLook = {
      ...icons,
      ...(!words && { lang }),
      ...(body && { body }),
      tag,
      renotify: true,
      data,
    }
    return { title: words?.title ?? texts['worker.unreadableTitle'], look, badge: undefined, receipt: words?.receipt }
  }
  const { title, body, tag, lang, navigate, silent = false, data, actions } = message.notification
  const payload: NotificationPayload = { navigate: pageOf(navigate), message: data }
  const time = Date.parse(data.time)
  const look: NotificationLook = {
    ...icons,
    body,
    tag,
    lang,
    silent,
    renotify: !silent,
    actions,
    data: payload,
    ...(Number.isFinite(time) && { timestamp: time }),
  }
  return { title, look, badge: badgeCount(message.app_badge), receipt: message.receipt }
}

/** The server names a page by its public address; this device may know the app by another host name. */
function pageOf(navigate: string): string {
  const url = parseUrl(navigate)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : navigate
}

function badgeCount(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** `fault`: why only plain words were shown. */
export type PushShown = { receipt: string | undefined; fault: unknown }

type Shows = Pick<ServiceWorkerRegistration, 'showNotification'>

/**
 * Shows a push and sets the app's badge, where there is one. Whatever fails on the way, in this code or in the browser, the
 * message is shown in plain words; what failed is returned, with the receipt that came along.
 */
export async function showPush(
  event: { data: { text(): string } | null },
  registration: Shows,
  navigator: Pick<WorkerNavigator, 'language'> & Partial<Pick<WorkerNavigator, 'setAppBadge'>>,
  device: Promise<DeviceAccount | undefined>,
): Promise<PushShown> {
  let text: string | undefined
  let known: DeviceAccount | undefined
  try {
    // a store that fails says only whose device this is
    known = await device.catch(() => undefined)
    text = event.data?.text()
    const { title, look, badge, receipt } = notificationOf(text, known, navigator.language)
    await registration.showNotification(title, look)
    // a badge that is refused, or never set, holds up nothing
    if (badge !== undefined) void navigator.setAppBadge?.(badge).catch(() => undefined)
    return { receipt, fault: undefined }
  } catch (fault) {
    await showPlainly(text, registration, known)
    return { receipt: plainWordsOf(text)?.receipt, fault }
  }
}

/** The last resort: nothing in it but words, and not even a tag where the browser refuses that. */
async function showPlainly(
  text: string | undefined,
  registration: Shows,
  known: DeviceAccount | undefined,
): Promise<void> {
  const name = known?.variant === 'biovet' ? 'BioVet' : 'HiveWatch'
  const { title = name, body = '', tag = 'unreadable' } = plainWordsOf(text) ?? {}
  try {
    await registration.showNotification(title, { body, tag })
  } catch {
    await registration.showNotification(title, { body })
  }
}
