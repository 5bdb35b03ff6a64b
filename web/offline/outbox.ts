import { proxy, useSnapshot } from 'valtio'
import type { ChangeOutcome, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { ApiError } from '../api/api-error.ts'
import { fetchApi } from '../api/client.ts'
import { localeState } from '../i18n/locale-state.ts'
import { keepStorage } from './keep-storage.ts'
import { queryClient } from './query-cache.ts'
import { tellWorker, whenWorkerTells } from './service-worker.ts'

const outbox = proxy<{ entries: OutboxEntry[] }>({ entries: [] })
/** Changes whose outcome is waited for here: whoever made them is told of a refusal where they made it. */
const asked = new Set<string>()

export type Queued = { status: 'sent'; reply: unknown } | { status: 'pending' }

/**
 * Sends a change, or keeps it until there is a network: it then waits on this device in the order it was made, and is never
 * done twice. `id` is a new UUID for each change; `path` begins with `/api/`. Throws ApiError when the server refuses, and
 * OfflineError where it cannot be kept because the browser has no service worker.
 */
export async function queueChange(change: OutboxChange): Promise<Queued> {
  asked.add(change.id)
  try {
    const told = await tellWorker({ type: 'queue', change, locale: localeState.locale })
    if (!told) return { status: 'sent', reply: await sendNow(change) }
    const outcome = told.value as ChangeOutcome
    if (outcome.status !== 'rejected') return outcome
    await dismissRejection(change.id)
    throw errorOf(outcome.rejection)
  } finally {
    asked.delete(change.id)
  }
}

async function sendNow({ method, path, body }: OutboxChange): Promise<unknown> {
  const reply = await fetchApi(path.replace(/^\/api/, '') as `/${string}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return reply.json()
}

const errorOf = ({ status, code, message }: Rejection): ApiError => new ApiError(status, message, { code })

/** What waits for the network, in order, and what the server refused while nobody was looking. */
export function useOutbox(): { pending: readonly OutboxEntry[]; rejected: readonly OutboxEntry[] } {
  const entries = useSnapshot(outbox).entries as readonly OutboxEntry[]
  return {
    pending: entries.filter(isWaiting),
    rejected: entries.filter((entry) => !isWaiting(entry) && !asked.has(entry.id)),
  }
}

/** Whether something waits on this device for the network, as far as this page knows. */
export const changesWait = (): boolean => outbox.entries.some(isWaiting)

/** Asks the worker what waits, as a page that has just begun cannot know it yet. */
export async function knowOutbox(): Promise<void> {
  const told = await tellWorker({ type: 'outbox' })
  if (Array.isArray(told?.value)) outbox.entries = told.value as OutboxEntry[]
}

/** The person has seen why a change was refused. */
export async function dismissRejection(id: string): Promise<void> {
  outbox.entries = outbox.entries.filter((entry) => entry.id !== id || isWaiting(entry))
  await tellWorker({ type: 'dismiss', id })
}

const isWaiting = ({ rejection }: OutboxEntry): boolean => rejection === null

/** Follows the worker's outbox, which is told when an account is announced too; when a change went through or was refused, what the screens show is asked for again. */
export function followOutbox(): void {
  whenWorkerTells((notice) => {
    if (notice.type !== 'outbox-changed') return
    const left = new Set(notice.entries.filter(isWaiting).map(({ id }) => id))
    const someAnswered = outbox.entries.some((entry) => isWaiting(entry) && !left.has(entry.id))
    outbox.entries = notice.entries
    if (someAnswered) void queryClient.invalidateQueries()
    if (changesWait()) keepStorage()
    else pause = 0
    tryAgainLater()
  })
}

const SHORTEST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
let pause = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** While something waits and a page is open: a network that says it is back often is not yet. */
function tryAgainLater(): void {
  if (timer !== undefined || !changesWait()) return
  pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, 2 * pause))
  timer = setTimeout(() => {
    timer = undefined
    tellWorker({ type: 'flush' }).catch(reportError).finally(tryAgainLater)
  }, pause)
}

export function forgetOutbox(): void {
  outbox.entries = []
}
