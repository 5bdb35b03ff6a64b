import type { Generated } from 'kysely'
import type { SetAsideReason, SetAsideStage } from '#domain/operations/set-aside.ts'

/**
 * What the requests of one commit brought, stored before they are acknowledged and kept until it is folded into tiles. `senders`:
 * whose parts it has, and how long each is; null if all of it belongs to `controller_id`, which is 0 otherwise. `received_at`: of
 * the first one, epoch ms.
 */
export type InboxTable = {
  id: Generated<number>
  controller_id: number
  received_at: number
  body: Uint8Array
  senders: Uint8Array | null
}

/**
 * What could not be taken in or judged, kept until somebody retries or drops it. `stage`: `readings` has the inbox
 * rows in `body`; `detection` waits in `detection_due`; `roll_up` has days in `body`. Times in epoch ms.
 */
export type SetAsideTable = {
  id: Generated<number>
  controller_id: number
  series_id: number
  stage: SetAsideStage
  reason: SetAsideReason
  message: string
  body: Uint8Array | null
  readings: number
  received_at: number
  attempts: number
  tried_at: number
}

/**
 * The newest reading of a scale, with the last value of each quantity unless it is from before the day before, and when each was last measured,
 * however long ago; times in epoch seconds. A time is null if there is none, or as long as nothing came since the times are kept.
 */
export type ScaleLastTable = {
  scale_id: number
  time: number
  weight_grams: number | null
  weight_time: Generated<number | null>
  temperature_centi: number | null
  temperature_time: Generated<number | null>
  humidity_permille: number | null
  humidity_time: Generated<number | null>
  gain_level_grams: number
  loss_level_grams: number
}
