import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import type { ChangeOutcome, Noted, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { ApiError } from '../api/api-error.ts'
import { fetchApi } from '../api/client.ts'
import { localeState } from '../i18n/locale-state.ts'
import { keepStorage } from './keep-storage.ts'
import { queryClient } from './query-cache.ts'
import { announceAgain, tellWorker, whenWorkerTells } from './service-worker.ts'

/**
 * A change that lists show on top of the server's answer. `isSent`: the server has it, but its lists have not been refetched yet. `isAsked`: it was just
 * made, and whether it waits is known in a moment.
 */
export type UnsentChange = OutboxChange &
  Partial<Pick<OutboxEntry, 'trouble'>> & { isSent?: boolean; isAsked?: boolean }

/** `asked`: ids of changes whose outcome somebody is waiting for; they learn of a refusal where they made the change. */
const outbox = proxy<{ entries: OutboxEntry[]; shown: UnsentChange[]; asked: string[] }>({
  entries: [],
  shown: [],
  asked: [],
})
let settling: UnsentChange[] = []
/** `fails`: it is waiting because the server failed on it. */
export type Queued = { status: 'sent'; reply: unknown } | { status: 'pending'; fails?: boolean }

/**
 * Sends a change, or stores it until there is a network; it then waits on this device in the order it was made, and is never applied twice. `id` is a new UUID
 * for each change; `path` begins with `/api/`. Throws ApiError if the server refuses, and OfflineError if it cannot be stored because the browser has no
 * service worker or no storage for it. `noted`: of the change whose place it takes.
 */
export async function queueChange(change: OutboxChange, noted?: Noted): Promise<Queued> {
  outbox.asked.push(change.id)
  try {
    // what cannot be stored can still be sent
    const told = await tellWorker({ type: 'queue', change, locale: localeState.locale, noted }).catch(() => undefined)
    if (!told) return { status: 'sent', reply: await sendNow(change) }
    const outcome = told.value as ChangeOutcome
    if (outcome.status === 'sent') return outcome
    if (outcome.status === 'pending') {
      // the reason it is waiting may not have arrived yet
      await knowOutbox().catch(reportError)
      const fails = outbox.entries.some(({ id, trouble }) => id === change.id && trouble)
      return fails ? { ...outcome, fails } : outcome
    }
    await giveUpChange(change.id)
    throw errorOf(outcome.rejection)
  } finally {
    outbox.asked = outbox.asked.filter((id) => id !== change.id)
    show(outbox.entries)
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

/** The changes made on this device that are not in any answer of the server yet, in order. */
export const useUnsent = (): readonly UnsentChange[] => useSnapshot(outbox).shown as readonly UnsentChange[]

export const unsent = (): readonly UnsentChange[] => outbox.shown

/** Calls `listener` whenever the unsent changes may have changed; returns a function that stops it. */
export const whenUnsentChanges = (listener: () => void): (() => void) => subscribe(outbox, listener)

/** The waiting changes in order, and those the server refused while nobody was looking; excludes changes whose outcome somebody is waiting for right now. */
export function useOutbox(): { waiting: readonly OutboxEntry[]; refused: readonly OutboxEntry[] } {
  const { entries: all, asked } = useSnapshot(outbox)
  const entries = (all as readonly OutboxEntry[]).filter(({ id }) => !asked.includes(id))
  return { waiting: entries.filter(isWaiting), refused: entries.filter((entry) => !isWaiting(entry)) }
}

/** Whether a change sent to `path` is waiting on this device; not while it is known in a moment. */
export const useWaits = (path: string): boolean => useOutbox().waiting.some((one) => one.path === path)

/** Whether something on this device is waiting for the network, as far as this page knows. */
export const changesWait = (): boolean => outbox.entries.some(isWaiting)

/** Asks the worker what is waiting, since a freshly opened page cannot know it yet. */
export async function knowOutbox(): Promise<void> {
  const told = await tellWorker({ type: 'outbox' })
  if (Array.isArray(told?.value)) show(told.value as OutboxEntry[])
}

/** Removes a change: gives it up, or acknowledges why it was refused. */
export async function giveUpChange(id: string): Promise<void> {
  show(outbox.entries.filter((entry) => entry.id !== id))
  await tellWorker({ type: 'dismiss', id })
}

/** Immediately resends a change that was refused or that the server failed on. */
export async function retryChange(id: string): Promise<void> {
  await tellWorker({ type: 'retry', id })
}

const isWaiting = ({ rejection }: OutboxEntry): boolean => rejection === null

function show(entries: OutboxEntry[]): void {
  outbox.entries = ref(entries)
  const waiting = entries.filter(isWaiting).map((entry) => ({ ...entry, isAsked: outbox.asked.includes(entry.id) }))
  outbox.shown = ref([...settling, ...waiting])
}

/** Follows the worker's outbox, which is also reported when an account is announced. When a change was accepted or refused, refetches what the screens show. */
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

/** Queues the waiting changes again after the browser cleared the store: this page still knows them, and their ids prevent them from being applied twice. */
async function putBack(): Promise<void> {
  const lost = outbox.entries
  show([])
  await announceAgain()
  for (const entry of lost) {
    await tellWorker({ type: 'queue', change: entry, locale: localeState.locale, noted: entry })
  }
}

let asking: Promise<void> | undefined
let again = false

/**
 * Refetches what the screens show. Changes answered in the meantime cause just one more round, not one for each of a day's changes. Sent changes stay in the
 * lists until these have been refetched, which takes a while on a weak network.
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

/** Retries while something is waiting and a page is open: a network that reports being back often is not yet. */
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
