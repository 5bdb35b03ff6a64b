import type { Kysely } from 'kysely'
import { isHeard, sharePlaces } from '#domain/operations/firmware-rollout.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import type { Tables } from '../../store/tables.ts'
import { isNewer } from './compare-versions.ts'
import { updateDesired } from './firmware-queries.ts'
import { readPlan } from './read-rollout.ts'
import { type MemberRow, type RolloutWithVersion, updateMembers } from './rollout-queries.ts'

/**
 * Assigns the version to the transmitters up to a stage, in the open transaction. Those that run a newer one by now keep it. `since`: silence
 * before this time does not count.
 */
export async function giveStage(
  db: Kysely<Tables>,
  rollout: Pick<RolloutWithVersion, 'id' | 'firmware_id' | 'version' | 'plan'>,
  members: readonly MemberRow[],
  stage: number,
  { now, since }: { now: number; since: number },
): Promise<void> {
  const places = sharePlaces(members.length, readPlan(rollout).stages[stage]!)
  const due = members
    .slice(0, places)
    .filter((member) => member.assigned_at === null && !isNewer(member.software_version, rollout.version))
  const alive = (member: MemberRow) =>
    isHeard({ lastSeenAt: member.last_seen_at, updateIntervalHours: intervalInForce(member) }, now, since)
  for (const was_alive of [0, 1] as const) {
    const ids = due.filter((member) => Number(alive(member)) === was_alive).map((member) => member.controller_id)
    await updateMembers(db, rollout.id, ids, { assigned_at: now, was_alive })
  }
  await updateDesired(
    db,
    due.map((member) => member.controller_id),
    rollout.firmware_id,
  )
}
