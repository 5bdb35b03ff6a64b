import type { Generated } from 'kysely'

/** What is told of an apiary's season in one message; `body` is a `SeasonNotice` as JSON. `created_at` in epoch ms. */
export type SeasonNoticeTable = {
  id: Generated<number>
  account_id: number
  controller_id: number | null
  body: string
  created_at: number
}
