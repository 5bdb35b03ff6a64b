/** Each version as it was saved, the newest the highest; never changed. `created_by` null: the account is gone. */
export type ShopConfigTable = {
  version: number
  yaml: string
  comment: string
  created_at: number
  created_by: number | null
}
