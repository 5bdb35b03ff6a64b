import type { Generated } from 'kysely'
import type { ForwardingError, ForwardingTarget } from '#domain/exchange/forwarding.ts'

/**
 * Times in epoch ms, but `starts_at` in epoch seconds: older readings are never forwarded. `address` is without the password, which is sealed;
 * two addresses are the same if their `address_key` is equal. `waiting`: nothing was new at the last look. Everything in tiles up to
 * `revision` has been forwarded.
 */
export type ForwardingTable = {
  id: Generated<number>
  account_id: number
  controller_id: number
  channel: number
  target: ForwardingTarget
  address: string
  address_key: string
  sealed_password: string | null
  title: string | null
  template: string | null
  paused: Generated<0 | 1>
  /** 1 while a mail address is still unconfirmed. */
  unconfirmed: Generated<0 | 1>
  waiting: Generated<0 | 1>
  due_at: number
  starts_at: number
  revision: number
  failures: Generated<number>
  failing: Generated<0 | 1>
  last_sent_at: number | null
  last_error: ForwardingError | null
  last_error_detail: string | null
  created_at: number
}

/**
 * A message on its way: the same readings under the same key for every try. `times`: JSON, epoch seconds. `revision`: what its forwarding has
 * reached once the message got through.
 */
export type ForwardingRunTable = {
  forwarding_id: number
  key: string
  scale_id: number
  times: string
  revision: number
  created_at: number
}

/** The times of one UTC day of a scale that have been forwarded: a raw tile without values. */
export type ForwardingSentTable = { forwarding_id: number; scale_id: number; from: number; bytes: Uint8Array }
