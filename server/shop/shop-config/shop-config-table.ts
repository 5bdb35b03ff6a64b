/** Each version as saved, the newest with the highest number; rows never change. `created_by` null: the account is gone. */
export type ShopConfigTable = {
  version: number
  yaml: string
  comment: string
  created_at: number
  created_by: number | null
}
