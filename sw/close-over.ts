import type { NotificationPayload } from './push.ts'

type Shown = Pick<ServiceWorkerRegistration, 'getNotifications'>

/** Closes the notifications that are over once somebody opens the app: they had to stay until then, because every push must show something. */
export async function closeOver(registration: Shown): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const payload = notification.data as NotificationPayload | null
    if (payload?.message?.isOver) notification.close()
  }
}
