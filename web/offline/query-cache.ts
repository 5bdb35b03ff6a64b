import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate, type Query, QueryClient } from '@tanstack/react-query'
import { removeOldestQuery } from '@tanstack/react-query-persist-client'
import { ApiError } from '../api/api-error.ts'
import { readStored, removeStored } from './local-storage.ts'
import { tellOutcomes } from './tell-outcomes.tsx'

const MINUTE = 60_000
const PERSISTED_FOR = 30 * 24 * 60 * MINUTE
const STORED = 'hivewatch.queries'
const SHAPE = '1'

/**
 * Spread into the options of a query whose answer is small and slow to change: it is kept on the device for 30 days, so
 * that the screen opens without a network. Series are the service worker's, never these.
 */
export const keptOffline = { gcTime: Number.POSITIVE_INFINITY, meta: { keptOffline: true } } as const

const isKept = (query: Pick<Query, 'meta' | 'state'>) =>
  query.meta?.keptOffline === true && query.state.data !== undefined

const retryQuery = (failures: number, error: Error): boolean =>
  failures < 3 && !(error instanceof ApiError && error.status < 500)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: tellOutcomes(),
    defaultOptions: {
      queries: { gcTime: 5 * MINUTE, staleTime: MINUTE, retry: retryQuery, networkMode: 'offlineFirst' },
      mutations: { retry: 0, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()

let opened: { accountId: number; close: () => void } | undefined

const storageUntil = (signal: AbortSignal): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => ({
  getItem: readStored,
  removeItem: removeStored,
  // the persister saves a second late: after a sign-out that must not bring the answers back
  setItem: (key, value) => {
    if (!signal.aborted) window.localStorage.setItem(key, value)
  },
})

/** Restores what this account kept on the device, drops what another one left, and keeps it up to date from here on. */
export async function openQueryCache(accountId: number, client: QueryClient = queryClient): Promise<void> {
  if (opened?.accountId === accountId) return
  wipeQueryCache(client, { stored: opened !== undefined })
  const buster = `${SHAPE}.${accountId}`
  const closing = new AbortController()
  const persister = createSyncStoragePersister({
    storage: storageUntil(closing.signal),
    key: STORED,
    retry: removeOldestQuery,
  })
  const save = () => {
    const clientState = dehydrate(client, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false })
    void persister.persistClient({ buster, timestamp: Date.now(), clientState })
  }
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'removed' || type === 'updated') save()
  })
  const close = () => {
    unsubscribe()
    closing.abort()
  }
  opened = { accountId, close }
  const stored = await persister.restoreClient()
  if (!stored || closing.signal.aborted) return
  if (stored.buster === buster && Date.now() - stored.timestamp < PERSISTED_FOR) {
    hydrate(client, stored.clientState, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
    // it was saved a second late at best: what changed just before a reload would be missing for a minute
    void client.invalidateQueries({ refetchType: 'none', predicate: isKept })
  } else {
    await persister.removeClient()
  }
}

/** Forgets every answer in memory and, unless `stored` is false, on the device. */
export function wipeQueryCache(client: QueryClient = queryClient, { stored = true } = {}): void {
  client.clear()
  opened?.close()
  opened = undefined
  if (stored) removeStored(STORED)
}
