import { clearDevice } from './device.ts'
import type { OpenStore } from './open-store.ts'

export type WipeDeps = {
  open: OpenStore
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'> & {
    pushManager?: Pick<PushManager, 'getSubscription'>
  }
  clearBadge: () => Promise<void>
}

/**
 * Removes everything of an account from this device, but for its waiting changes where these are kept. Each part is tried even when another fails; then throws.
 */
export async function wipe({ open, registration, clearBadge }: WipeDeps, keepOutbox: boolean): Promise<void> {
  const results = await Promise.allSettled([
    clearDevice(open, keepOutbox),
    registration.getNotifications().then((shown) => {
      for (const notification of shown) notification.close()
    }),
    registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    clearBadge(),
  ])
  const failed = results.filter((result) => result.status === 'rejected')
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason))
}
