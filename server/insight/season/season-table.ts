import type { Generated } from 'kysely'
import type { SeasonKind } from '#domain/alerts/season-news.ts'

/** When a kind of news was last told of a hive, in epoch ms. */
export type SeasonToldTable = { scale_id: number; kind: SeasonKind; told_at: number }

/** The local day (yyyy-mm-dd) on which an apiary was last looked at for news. */
export type SeasonLookTable = { controller_id: number; day: string }

/**
 * How somebody wants the week told; `way` null is not at all. `weekday`: 1 is Monday; `hour` of `time_zone`. `not_asked`: they do not want to be
 * asked about it. `last_at`: when it was last written, in epoch ms.
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
