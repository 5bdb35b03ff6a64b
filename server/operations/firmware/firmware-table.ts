import type { Generated } from 'kysely'
import type { FirmwareKind } from '#domain/operations/firmware-image.ts'
import type { RolloutEvent, RolloutState } from '#domain/operations/firmware-rollout.ts'

export type FirmwareTable = {
  id: Generated<number>
  version: string
  name: string
  kind: FirmwareKind
  /** Its name in the folder of firmware. */
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
  /** Counts from 0. */
  stage: number
  /** JSON: `RolloutNumbers` of when it was looked at last. */
  numbers: string
  checked_at: number
  created_at: number
}

export type FirmwareRolloutControllerTable = {
  rollout_id: number
  controller_id: number
  /** Its turn, from 0. */
  place: number
  /** What it was to have before. */
  earlier_firmware_id: number | null
  assigned_at: number | null
  /** 1 where it was heard from in time when it was assigned. */
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
