import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import type { ChangeOutcome, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { ApiError } from '../api/api-error.ts'
import { fetchApi } from '../api/client.ts'
import { localeState } from '../i18n/locale-state.ts'
import { keepStorage } from './keep-storage.ts'
import { queryClient } from './query-cache.ts'
import { announceAgain, tellWorker, whenWorkerTells } from './service-worker.ts'

/** What lists show on top of what the server told; `isSent`: it is there, and only its lists have not come anew. */
export type UnsentChange = OutboxChange & Partial<Pick<OutboxEntry, 'trouble'>> & { isSent?: boolean }

/** `asked`: whose outcome is waited for here; whoever made these is told of a refusal where they made it. */
const outbox = proxy<{ entries: OutboxEntry[]; shown: UnsentChange[]; asked: string[] }>({
  entries: [],
  shown: [],
  asked: [],
})
let settling: UnsentChange[] = []
/** `fails`: it waits because the server failed on it. */
export type Queued = { status: 'sent'; reply: unknown } | { status: 'pending'; fails?: boolean }

/**
 * Sends a change, or keeps it until there is a network: it then waits on this device in the order it was made, and is never
 * done twice. `id` is a new UUID for each change; `path` begins with `/api/`. Throws ApiError when the server refuses, and
 * OfflineError where it cannot be kept, as the browser has no service worker or no storage for it.
 */
export async function queueChange(change: OutboxChange): Promise<Queued> {
  outbox.asked.push(change.id)
  try {
    // what cannot be kept can still be sent
    const told = await tellWorker({ type: 'queue', change, locale: localeState.locale }).catch(() => undefined)
    if (!told) return { status: 'sent', reply: await sendNow(change) }
    const outcome = told.value as ChangeOutcome
    if (outcome.status === 'sent') return outcome
    if (outcome.status === 'pending') {
      // why it waits may not have been told yet
      await knowOutbox().catch(reportError)
      const fails = outbox.entries.some(({ id, trouble }) => id === change.id && trouble)
      return fails ? { ...outcome, fails } : outcome
    }
    await giveUpChange(change.id)
    throw errorOf(outcome.rejection)
  } finally {
    outbox.asked = outbox.asked.filter((id) => id !== change.id)
  }
}

async function sendNow({ method, path, body }: OutboxChange): Promise<unknown> {
  const reply = await fetchApi(path.replace(/^\/api/, '') as `/${string}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'Device-Time': new Date().toISOString() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return reply.json()
}

const errorOf = ({ status, code, message }: Rejection): ApiError => new ApiError(status, message, { code })

/** What was changed on this device and is in no answer of the server yet, in order. */
export const useUnsent = (): readonly UnsentChange[] => useSnapshot(outbox).shown as readonly UnsentChange[]

export const unsent = (): readonly UnsentChange[] => outbox.shown

/** Calls `listener` whenever what is unsent may have changed; returns how to stop. */
export const whenUnsentChanges = (listener: () => void): (() => void) => subscribe(outbox, listener)

/** What waits, in order, and what the server refused while nobody was looking; without what somebody is just waiting for. */
export function useOutbox(): { waiting: readonly OutboxEntry[]; refused: readonly OutboxEntry[] } {
  const { entries: all, asked } = useSnapshot(outbox)
  const entries = (all as readonly OutboxEntry[]).filter(({ id }) => !asked.includes(id))
  return { waiting: entries.filter(isWaiting), refused: entries.filter((entry) => !isWaiting(entry)) }
}

/** Whether something waits on this device for the network, as far as this page knows. */
export const changesWait = (): boolean => outbox.entries.some(isWaiting)

/** Asks the worker what waits, as a page that has just begun cannot know it yet. */
export async function knowOutbox(): Promise<void> {
  const told = await tellWorker({ type: 'outbox' })
  if (Array.isArray(told?.value)) show(told.value as OutboxEntry[])
}

/** Gives a change up, or has seen why it was refused. */
export async function giveUpChange(id: string): Promise<void> {
  show(outbox.entries.filter((entry) => entry.id !== id))
  await tellWorker({ type: 'dismiss', id })
}

/** Sends a change at once that was refused, or that the server failed on. */
export async function retryChange(id: string): Promise<void> {
  await tellWorker({ type: 'retry', id })
}

const isWaiting = ({ rejection }: OutboxEntry): boolean => rejection === null

function show(entries: OutboxEntry[]): void {
  outbox.entries = ref(entries)
  outbox.shown = ref([...settling, ...entries.filter(isWaiting)])
}

/** Follows the worker's outbox, which is told when an account is announced too; when a change went through or was refused, what the screens show is asked for again. */
export function followOutbox(): void {
  whenWorkerTells((notice) => {
    if (notice.type === 'store-made') putBack().catch(reportError)
    if (notice.type !== 'outbox-changed') return
    const now = new Map(notice.entries.map((entry) => [entry.id, entry]))
    const answered = outbox.entries.filter((entry) => isWaiting(entry) && now.get(entry.id)?.rejection !== null)
    const sent = answered.filter(({ id }) => !now.has(id)).map((entry) => ({ ...entry, isSent: true }))
    settling = [...settling, ...sent]
    show(notice.entries)
    if (answered.length > 0) askAnew()
    if (changesWait()) keepStorage()
    else pause = 0
    tryAgainLater()
  })
}

/** What waited is gone with the store that the browser took: this page still knows it, and its ids do nothing twice. */
async function putBack(): Promise<void> {
  const lost = outbox.entries
  show([])
  await announceAgain()
  for (const { id, method, path, body } of lost) {
    await tellWorker({ type: 'queue', change: { id, method, path, body }, locale: localeState.locale })
  }
}

let asking: Promise<void> | undefined
let again = false

/**
 * Asks for what the screens show; for what is answered meanwhile once more, and not for each of the changes of a day. Without what was sent a
 * list would be as before until it comes anew, which a weak network makes long.
 */
function askAnew(): void {
  again = asking !== undefined
  const sent = settling
  asking ??= queryClient.invalidateQueries().finally(() => {
    asking = undefined
    settling = settling.filter((change) => !sent.includes(change))
    show(outbox.entries)
    if (again) askAnew()
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
  settling = []
  show([])
}
