import type { IDBPTransaction } from 'idb'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { accountIn, type OpenStore, type StoreSchema } from './open-store.ts'

const stores = ['device', 'tile', 'series', 'outbox'] as const

/** Returns the account that this device belongs to; undefined after signing out. */
export async function readDevice(open: OpenStore): Promise<DeviceAccount | undefined> {
  return accountIn(await (await open()).get('device', 'account'))
}

/**
 * Assigns the device to an account. Everything another account left here is removed in the same transaction, except for its waiting
 * changes: these are neither shown nor sent until that account is back. Throws if a full device does not take the account: it then belongs to nobody, unless it was this one's before.
 */
export async function setDevice(open: OpenStore, account: DeviceAccount): Promise<void> {
  const assign = async (isTaken: boolean) => {
    const transaction = (await open()).transaction(stores, 'readwrite')
    const changed = async () => {
      const device = transaction.objectStore('device')
      const previous = accountIn(await device.get('account'))
      if (previous && previous.id !== account.id) await clearAll(transaction, true)
      // a full device takes nothing, and its pages must still learn what waits here
      if (isTaken && JSON.stringify(previous) !== JSON.stringify(account)) await device.put(account, 'account')
    }
    await Promise.all([changed(), transaction.done])
  }
  await assign(true).catch(async (error: unknown) => {
    await assign(false)
    throw error
  })
}

/**
 * Removes everything that belongs to the account of this device, and nothing of others. If only its session has ended, its changes made
 * without a network are kept (`keepOutbox`): they are neither shown nor sent until the same account signs in again.
 */
export async function clearDevice(open: OpenStore, keepOutbox = false): Promise<void> {
  const transaction = (await open()).transaction(stores, 'readwrite')
  await Promise.all([clearAll(transaction, keepOutbox), transaction.done])
}

async function clearAll(
  transaction: IDBPTransaction<StoreSchema, typeof stores, 'readwrite'>,
  keepOutbox = false,
): Promise<void> {
  const device = transaction.objectStore('device')
  const outbox = transaction.objectStore('outbox')
  const leaving = accountIn(await device.get('account'))
  if (!keepOutbox && leaving) {
    for (const row of await outbox.getAll()) if (row.account === leaving.id) await outbox.delete(row.sequence!)
  }
  await Promise.all([
    device.delete('account'),
    device.delete('pushes'),
    device.delete('clocks'),
    transaction.objectStore('tile').clear(),
    transaction.objectStore('series').clear(),
  ])
}
