import type { Generated } from 'kysely'
import type { TroubleKind } from '#domain/platform/trouble.ts'

/**
 * An episode of a problem with the server, open until `ended_at`; at most one per kind and subject is open. `subject` is empty if it is about
 * the server; `values` is JSON. `told_at`: when administrators were last told; `end_told_at`: when they were told that it is over. Times in
 * epoch ms.
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
