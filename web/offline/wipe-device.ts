import { STORE_NAME } from '#domain/worker-message.ts'
import { forgetOutbox } from './outbox.ts'
import { tellWorker, withdrawAccount } from './service-worker.ts'

/** Removes what this device keeps for the account that signed out: series, waiting changes, notifications, push. */
export async function wipeDevice(): Promise<void> {
  withdrawAccount()
  forgetOutbox()
  const told = await tellWorker({ type: 'wipe' }).catch(() => undefined)
  if (!told) await wipeWithoutWorker()
}

async function wipeWithoutWorker(): Promise<void> {
  globalThis.indexedDB?.deleteDatabase(STORE_NAME)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
