import type { Kysely } from 'kysely'
import { type Firmware, type FirmwareController, type FirmwareRollout, isVersion } from '#domain/operations/firmware.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { isNewer, newestFirst } from './compare-versions.ts'
import {
  countDesired,
  countReported,
  type FirmwareControllerRow,
  type FirmwareRow,
  selectFirmware,
} from './firmware-queries.ts'
import { readNumbers, shownPlan } from './read-rollout.ts'
import { type RolloutWithVersion, selectEvents, selectNewestRollouts } from './rollout-queries.ts'

const EVENTS_SHOWN = 30

/** All versions, newest first, each with how many transmitters should have and report it, and its newest roll-out. */
export async function readFirmware(db: Kysely<Tables>): Promise<Firmware[]> {
  const [rows, desired, reported, rollouts] = await Promise.all([
    selectFirmware(db),
    countDesired(db),
    countReported(db),
    selectNewestRollouts(db),
  ])
  const shown = await toRollouts(db, rollouts)
  return rows
    .sort((a, b) => newestFirst(a.version, b.version))
    .map((row) => ({
      ...toFirmware(row),
      desired: desired.get(row.id) ?? 0,
      current: reported.reduce((sum, one) => sum + (isVersion(one.reported, row.version) ? one.count : 0), 0),
      rollout: shown.find(({ version }) => version === row.version) ?? null,
    }))
}

const toFirmware = ({ name, version, kind, bytes, sha256, uploaded_at }: FirmwareRow) => ({
  name,
  version,
  kind,
  size: bytes,
  sha256,
  uploaded: isoTime(uploaded_at),
})

/** Roll-outs with their latest events. */
export async function toRollouts(
  db: Kysely<Tables>,
  rollouts: readonly RolloutWithVersion[],
): Promise<FirmwareRollout[]> {
  const events = await selectEvents(
    db,
    rollouts.map(({ id }) => id),
  )
  return rollouts.map((rollout) => ({
    id: rollout.id,
    version: rollout.version,
    state: rollout.state,
    plan: shownPlan(rollout),
    stage: rollout.stage,
    numbers: readNumbers(rollout.numbers),
    created: isoTime(rollout.created_at),
    checked: isoTime(rollout.checked_at),
    events: events
      .filter(({ rollout_id }) => rollout_id === rollout.id)
      .slice(-EVENTS_SHOWN)
      .map(({ at, what, numbers }) => ({ time: isoTime(at), what, numbers: readNumbers(numbers) })),
  }))
}

/** `version`: the one that transmitters are compared with. */
export const toFirmwareController = (row: FirmwareControllerRow, version: string | undefined): FirmwareController => ({
  id: row.id,
  name: row.name,
  imei: row.imei,
  current: row.software_version,
  desired: row.desired,
  lastUpdate: isoTimeOrNull(row.last_seen_at),
  newer: version !== undefined && isNewer(row.software_version, version),
})
