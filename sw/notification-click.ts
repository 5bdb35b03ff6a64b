import { HOUR_MS } from '#domain/platform/durations.ts'
import { parseUrl } from '#domain/platform/parse-url.ts'
import type { ChangeOutcome, DeviceAccount, OutboxChange } from '#domain/platform/worker-message.ts'
import type { NotificationLook, NotificationPayload } from './push.ts'
import { textsOf } from './texts.ts'

const START = '/dashboard'

export type ClickDeps = {
  origin: string
  clients: Pick<Clients, 'matchAll' | 'openWindow'>
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  device: () => Promise<DeviceAccount | undefined>
  queue: (change: OutboxChange, locale: string) => Promise<ChangeOutcome>
  /** Asks an open window to go to a page itself; resolves to whether it does. */
  lead: (window: WindowClient, path: string, title: string) => Promise<boolean>
  now: () => number
  uuid: () => string
}

type Click = { action: string; notification: Pick<Notification, 'data' | 'close'> }

/**
 * "Mute 1 h" mutes and "I am there" starts a visit, both through the outbox, so that they also work without a network; a refusal is shown
 * as a notification. Any other tap leads to the page of the alarm, which offers the same choices.
 */
export async function answerNotificationClick({ action, notification }: Click, deps: ClickDeps): Promise<void> {
  const payload = notification.data as NotificationPayload | null
  notification.close()
  const title = payload?.title ?? ''
  const visit = action === 'visit' ? beginVisit(payload, deps) : undefined
  const change = action === 'mute1h' ? muteForAnHour(payload, deps) : visit
  // a plain tap needs no storage; if the storage fails, the page is opened instead
  const device = change && (await deps.device().catch(() => undefined))
  const outcome = change && device && (await deps.queue(change, device.locale).catch(() => undefined))
  const goToAlarm = () => show(targetOf(payload?.navigate, deps.origin), title, deps)
  if (!device || !outcome) return goToAlarm()
  if (outcome.status !== 'rejected') {
    // the visit has started, even if the screen stays locked
    if (visit) return show(`${deps.origin}/visit/${visit.body.id}`, title, deps)
    // anyone not asked to sign in would think it was muted
    return outcome.status === 'pending' && outcome.isHeld ? goToAlarm() : undefined
  }
  const { lang, texts } = textsOf(device.locale)
  const data: NotificationPayload = { navigate: payload?.navigate ?? START, message: null }
  const body = outcome.rejection.message || texts['worker.unreadableBody']
  const look: NotificationLook = { lang, body, tag: 'mute-refused', data, icon: `/icons/${device.variant}-192.png` }
  await deps.registration.showNotification(texts[visit ? 'worker.visitRefused' : 'worker.muteRefused'], look)
}

function muteForAnHour(payload: NotificationPayload | null, { now, uuid }: ClickDeps): OutboxChange | undefined {
  const { type = null, controllerId = null } = payload?.message ?? {}
  if (type === null || controllerId === null) return undefined
  return {
    id: uuid(),
    method: 'POST',
    path: `/api/notification/mute?idcontroller=${controllerId}`,
    body: { notificationType: type, enddate: new Date(now() + HOUR_MS).toISOString(), keepsLonger: true },
  }
}

function beginVisit(payload: NotificationPayload | null, { now, uuid }: ClickDeps) {
  const controllerId = payload?.message?.controllerId ?? null
  if (controllerId === null) return undefined
  const body = { id: uuid(), controllerId, startedAt: new Date(now()).toISOString() }
  return { id: uuid(), method: 'POST', path: '/api/visit', body } as const satisfies OutboxChange
}

/** Only pages of this app are opened, whatever a message says; pages at another host of this installation exist here, too. */
function targetOf(navigate: string | undefined, origin: string): string {
  const url = parseUrl(navigate ?? START, origin)
  if (url?.origin === origin) return url.href
  const isOurs = url && /^\/(dashboard|scaleoverview|settings|visit)(\/|$)/.test(url.pathname)
  return new URL(isOurs ? url.pathname + url.search : START, origin).href
}

async function show(url: string, title: string, { clients, origin, lead }: ClickDeps): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((client) => new URL(client.url).origin === origin)
  if (!open) {
    await clients.openWindow(url)
    return
  }
  // if focusing is refused, the window is led there anyway
  const focused = await open.focus().catch(() => open)
  // its URL may be the one it was opened with rather than where it is now
  if (await lead(focused, url.slice(origin.length), title)) return
  // A window that this worker does not control cannot be navigated.
  await focused.navigate(url).catch(() => clients.openWindow(url))
}
