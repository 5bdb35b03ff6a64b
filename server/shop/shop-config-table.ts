import type { Generated } from 'kysely'

/** Each version as it was saved, newest highest; never changed. `created_by` null: the account is gone. */
export type ShopConfigTable = {
  version: Generated<number>
  yaml: string
  comment: string
  created_at: number
  created_by: number | null
}
