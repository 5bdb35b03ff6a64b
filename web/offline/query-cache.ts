import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate, type Query, type QueryClient, type QueryState } from '@tanstack/react-query'
import { type PersistedClient, removeOldestQuery } from '@tanstack/react-query-persist-client'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import { ApiError } from '../api/api-error.ts'
import { FreshQueryClient } from './fresh-query-client.ts'
import { readCopy, removeCopy, writeCopy } from './kept-copy.ts'
import { KEPT_ANSWERS, readStored, removeStored, tryWrite } from './local-storage.ts'
import { tellOutcomes } from './tell-outcomes.tsx'

const SHAPE = '1'

/**
 * Spread into the options of a query whose answer is small and changes slowly: the answer is stored on the device so that the screen opens without a network,
 * however old it is, since the device's clock may be wrong by years. Series are never stored this way, since the service worker keeps them; data only
 * administrators see (keys that begin with `admin`) stays off the device, and so do the shapes of regions (`geojson` comes back as null).
 */
export const keptOffline = { gcTime: Number.POSITIVE_INFINITY, meta: { keptOffline: true } } as const

/** An answer this recent was requested by or for the screen that now shows it: a slow phone takes a while to draw. */
const JUST_NOW_MS = 3000

/** The `refetchOnMount` of queries that are refetched on each visit. */
export const unlessJustCome = ({
  state,
}: {
  state: Pick<QueryState, 'isInvalidated' | 'dataUpdatedAt'>
}): 'always' | false =>
  // setting the clock back must not make anything count as fresh
  !state.isInvalidated && Math.abs(Date.now() - state.dataUpdatedAt) < JUST_NOW_MS ? false : 'always'

const isKept = (query: Pick<Query, 'meta' | 'state' | 'queryKey'>) =>
  query.meta?.keptOffline === true && query.state.data !== undefined && query.queryKey[0] !== 'admin'

const withoutShapes = (client: PersistedClient): string =>
  JSON.stringify(client, (name, value) => (name === 'geojson' ? null : value))

const retryQuery = (failures: number, error: Error): boolean =>
  failures < 3 && !(error instanceof ApiError && error.status < 500)

export const createQueryClient = (): QueryClient =>
  new FreshQueryClient({
    mutationCache: tellOutcomes(),
    defaultOptions: {
      queries: { gcTime: 5 * MINUTE_MS, staleTime: MINUTE_MS, retry: retryQuery, networkMode: 'offlineFirst' },
      mutations: { retry: 0, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()

const busterOf = (accountId: number): string => `${SHAPE}.${accountId}`

let opened: { accountId: number; close: () => void } | undefined
const wipeListeners = new Set<() => void>()

/** Calls `listener` whenever all answers are discarded, since whatever was derived from them must go too. */
export function whenWiped(listener: () => void): void {
  wipeListeners.add(listener)
}

/** Restores what this account stored on the device, drops what another one left, and keeps the stored data up to date from then on. */
export async function openQueryCache(accountId: number, client: QueryClient = queryClient): Promise<void> {
  if (opened?.accountId === accountId) return
  wipeQueryCache(client, { stored: opened !== undefined })
  const buster = busterOf(accountId)
  let unsaved = false
  const closing = new AbortController()
  const persister = createSyncStoragePersister({
    storage: {
      getItem: readStored,
      removeItem: removeStored,
      // the persister saves up to a second late: after a sign-out, that must not bring the answers back
      setItem: (key, value) => {
        if (closing.signal.aborted) return
        void writeCopy(value)
        window.localStorage.setItem(key, value)
        unsaved = false
      },
    },
    key: KEPT_ANSWERS,
    serialize: withoutShapes,
    retry: removeOldestQuery,
  })
  const answers = (): PersistedClient => {
    const clientState = dehydrate(client, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false })
    return { buster, timestamp: Date.now(), clientState }
  }
  const save = () => {
    unsaved = true
    void persister.persistClient(answers())
  }
  // a phone may kill a hidden page at any time, before the persister's second is over
  const saveAtOnce = () => {
    if (document.visibilityState !== 'hidden' || !unsaved) return
    const text = withoutShapes(answers())
    void writeCopy(text)
    unsaved = !tryWrite(KEPT_ANSWERS, text)
  }
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'removed' || type === 'updated') save()
  })
  document.addEventListener('visibilitychange', saveAtOnce, { signal: closing.signal })
  const close = () => {
    unsubscribe()
    closing.abort()
  }
  opened = { accountId, close }
  const isOpen = () => !closing.signal.aborted
  const restored = await restore(async () => persister.restoreClient(), { buster, client, isOpen })
  // the data is stored twice and the browser may have lost the newer part of one copy, so the newer version of each answer is used
  const copied = restore(async () => readClient(await readCopy()), { buster, client, isOpen })
  if (restored || (await copied) || !isOpen()) return
  await persister.removeClient()
  void removeCopy()
}

type Restoring = { buster: string; client: QueryClient; isOpen: () => boolean }

const readClient = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as PersistedClient)

/** Restores stored answers. Returns whether they belong to this account and are intact. */
async function restore(
  read: () => Promise<PersistedClient | undefined>,
  { buster, client, isOpen }: Restoring,
): Promise<boolean> {
  try {
    const stored = await read()
    if (!isOpen() || stored?.buster !== buster || typeof stored.timestamp !== 'number') return false
    const { queries } = stored.clientState
    hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
    // it was saved up to a second late: a change just before a reload would otherwise be missing for a minute
    const times = new Map(queries.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]))
    const isRestored = ({ queryHash, state }: Query) => times.get(queryHash) === state.dataUpdatedAt
    void client.invalidateQueries({ refetchType: 'none', predicate: isRestored })
    return true
  } catch {
    // truncated or written by another version: half of it is worse than nothing
    client.clear()
    return false
  }
}

/**
 * Drops every answer that came from this device's storage and has not been refetched since, and refetches what is shown. Returns whether there was any; call it
 * when a screen fails, since a stored answer may be damaged.
 */
export function dropKept(client: QueryClient = queryClient): boolean {
  const kept = client.getQueryCache().findAll({ predicate: (query) => isKept(query) && query.state.isInvalidated })
  for (const query of kept) query.reset()
  void client.refetchQueries({ type: 'active', predicate: (query) => kept.includes(query) })
  return kept.length > 0
}

/** Discards every answer in memory and, unless `stored` is false, on the device, except what another account has stored there since from another tab. */
export function wipeQueryCache(client: QueryClient = queryClient, { stored = true } = {}): void {
  client.clear()
  opened?.close()
  if (stored && (!opened || !isOfAnother(opened.accountId))) {
    removeStored(KEPT_ANSWERS)
    void removeCopy()
  }
  opened = undefined
  for (const listener of wipeListeners) listener()
}

const isOfAnother = (accountId: number): boolean =>
  readStored(KEPT_ANSWERS)?.startsWith(`{"buster":"${busterOf(accountId)}"`) === false
