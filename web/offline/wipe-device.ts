import { STORE_NAME } from '#domain/platform/worker-message.ts'
import { isObject } from '../api/read-fields.ts'
import { removeCopy, removeDrafts } from './kept-copy.ts'
import { readStored, removeStored, writeStored } from './local-storage.ts'
import { forgetOutbox } from './outbox.ts'
import { tellWorker, withdrawAccount } from './service-worker.ts'
import { takeCarts } from './stored-cart-keys.ts'

const WIPE_OWED = 'hivewatch.wipe-owed'
const ALL = 'all'
const ALL_BUT_OUTBOX = 'all-but-outbox'

/**
 * Removes what this device stores for an account: series, carts, notifications, push and, unless `keepOutbox`, the waiting changes and what `owner` typed
 * without saving.
 * With `keepOutbox` these are shown and sent again when the same account signs in, and stay untouched while another one is signed in. `cartOwner` can get their
 * carts back in this page.
 */
export async function wipeDevice({
  keepOutbox,
  owner,
  cartOwner,
}: {
  keepOutbox: boolean
  owner?: number | undefined
  cartOwner?: number | undefined
}): Promise<void> {
  withdrawAccount()
  takeCarts(cartOwner)
  forgetOutbox()
  writeStored(WIPE_OWED, keepOutbox ? ALL_BUT_OUTBOX : `${ALL} ${owner ?? ''}`)
  await wipe(keepOutbox, owner)
}

/** Finishes a wipe that was interrupted when its page closed; call it before the device is announced as anyone's. */
export async function payOwedWipe(): Promise<void> {
  const owed = readStored(WIPE_OWED)
  if (owed !== null) await wipe(owed === ALL_BUT_OUTBOX, Number(owed.slice(ALL.length)) || undefined)
}

async function wipe(keepOutbox: boolean, owner: number | undefined): Promise<void> {
  // the worker first: a network that comes back now must not send what is to be discarded
  const telling = tellWorker({ type: 'wipe', keepOutbox }).catch(() => undefined)
  await removeCopy()
  if (!keepOutbox) await removeDrafts(owner)
  const told = await telling
  // a push service that does not unsubscribe must not keep anybody from signing in
  if (!told) await wipeWithoutWorker(keepOutbox).catch(() => undefined)
  else if (isObject(told.value) && told.value.incomplete === true) await endPush().catch(() => undefined)
  removeStored(WIPE_OWED)
}

async function wipeWithoutWorker(keepOutbox: boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  // a failed worker still holds the waiting changes; whatever it left is removed when another account signs in
  if (!keepOutbox || !registration?.active) globalThis.indexedDB?.deleteDatabase(STORE_NAME)
  await endPush()
}

async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
