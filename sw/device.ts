import type { IDBPTransaction } from 'idb'
import type { DeviceAccount } from '#domain/worker-message.ts'
import type { OpenStore, StoreSchema } from './open-store.ts'

const stores = ['device', 'tile', 'series', 'outbox'] as const

/** Whose device this is; undefined after signing out. */
export async function readDevice(open: OpenStore): Promise<DeviceAccount | undefined> {
  return (await open()).get('device', 'account')
}

/** Makes the device an account's. What other accounts left here, waiting changes too, is removed in the same transaction. */
export async function setDevice(open: OpenStore, account: DeviceAccount): Promise<void> {
  const transaction = (await open()).transaction(stores, 'readwrite')
  const changed = async () => {
    const previous = await transaction.objectStore('device').get('account')
    if (previous && previous.id !== account.id) await clearAll(transaction)
    const outbox = transaction.objectStore('outbox')
    for (const row of await outbox.getAll()) {
      if (row.account !== account.id) await outbox.delete(row.sequence!)
    }
    await transaction.objectStore('device').put(account, 'account')
  }
  await Promise.all([changed(), transaction.done])
}

/**
 * Removes everything that belongs to an account. Where only its session ended, what it changed without a network is kept: it
 * is not seen before the same account signs in again, and goes when another one does.
 */
export async function clearDevice(open: OpenStore, keepOutbox = false): Promise<void> {
  const transaction = (await open()).transaction(stores, 'readwrite')
  await Promise.all([clearAll(transaction, keepOutbox), transaction.done])
}

async function clearAll(
  transaction: IDBPTransaction<StoreSchema, typeof stores, 'readwrite'>,
  keepOutbox = false,
): Promise<void> {
  const cleared = stores.filter((name) => !(keepOutbox && name === 'outbox'))
  await Promise.all(cleared.map((name) => transaction.objectStore(name).clear()))
}
