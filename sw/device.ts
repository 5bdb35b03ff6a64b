import type { IDBPTransaction } from 'idb'
import type { DeviceAccount } from '#domain/worker-message.ts'
import type { OpenStore, StoreSchema } from './open-store.ts'

const stores = ['device', 'tile', 'series', 'outbox'] as const

/** Whose device this is; undefined after signing out. */
export async function readDevice(open: OpenStore): Promise<DeviceAccount | undefined> {
  return (await open()).get('device', 'account')
}

/** Makes the device an account's. What another account left here is removed in the same transaction. */
export async function setDevice(open: OpenStore, account: DeviceAccount): Promise<void> {
  const transaction = (await open()).transaction(stores, 'readwrite')
  const changed = async () => {
    const previous = await transaction.objectStore('device').get('account')
    if (previous && previous.id !== account.id) await clearAll(transaction)
    await transaction.objectStore('device').put(account, 'account')
  }
  await Promise.all([changed(), transaction.done])
}

/** Removes everything that belongs to an account. */
export async function clearDevice(open: OpenStore): Promise<void> {
  const transaction = (await open()).transaction(stores, 'readwrite')
  await Promise.all([clearAll(transaction), transaction.done])
}

async function clearAll(transaction: IDBPTransaction<StoreSchema, typeof stores, 'readwrite'>): Promise<void> {
  await Promise.all(stores.map((name) => transaction.objectStore(name).clear()))
}
