import { RECEIPT_PATH } from '#domain/alerts/push-message.ts'
import type { ClocksCompared } from '#domain/platform/device-clock.ts'
import type { ChangeOutcome, Noted, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { readDevice } from './device.ts'
import type { OpenStore, OutboxRow } from './open-store.ts'
import { nextToSend, pauseAfter, thingsOf } from './outbox-order.ts'
import { type OutboxAnswer, readOutboxAnswer } from './read-outbox-answer.ts'
import { textsOf } from './texts.ts'
import { isFull, withRoom } from './tile-store.ts'

export const OUTBOX_SYNC_TAG = 'outbox'

export type OutboxDeps = {
  open: OpenStore
  fetch: (request: Request) => Promise<Response>
  now: () => number
  /** The last comparison of this device's clock with the server's, if there was one. */
  compared: () => Promise<ClocksCompared | undefined>
  /** Asks the browser to wake the worker when there is a network again; fails if the browser cannot or must not do so. */
  requestSync: () => Promise<void>
  /** Resolves when a page has waited long enough and is told that its change is kept. */
  patience: () => Promise<void>
  changed: (entries: OutboxEntry[]) => void
}

/**
 * The outcome of each row, keyed by its sequence; `incomplete`: some rows are still waiting for the network, a sign-in, or a server that
 * fails on them; `isHeld`: they are waiting for a sign-in.
 */
export type FlushResult = { outcomes: Map<number, ChangeOutcome>; incomplete: boolean; isHeld: boolean }

const TIME_LIMIT_MS = 20_000

/**
 * Changes waiting for the network; those about the same thing are sent in the order they were made. A row is removed only after the server
 * has answered; if the worker dies in between, the change is sent again, which is harmless thanks to its client-made id. What the server
 * fails on is retried after increasingly long pauses and does not hold up other changes.
 */
export function createOutbox(deps: OutboxDeps) {
  let flushing: Promise<FlushResult> | undefined
  let sending: number | undefined
  /** What a full device did not note, by the sequences of the rows: known as long as this worker runs. */
  const unnoted = new Map<number, Partial<OutboxRow>>()

  async function rows(): Promise<OutboxRow[]> {
    const account = await readDevice(deps.open)
    const all = await (await deps.open()).getAll('outbox')
    return all.filter((row) => row.account === account?.id).map((row) => ({ ...row, ...unnoted.get(row.sequence!) }))
  }

  const entriesOf = (known: readonly OutboxRow[]): OutboxEntry[] =>
    known
      .filter(({ change }) => !isReceipt(change))
      .map(({ sequence, change, queuedAt, compared, rejection, failed }) => ({
        ...change,
        queuedAt,
        ...(compared && { compared }),
        rejection,
        trouble: failed?.trouble ?? null,
        retryAt: failed?.retryAt ?? null,
        sending: sequence === sending,
      }))

  const entries = async (): Promise<OutboxEntry[]> => entriesOf(await rows())

  async function tellPages(): Promise<void> {
    deps.changed(await entries())
  }

  const keep = (row: OutboxRow): Promise<number> =>
    withRoom(deps.open, async () => {
      const transaction = (await deps.open()).transaction('outbox', 'readwrite')
      const wanted = JSON.stringify(row.change)
      const same = (await transaction.store.index('id').getAll(row.change.id)).find(
        ({ account, change }) => account === row.account && JSON.stringify(change) === wanted,
      )
      const sequence = same?.sequence ?? (await transaction.store.add(row))
      await transaction.done
      return sequence
    })

  /** Updates a row, unless it is gone because the person signed out or gave the change up while it was being sent. */
  async function note(sequence: number, changes: Partial<OutboxRow>): Promise<void> {
    const transaction = (await deps.open()).transaction('outbox', 'readwrite')
    const noted = async () => {
      const row = await transaction.store.get(sequence)
      if (row) await transaction.store.put({ ...row, ...unnoted.get(sequence), ...changes })
    }
    try {
      await Promise.all([noted(), transaction.done])
      unnoted.delete(sequence)
    } catch (error) {
      if (!isFull(error)) throw error
      unnoted.set(sequence, { ...unnoted.get(sequence), ...changes })
    }
  }

  /** Pages are told of an answer together with what is sent next, because there are many after a day without a network. */
  async function sendAll(): Promise<FlushResult> {
    const outcomes: FlushResult['outcomes'] = new Map()
    for (let isFirst = true, isCut = false, isHeld = false; ; isFirst = false) {
      const all = await rows()
      const waiting = all.filter(({ rejection }) => rejection === null)
      const next: OutboxRow | undefined = isCut ? undefined : nextToSend(waiting, deps.now())
      sending = next?.sequence
      if (next || !isFirst) deps.changed(entriesOf(all))
      if (!next) return { outcomes, incomplete: waiting.length > 0, isHeld }
      const answer: OutboxAnswer = await send(next).finally(() => {
        sending = undefined
      })
      const outcome = await settle(next, answer)
      if (outcome) outcomes.set(next.sequence!, outcome)
      isHeld = answer.is === 'held'
      isCut = isHeld || answer.is === 'unanswered' || (answer.is === 'failed' && answer.isBusy)
    }
  }

  /** Notes the answer to a row. Returns what became of its change; undefined if it is to be sent again. */
  async function settle(row: OutboxRow, answer: OutboxAnswer): Promise<ChangeOutcome | undefined> {
    const sequence = row.sequence!
    if (answer.is === 'failed') {
      const times = (row.failed?.times ?? 0) + 1
      const retryAt = deps.now() + pauseAfter(times, answer.retryAfter)
      await note(sequence, { failed: { times, trouble: answer.trouble, retryAt } })
    } else if (answer.is === 'unanswered') {
      await note(sequence, { unanswered: (row.unanswered ?? 0) + 1 })
    }
    const outcome = outcomeIn(answer)
    if (outcome?.status === 'rejected' && !isReceipt(row.change) && !isOver(outcome.rejection)) {
      await note(sequence, { rejection: outcome.rejection })
    } else if (outcome) await (await deps.open()).delete('outbox', sequence)
    return outcome
  }

  async function send({ account, change, locale, queuedAt, compared }: OutboxRow): Promise<OutboxAnswer> {
    const request = new Request(new URL(change.path, globalThis.location.origin), {
      method: change.method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': locale,
        // the cookie may already be that of the next person on this device
        'Device-Account': String(account),
        // lets the server correct times of this device if its clock is or was wrong
        'Device-Time': moments(deps.now()),
        'Device-Noted': moments(queuedAt),
        ...(compared && { 'Device-Compared': moments(compared.server, compared.device) }),
      },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(change.body !== undefined && { body: JSON.stringify(change.body) }),
    })
    return deps
      .fetch(request)
      .then((response) => readOutboxAnswer(change, response))
      .catch(() => ({ is: 'unanswered' }))
  }

  /** Sends a change that a full device does not take. If no answer comes, whoever made it still has it and learns why it is not kept. */
  async function sendUnkept(row: OutboxRow, reason: unknown): Promise<ChangeOutcome> {
    if (!isFull(reason)) throw reason
    const answer = await send(row)
    if (answer.is === 'held') throw reason
    if (answer.is === 'failed') return { status: 'rejected', rejection: answer.trouble }
    const outcome = outcomeIn(answer)
    if (outcome) return outcome
    const message = textsOf(row.locale).texts['worker.deviceFull']
    return { status: 'rejected', rejection: { status: 507, code: 'device_full', message } }
  }

  async function flush(): Promise<FlushResult> {
    flushing ??= sendAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function outcomeOf(sequence: number): Promise<ChangeOutcome> {
    const earlier = await flushing
    const { outcomes, incomplete, isHeld } = earlier?.outcomes.has(sequence) ? earlier : await flush()
    if (incomplete) await sendLater()
    return outcomes.get(sequence) ?? { status: 'pending', ...(isHeld && { isHeld }) }
  }

  /** If the browser refuses, the next start of the app or the next sign of a network sends what is waiting. */
  async function sendLater(): Promise<ChangeOutcome> {
    await deps.requestSync().catch(() => undefined)
    return { status: 'pending' }
  }

  return {
    /**
     * Stores a change, tries to send it right away and returns the outcome within the page's patience, because a page without an answer
     * would send the change itself. The same id is stored only once. One that takes the place of another was made when that was (`noted`).
     */
    async queue({ id, method, path, body }: OutboxChange, locale: string, noted?: Noted): Promise<ChangeOutcome> {
      const account = await readDevice(deps.open)
      if (!account) throw new Error('nobody is signed in on this device')
      const { queuedAt, compared } = noted ?? { compared: await deps.compared(), queuedAt: deps.now() }
      const clock = { queuedAt, ...(compared && { compared }) }
      // a page that puts back what was lost gives more of it
      const change = { id, method, path, ...(body !== undefined && { body }) }
      const row: OutboxRow = { account: account.id, locale, change, ...clock, rejection: null }
      let sequence: number
      try {
        sequence = await keep(row)
      } catch (error) {
        return sendUnkept(row, error)
      }
      await tellPages()
      const outcome = await Promise.race([outcomeOf(sequence), deps.patience().then(() => undefined)])
      return outcome ?? sendLater()
    },
    flush,
    entries,
    tellPages,
    /** Gives up a change and, if it was to create something, the changes to that thing as well. */
    async dismiss(id: string): Promise<void> {
      const given = (await rows()).filter(({ change }) => change.id === id)
      const lost = given.flatMap(({ change }) => (isCreation(change) ? thingsOf(change) : []))
      const store = await deps.open()
      for (const row of await rows()) {
        const isGiven = row.change.id === id || thingsOf(row.change).some((thing) => lost.includes(thing))
        if (isGiven) await store.delete('outbox', row.sequence!)
      }
      await tellPages()
    },
    /** Sends a change again right away, whether it was refused or is paused. */
    async retry(id: string): Promise<void> {
      for (const row of await rows()) {
        if (row.change.id === id) await note(row.sequence!, { rejection: null, failed: undefined, unanswered: 0 })
      }
      await tellPages()
      await Promise.race([flush(), deps.patience()])
    },
  }
}

function outcomeIn(answer: OutboxAnswer): ChangeOutcome | undefined {
  if (answer.is === 'sent') return { status: 'sent', reply: answer.reply }
  return answer.is === 'rejected' ? { status: 'rejected', rejection: answer.rejection } : undefined
}

const moments = (...times: number[]): string => times.map((time) => new Date(time).toISOString()).join(' ')

/** Not made by a person: they need not see it, nor that it was too late. */
const isReceipt = ({ path }: OutboxChange) => path === RECEIPT_PATH

/** It was to last until a time that passed before there was a network: there is nothing left to fix. */
const isOver = ({ code }: Rejection) => code === 'mute_in_past'

/** The end of a visit has the same path as its start, and can be given up separately. */
const isCreation = ({ method, path, body }: OutboxChange) =>
  method === 'POST' &&
  (path === '/api/intervention' || (path === '/api/visit' && (body as { endedAt?: string }).endedAt === undefined))

export type Outbox = ReturnType<typeof createOutbox>
