import { STORE_NAME } from '#domain/worker-message.ts'
import { forgetOutbox } from './outbox.ts'
import { tellWorker, withdrawAccount } from './service-worker.ts'

/**
 * Removes what this device keeps for an account: series, notifications, push and, unless `keepOutbox`, the changes that wait.
 * Kept ones are shown and sent again when the same account signs in, and removed when another one does.
 */
export async function wipeDevice({ keepOutbox }: { keepOutbox: boolean }): Promise<void> {
  withdrawAccount()
  forgetOutbox()
  const told = await tellWorker({ type: 'wipe', keepOutbox }).catch(() => undefined)
  if (!told) await wipeWithoutWorker()
}

async function wipeWithoutWorker(): Promise<void> {
  globalThis.indexedDB?.deleteDatabase(STORE_NAME)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
