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
 * Removes everything of an account from this device, but for its waiting changes where these are kept, and for what waits of
 * others. Each part is tried even when another fails. Throws where the store could not be cleared; `incomplete`: something else.
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
