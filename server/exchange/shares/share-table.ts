import type { Generated } from 'kysely'
import type { ShareType } from '#domain/exchange/share.ts'

/**
 * A link that opens scales to anyone who has it. `begins_at` and `ends_at`: epoch seconds of a fixed period. The token is stored as a keyed
 * hash to look it up, and sealed to show it to its owner again.
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
  /** The configured host where it was made; null if unknown. */
  site_host: Generated<string | null>
}

/** The scales of a share, ordered by `place`. */
export type ShareScaleTable = { share_id: number; scale_id: number; place: number }
