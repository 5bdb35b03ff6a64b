import { RECEIPT_PATH } from '#domain/alerts/push-message.ts'
import type { ChangeOutcome, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { readDevice } from './device.ts'
import type { OpenStore, OutboxRow } from './open-store.ts'

export const OUTBOX_SYNC_TAG = 'outbox'

export type OutboxDeps = {
  open: OpenStore
  fetch: (request: Request) => Promise<Response>
  now: () => number
  /** Asks the browser to wake the worker when there is a network again; fails where it cannot or must not. */
  requestSync: () => Promise<void>
  /** Ends after the time for which a page waits before it is told that its change is kept. */
  patience: () => Promise<void>
  changed: (entries: OutboxEntry[]) => void
}

/** What became of each row by its sequence; `incomplete`: changes still wait because the server could not be reached, or asks for a sign-in. */
export type FlushResult = { outcomes: Map<number, ChangeOutcome>; incomplete: boolean }

const TIME_LIMIT_MS = 20_000

/**
 * Changes that wait for the network, sent in the order they were made. A row is removed only after the server answered; when
 * the worker dies in between the change is sent again, which its client-made id makes harmless.
 */
export function createOutbox(deps: OutboxDeps) {
  let flushing: Promise<FlushResult> | undefined

  async function rows(): Promise<OutboxRow[]> {
    const account = await readDevice(deps.open)
    const all = await (await deps.open()).getAll('outbox')
    return all.filter((row) => row.account === account?.id)
  }

  async function entries(): Promise<OutboxEntry[]> {
    return (await rows())
      .filter(({ change }) => !isReceipt(change))
      .map(({ change, queuedAt, rejection }) => ({ ...change, queuedAt, rejection }))
  }

  async function tellPages(): Promise<void> {
    deps.changed(await entries())
  }

  async function keep(row: OutboxRow): Promise<number> {
    const transaction = (await deps.open()).transaction('outbox', 'readwrite')
    const wanted = JSON.stringify(row.change)
    const same = (await transaction.store.index('id').getAll(row.change.id)).find(
      ({ account, change }) => account === row.account && JSON.stringify(change) === wanted,
    )
    const sequence = same?.sequence ?? (await transaction.store.add(row))
    await transaction.done
    return sequence
  }

  async function sendAll(): Promise<FlushResult> {
    const outcomes: FlushResult['outcomes'] = new Map()
    for (;;) {
      const next = (await rows()).find((row) => row.rejection === null)
      if (!next) return { outcomes, incomplete: false }
      const outcome = await send(next)
      if (outcome.status === 'pending') return { outcomes, incomplete: true }
      outcomes.set(next.sequence!, outcome)
      const store = await deps.open()
      // The row may be gone: the person signed out while the change was on its way.
      if (outcome.status === 'sent' || isReceipt(next.change)) await store.delete('outbox', next.sequence!)
      else if (await store.get('outbox', next.sequence!)) {
        await store.put('outbox', { ...next, rejection: outcome.rejection })
      }
      await tellPages()
    }
  }

  async function send({ change, locale }: OutboxRow): Promise<ChangeOutcome> {
    const request = new Request(new URL(change.path, globalThis.location.origin), {
      method: change.method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Accept-Language': locale },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(change.body !== undefined && { body: JSON.stringify(change.body) }),
    })
    const answer = await deps
      .fetch(request)
      .then(readAnswer)
      .catch(() => undefined)
    if (!answer) return { status: 'pending' }
    const { response, reply } = answer
    if (response.status >= 500 || retryLater.has(response.status)) return { status: 'pending' }
    if (response.ok || wasDoneBefore(change, response.status, reply)) return { status: 'sent', reply }
    return { status: 'rejected', rejection: rejectionOf(response.status, reply) }
  }

  async function flush(): Promise<FlushResult> {
    flushing ??= sendAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function outcomeOf(sequence: number): Promise<ChangeOutcome> {
    const earlier = await flushing
    const { outcomes, incomplete } = earlier?.outcomes.has(sequence) ? earlier : await flush()
    if (incomplete) await sendLater()
    return outcomes.get(sequence) ?? { status: 'pending' }
  }

  /** Where the browser refuses, the next start of the app or the next sign of a network sends what waits. */
  async function sendLater(): Promise<ChangeOutcome> {
    await deps.requestSync().catch(() => undefined)
    return { status: 'pending' }
  }

  return {
    /**
     * Keeps a change, tries to send it at once and says what became of it, within the page's patience: a page without an answer
     * would send it itself. The same id again is kept once.
     */
    async queue(change: OutboxChange, locale: string): Promise<ChangeOutcome> {
      const account = await readDevice(deps.open)
      if (!account) throw new Error('nobody is signed in on this device')
      const sequence = await keep({ account: account.id, locale, change, queuedAt: deps.now(), rejection: null })
      await tellPages()
      const outcome = await Promise.race([outcomeOf(sequence), deps.patience().then(() => undefined)])
      return outcome ?? sendLater()
    },
    flush,
    entries,
    tellPages,
    /** A person has seen why a change was refused. */
    async dismiss(id: string): Promise<void> {
      const store = await deps.open()
      for (const row of await store.getAllFromIndex('outbox', 'id', id)) {
        if (row.rejection) await store.delete('outbox', row.sequence!)
      }
      await tellPages()
    },
  }
}

/** What a person did not do: they need not see it, nor that it came too late. */
const isReceipt = ({ path }: OutboxChange) => path === RECEIPT_PATH

export type Outbox = ReturnType<typeof createOutbox>

/** Signed out, timed out, too early, too many: nothing is wrong with the change itself. */
const retryLater = new Set([401, 408, 425, 429])

/** A change that arrived before, without its answer reaching us: deleted already, nothing differs, this device is known. */
function wasDoneBefore({ method, path }: OutboxChange, status: number, reply: unknown): boolean {
  if (method === 'DELETE' && status === 404) return true
  return codeOf(reply) === 'no_changes' || (path === '/api/notification' && codeOf(reply) === 'combination_exists')
}

/** An answer of the API. Anything but JSON is from something in between, such as the sign-in page of a guest network. */
async function readAnswer(response: Response): Promise<{ response: Response; reply: unknown } | undefined> {
  if (!response.headers.get('Content-Type')?.includes('json')) return undefined
  return { response, reply: await response.json() }
}

const fieldOf = (reply: unknown, name: string): string => {
  const value = reply && typeof reply === 'object' ? Reflect.get(reply, name) : undefined
  return typeof value === 'string' ? value : ''
}
const codeOf = (reply: unknown): string => fieldOf(reply, 'code')

function rejectionOf(status: number, reply: unknown): Rejection {
  return { status, code: codeOf(reply), message: fieldOf(reply, 'message') }
}
