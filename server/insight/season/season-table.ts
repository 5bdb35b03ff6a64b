import type { Generated } from 'kysely'
import type { SeasonKind } from '#domain/alerts/notification.ts'

/** When a kind of news was last told of a hive, in epoch ms. */
export type SeasonToldTable = { scale_id: number; kind: SeasonKind; told_at: number }

/** The local day (yyyy-mm-dd) on which an apiary was last checked for news. */
export type SeasonLookTable = { controller_id: number; day: string }

/**
 * How an account wants its weekly summary; a null `way` means not at all. `weekday`: 1 is Monday; `hour` in `time_zone`. `not_asked`:
 * they do not want to be asked about it. `last_at`: when the last one was written, or the choice was last changed, in epoch ms.
 */
export type SeasonDigestTable = {
  account_id: number
  way: 'email' | 'push' | null
  weekday: number
  hour: number
  time_zone: string
  not_asked: Generated<0 | 1>
  last_at: number | null
}
