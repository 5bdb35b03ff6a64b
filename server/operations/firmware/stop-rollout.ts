import type { Kysely } from 'kysely'
import { isVersion } from '#domain/operations/firmware.ts'
import type { RolloutEvent, RolloutNumbers } from '#domain/operations/firmware-rollout.ts'
import type { Tables } from '../../store/tables.ts'
import { updateDesired } from './firmware-queries.ts'
import { readNumbers } from './read-rollout.ts'
import { insertEvent, type RolloutWithVersion, selectMembers, updateRollout } from './rollout-queries.ts'

/**
 * Stops a roll-out in the open transaction: transmitters that do not run the version yet get back the one they should have had before. Returns
 * false if it is no longer running.
 */
export async function stopRollout(
  db: Kysely<Tables>,
  rollout: RolloutWithVersion,
  what: Extract<RolloutEvent, 'silent' | 'returned' | 'replaced' | 'stopped'>,
  now: number,
  numbers: RolloutNumbers = readNumbers(rollout.numbers),
): Promise<boolean> {
  if (rollout.state !== 'running') return false
  const stopped = await updateRollout(db, rollout, { state: 'stopped', numbers: JSON.stringify(numbers) })
  if (!stopped) return false
  const waiting = (await selectMembers(db, rollout.id)).filter(
    (member) =>
      member.assigned_at !== null &&
      member.desired_firmware_id === rollout.firmware_id &&
      !isVersion(member.software_version, rollout.version),
  )
  const earlier = new Map<number | null, number[]>()
  for (const { earlier_firmware_id, controller_id } of waiting) {
    earlier.set(earlier_firmware_id, [...(earlier.get(earlier_firmware_id) ?? []), controller_id])
  }
  for (const [firmwareId, ids] of earlier) await updateDesired(db, ids, firmwareId)
  await insertEvent(db, rollout.id, now, what, numbers)
  return true
}
