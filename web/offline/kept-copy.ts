const DATABASE = 'hivewatch-answers'
const STORE = 'text'
const KEY = 'answers'
/** A database that does not open must not hold up any screen. */
const PATIENCE_MS = 1000

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      database.onclose = forget
      database.onversionchange = () => {
        forget()
        database.close()
      }
      resolve(database)
    }
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

function forget(): void {
  opened = undefined
}

/** Runs an operation in the database of what this device keeps; returns undefined if that fails. */
export async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const transaction = (await open()).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    return await new Promise<Result>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch {
    // storage that cannot be reached holds none of our data
    return undefined
  }
}

/** The text that was stored last; undefined if there is none or the database does not respond. */
export const readCopy = (): Promise<string | undefined> =>
  Promise.race([
    run<string | undefined>('readonly', (store) => store.get(KEY)),
    new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])

/** Stores a text so that it survives the browser being killed right afterwards, which `localStorage` does not. */
export const writeCopy = (text: string): Promise<unknown> => run('readwrite', (store) => store.put(text, KEY))

/** The key under which a draft is stored, next to the text; `allDrafts` covers all drafts, or all of one owner. */
export const draftKey = (owner: number, id: string) => ['draft', owner, id]
export const allDrafts = (...owner: number[]): IDBKeyRange =>
  IDBKeyRange.bound(['draft', ...owner], ['draft', ...owner, []])

export const removeDrafts = (owner: number | undefined): Promise<unknown> =>
  run('readwrite', (store) => store.delete(owner === undefined ? allDrafts() : allDrafts(owner)))

export const removeCopy = (): Promise<unknown> => run('readwrite', (store) => store.delete(KEY))
