import { type PushMessage, readPushMessage } from '#domain/push-message.ts'
import type { DeviceAccount } from '#domain/worker-message.ts'
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
 * What is shown for one push: always something, as browsers end the subscription of an app that stays silent. A message
 * that cannot be read is a general hint to look into the app.
 */
export function notificationOf(text: string | undefined, device: DeviceAccount | undefined, navigatorLanguage: string) {
  const message = text === undefined ? undefined : readPushMessage(text)
  const icons = { icon: `/icons/${device?.variant ?? 'hivewatch'}-192.png`, badge: '/icons/badge-96.png' }
  if (!message) {
    const { lang, texts } = textsOf(device?.locale ?? navigatorLanguage)
    const data: NotificationPayload = { navigate: '/dashboard', message: null }
    const look: NotificationLook = { ...icons, lang, body: texts['worker.unreadableBody'], tag: 'unreadable', data }
    return { title: texts['worker.unreadableTitle'], look, badge: undefined }
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
  return { title, look, badge: badgeCount(message.app_badge) }
}

/** The server names a page by its public address; this device may know the app by another host name. */
function pageOf(navigate: string): string {
  const url = URL.parse(navigate)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : navigate
}

function badgeCount(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** Shows a push, also when the store cannot be read, and sets the app's badge, where there is one. */
export async function showPush(
  event: { data: { text(): string } | null },
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  navigator: Pick<WorkerNavigator, 'language'> & Partial<Pick<WorkerNavigator, 'setAppBadge'>>,
  device: Promise<DeviceAccount | undefined>,
): Promise<void> {
  const known = await device.catch(() => undefined)
  const { title, look, badge } = notificationOf(event.data?.text(), known, navigator.language)
  await registration.showNotification(title, look)
  if (badge !== undefined) await navigator.setAppBadge?.(badge)
}
