import type { Generated } from 'kysely'

/** The season news of an apiary sent in one message; `body` is a `SeasonNotice` as JSON. `created_at` in epoch ms. */
export type SeasonNoticeTable = {
  id: Generated<number>
  account_id: number
  controller_id: number | null
  body: string
  created_at: number
}
