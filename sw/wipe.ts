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
 * Removes everything of an account from this device, except for its waiting changes if they are to be kept, and the waiting changes of
 * others. Each part is tried even if another fails. Throws if the store could not be cleared; `incomplete`: something else failed.
 */
export async function wipe(
  { open, registration, clearBadge }: WipeDeps,
  keepOutbox: boolean,
): Promise<{ incomplete: boolean }> {
  const [store, ...others] = await Promise.allSettled([
    clearDevice(open, keepOutbox),
    registration.getNotifications().then((shown) => {
      for (const notification of shown) notification.close()
    }),
    registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    clearBadge(),
  ])
  if (store.status === 'rejected') throw store.reason
  return { incomplete: others.some(({ status }) => status === 'rejected') }
}
