import type { Generated } from 'kysely'
import type { FirmwareKind } from '#domain/operations/firmware-image.ts'
import type { RolloutEvent, RolloutState } from '#domain/operations/firmware-rollout.ts'

export type FirmwareTable = {
  id: Generated<number>
  version: string
  name: string
  kind: FirmwareKind
  /** Its name in the firmware folder. */
  file: string
  bytes: number
  sha256: string
  uploaded_at: number
}

export type FirmwareRolloutTable = {
  id: Generated<number>
  firmware_id: number
  state: RolloutState
  /** JSON: a `RolloutPlan`. */
  plan: string
  /** Counted from 0. */
  stage: number
  /** JSON: `RolloutNumbers` at the last check. */
  numbers: string
  checked_at: number
  created_at: number
}

export type FirmwareRolloutControllerTable = {
  rollout_id: number
  controller_id: number
  /** Its place in the order, from 0. */
  place: number
  /** The version it should have had before. */
  earlier_firmware_id: number | null
  assigned_at: number | null
  /** 1 if it was heard from in time when the version was assigned. */
  was_alive: Generated<0 | 1>
  fetched_at: number | null
  updated_at: number | null
}

export type FirmwareRolloutEventTable = {
  id: Generated<number>
  rollout_id: number
  at: number
  what: RolloutEvent
  /** JSON: `RolloutNumbers`. */
  numbers: string
}
