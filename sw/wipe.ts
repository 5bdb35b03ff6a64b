import { clearDevice } from './device.ts'
import type { OpenStore } from './open-store.ts'

export type WipeDeps = {
  open: OpenStore
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'> & {
    pushManager?: Pick<PushManager, 'getSubscription'>
  }
  clearBadge: () => Promise<void>
}

/** Removes everything of an account from this device. Each part is tried even when another fails; then throws. */
export async function wipe({ open, registration, clearBadge }: WipeDeps): Promise<void> {
  const results = await Promise.allSettled([
    clearDevice(open),
    registration.getNotifications().then((shown) => {
      for (const notification of shown) notification.close()
    }),
    registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    clearBadge(),
  ])
  const failed = results.filter((result) => result.status === 'rejected')
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason))
}
