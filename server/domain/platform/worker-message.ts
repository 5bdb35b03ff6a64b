import type { ClocksCompared } from './device-clock.ts'
import type { Locale } from './locale.ts'

/** The service worker's database; a page only deletes it, and only when no worker can. */
export const STORE_NAME = 'hivewatch'

/** A change made by a person, as sent to the API; the client makes the `id`, so that a repeat is recognized. */
export type OutboxChange = { id: string; method: 'POST' | 'DELETE'; path: string; body?: unknown }

/** When a change was made, by the device's clock in epoch ms, and the last comparison of the clocks before. */
export type Noted = { queuedAt: number; compared?: ClocksCompared | undefined }

/** Why the server refused a change; `message` is in the language of the page that made it. */
export type Rejection = { status: number; code: string; message: string }

/**
 * A change that is waiting to be sent, or that was refused and has been neither fixed nor given up; times in epoch ms. `trouble`: the
 * server's failure because of which it is retried from `retryAt` on; null while it only waits for the network.
 */
export type OutboxEntry = OutboxChange &
  Noted & {
    rejection: Rejection | null
    trouble: Rejection | null
    retryAt: number | null
    /** Whether it is being sent right now. */
    sending: boolean
  }

/** `isHeld`: it waits until somebody signs in again. */
export type ChangeOutcome =
  | { status: 'sent'; reply: unknown }
  | { status: 'pending'; isHeld?: true }
  | { status: 'rejected'; rejection: Rejection }

/** Whose device this is, and the language in which the worker speaks when no page is open. */
export type DeviceAccount = { id: number; locale: Locale; variant: string }

/** What curves are of. */
export type VisibleKind = 'scales' | 'controllers'

/** Messages from a page to the service worker; each is answered on the message's port with a `WorkerReply`. */
export type PageMessage =
  | { type: 'account'; account: DeviceAccount }
  | { type: 'wipe'; keepOutbox: boolean }
  | { type: 'skip-waiting' }
  /** Whether the worker reports to the server what it has shown: answered with true. */
  | { type: 'sends-receipts' }
  | { type: 'assets'; urls: string[] }
  /** `noted`: if it takes the place of an earlier change. */
  | { type: 'queue'; change: OutboxChange; locale: Locale; noted?: Noted | undefined }
  /** Tokens of the sessions to end at the server as soon as there is a network. */
  | { type: 'sign-out'; tokens: string[] }
  /** Answered with the outbox's entries. */
  | { type: 'outbox' }
  | { type: 'flush' }
  /** Gives up a change. */
  | { type: 'dismiss'; id: string }
  /** Sends a change right away that was refused or is due for a later retry. */
  | { type: 'retry'; id: string }
  /** Answered with this account's `KeptPush`es, newest first. */
  | { type: 'pushes' }
  /** All that this account may see, of one kind. */
  | { type: 'visible'; of: VisibleKind; ids: number[] }
  /** What an answer of the server says about this device's clock. */
  | { type: 'clocks'; compared: ClocksCompared }

export type WorkerReply = { ok: true; value: unknown } | { ok: false; message: string }

/** Messages from the worker to every open page. */
export type WorkerNotice =
  | { type: 'outbox-changed'; entries: OutboxEntry[] }
  /** The worker's database had to be created: it does not know whose device this is, and if the browser deleted the previous one, waiting changes are gone. */
  | { type: 'store-made' }
  /** A slow answer arrived after the page was served from the store: asking again is now free. */
  | { type: 'timeline-refreshed' }
  /** Another push has been stored. */
  | { type: 'pushed' }
  /** Somebody tapped a notification that leads to a page; the page that goes there answers true on the port. `title`: the notification's. */
  | { type: 'open'; path: string; title: string }
