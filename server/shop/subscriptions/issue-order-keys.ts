import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { makeOrderKey, ORDER_KEY_RANDOM_SYMBOLS } from '#domain/shop/order-key.ts'
import { type SubscriptionTerm, TERM_MAXIMUM } from '#domain/shop/subscription.ts'
import type { Deps } from '../../deps.ts'
import type { Ids } from '../../platform/runtime/ids.ts'
import type { SecretBox } from '../../platform/runtime/secret-box.ts'
import type { Tables } from '../../store/tables.ts'
import { insertOrderKeys } from './order-key-queries.ts'

const KEYS_AT_ONCE = 1000

export type OrderKeyIssue = {
  term: SubscriptionTerm
  /** How many keys. */
  count: number
  /** How many times each may be redeemed. */
  uses: number
  /** Origin of the keys, such as `script` or `order 4711`. */
  source: string
  /** Epoch ms; null: they may be redeemed forever. */
  expiresAt: number | null
  /** The order whose withdrawal ends them. */
  orderId?: number | undefined
}

/** The hash under which a key is stored and looked up. */
export const hashOrderKey = (secrets: SecretBox, key: string): string => secrets.keyedHash(key, 'order_key')

/** A new order key that nobody can guess. */
export const randomOrderKey = (ids: Pick<Ids, 'token'>): string => makeOrderKey(randomSymbols(ids))

/** Throws RangeError, which says what is wrong, if no keys can be made with these values. */
export function checkIssue({ term, count, uses }: Pick<OrderKeyIssue, 'term' | 'count' | 'uses'>): void {
  const isTerm =
    [term.years, term.days].every((part) => Number.isInteger(part) && part >= 0) && term.years + term.days > 0
  if (!isTerm) throw new RangeError('a subscription has whole years or days')
  const { years, days } = TERM_MAXIMUM
  if (term.years > years || term.days > days)
    throw new RangeError(`a key gives ${years} years and ${days} days at most`)
  if (!Number.isInteger(uses) || uses < 1) throw new RangeError('a key has one use or more')
  if (!Number.isInteger(count) || count < 1 || count > KEYS_AT_ONCE) throw new RangeError(`1 to ${KEYS_AT_ONCE} keys`)
}

/** Creates order keys and returns them in the clear, this once: only their keyed hashes are stored. With `within` they belong to that transaction. */
export async function issueOrderKeys(
  { database: { db }, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  issue: OrderKeyIssue,
  { within = db }: { within?: Kysely<Tables> } = {},
): Promise<string[]> {
  checkIssue(issue)
  const { term, count, uses, source, expiresAt, orderId } = issue
  const keys = Array.from({ length: count }, () => randomOrderKey(ids))
  const row = {
    term_years: term.years,
    term_days: term.days,
    uses_left: uses,
    source,
    created_at: clock.now(),
    expires_at: expiresAt,
    order_id: orderId ?? null,
    revoked_at: null,
  }
  await insertOrderKeys(
    within,
    keys.map((key) => ({ ...row, key_hash: hashOrderKey(secrets, key) })),
  )
  return keys
}

/** Takes 75 of a token's 256 bits. */
const randomSymbols = (ids: Pick<Ids, 'token'>): number[] =>
  [...createHash('sha256').update(ids.token()).digest().subarray(0, ORDER_KEY_RANDOM_SYMBOLS)].map((byte) => byte & 31)
