import type { Locale } from './locale.ts'

/** The worker's database; a page only deletes it, where no worker can. */
export const STORE_NAME = 'hivewatch'

/** A change made by a person, as it is sent to the API; `id` is made by the client, so that a repeat is recognized. */
export type OutboxChange = { id: string; method: 'POST' | 'DELETE'; path: string; body?: unknown }

/** Why the server refused a change; `message` in the language of the page that made it. */
export type Rejection = { status: number; code: string; message: string }

/**
 * A change that waits to be sent, or that was refused and neither mended nor given up yet; times in epoch ms. `trouble`: the failure
 * of the server because of which it is tried again from `retryAt` on; null while all it waits for is the network.
 */
export type OutboxEntry = OutboxChange & {
  queuedAt: number
  rejection: Rejection | null
  trouble: Rejection | null
  retryAt: number | null
  /** Whether it is on its way at this moment. */
  sending: boolean
}

/** `isHeld`: it waits for somebody to sign in again. */
export type ChangeOutcome =
  | { status: 'sent'; reply: unknown }
  | { status: 'pending'; isHeld?: true }
  | { status: 'rejected'; rejection: Rejection }

/** Whose device this is, and how the worker speaks when no page is open. */
export type DeviceAccount = { id: number; locale: Locale; variant: string }

/** What a page asks of the service worker; each is answered over the message's port by a `WorkerReply`. */
export type PageMessage =
  | { type: 'account'; account: DeviceAccount }
  | { type: 'wipe'; keepOutbox: boolean }
  | { type: 'skip-waiting' }
  /** Whether it says to the server what it showed: answered with true. */
  | { type: 'sends-receipts' }
  | { type: 'assets'; urls: string[] }
  | { type: 'queue'; change: OutboxChange; locale: Locale }
  /** Sessions to be ended at the server once there is a network, by their tokens. */
  | { type: 'sign-out'; tokens: string[] }
  /** Answered with the entries of the outbox. */
  | { type: 'outbox' }
  | { type: 'flush' }
  /** Gives a change up. */
  | { type: 'dismiss'; id: string }
  /** Sends at once what was refused, or what is tried again later on. */
  | { type: 'retry'; id: string }
  /** Answered with the `KeptPush`es of this account, the newest first. */
  | { type: 'pushes' }

export type WorkerReply = { ok: true; value: unknown } | { ok: false; message: string }

/** What the worker tells every open page. */
export type WorkerNotice =
  | { type: 'outbox-changed'; entries: OutboxEntry[] }
  /** The worker's database had to be made: whose device this is is not in it, nor what waited, where the browser took the one before. */
  | { type: 'store-made' }
  /** A slow answer came after the page was served from the store: asking again now costs nothing. */
  | { type: 'timeline-refreshed' }
  /** Another push is kept. */
  | { type: 'pushed' }
  /** A tap on a notification led to a page: answered over the port with true by who goes there. `title`: what it said. */
  | { type: 'open'; path: string; title: string }
