import type { NotificationPayload } from './push.ts'

type Shown = Pick<ServiceWorkerRegistration, 'getNotifications'>

/** Takes away what is over, once somebody looks at the app: until then it had to stay, as every push must show something. */
export async function closeOver(registration: Shown): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const payload = notification.data as NotificationPayload | null
    if (payload?.message?.isOver) notification.close()
  }
}
