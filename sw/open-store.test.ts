import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB } from 'idb'
import { expect, test } from 'vitest'
import { STORE_NAME } from '#domain/platform/worker-message.ts'
import { createOpenStore, type Store, withPatience } from './open-store.ts'

const never = () => new Promise<void>(() => {})

test('a store that hangs fails those waiting for it, and is used as soon as it opens', async () => {
  const store = {} as Store
  const opening = Promise.withResolvers<Store>()
  let patience = async () => {}
  const open = withPatience(
    () => opening.promise,
    () => patience(),
  )
  await expect(open()).rejects.toThrow('does not open')
  patience = never
  await expect(open()).rejects.toThrow('does not open')
  opening.resolve(store)
  await opening.promise
  expect(await open()).toBe(store)
})

test('a store that fails is opened again', async () => {
  const store = {} as Store
  const tries = [Promise.reject(new Error('broken')), Promise.resolve(store)]
  const open = withPatience(() => tries.shift()!, never)
  await expect(open()).rejects.toThrow('broken')
  expect(await open()).toBe(store)
})

test('reports that the store had to be created, even if the browser removed it in between', async () => {
  globalThis.indexedDB = new IDBFactory()
  let made = 0
  const open = createOpenStore(() => made++)
  await open()
  await open()
  expect(made).toBe(1)
  await createOpenStore(() => made++)()
  expect(made).toBe(1)
  await deleteDB(STORE_NAME)
  expect(await (await open()).count('outbox')).toBe(0)
  expect(made).toBe(2)
})
