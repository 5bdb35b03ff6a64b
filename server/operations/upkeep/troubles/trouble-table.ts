import type { Generated } from 'kysely'
import type { TroubleKind } from '#domain/platform/trouble.ts'

/**
 * An episode of something that is wrong with the server, open until `ended_at`; of a kind and subject one at most is open.
 * `subject` is empty where it is about the server; `values` is JSON. `told_at`: when administrators were last written to;
 * `end_told_at`: when they were told that it is over. Times in epoch ms.
 */
export type TroubleTable = {
  id: Generated<number>
  kind: TroubleKind
  subject: Generated<string>
  values: Generated<string>
  since: number
  last_seen: number
  ended_at: number | null
  told_at: number | null
  end_told_at: number | null
}
