import type { Generated } from 'kysely'
import type { ShareType } from '#domain/exchange/share.ts'

/**
 * A link that opens scales to whoever has it. `begins_at` and `ends_at` in epoch seconds, of a fixed period; the token is
 * there as a keyed hash to find it by, and sealed to show it to its owner again.
 */
export type ShareTable = {
  id: Generated<number>
  account_id: number
  type: ShareType
  description: string
  days: number | null
  begins_at: number | null
  ends_at: number | null
  token_hash: string
  token_sealed: string
  created_at: number
  /** One of the hosts in the settings, at which it was made; null where that is not known. */
  site_host: Generated<string | null>
}

/** The scales of a share; `place` is their order. */
export type ShareScaleTable = { share_id: number; scale_id: number; place: number }
