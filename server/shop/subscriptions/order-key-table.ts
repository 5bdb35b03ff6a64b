import type { Generated } from 'kysely'

/**
 * Times in epoch ms. `source`: origin of the key, such as `script` or an order, which is `order_id`. From `revoked_at` on it extends nothing:
 * its order was withdrawn.
 */
export type OrderKeyTable = {
  id: Generated<number>
  key_hash: string
  term_years: number
  term_days: number
  uses_left: number
  source: string
  created_at: number
  expires_at: number | null
  order_id: number | null
  revoked_at: number | null
}

/** One use of a key. `account_id` redeemed it, `owner_id` had the transmitter then; null: the account is gone. */
export type OrderKeyRedemptionTable = {
  id: Generated<number>
  order_key_id: number
  controller_id: number
  account_id: number | null
  owner_id: number | null
  redeemed_at: number
  term_years: number
  term_days: number
  extra_days: number
  end_before: number
  ends_at: number
}

/** A reminder sent this many days before the subscription's end; a renewal has another end, and so gets new reminders. */
export type SubscriptionReminderTable = { controller_id: number; ends_at: number; days_before: number }
