import { isVersion } from '#domain/operations/firmware.ts'
import { isHeard } from '#domain/operations/firmware-rollout.ts'
import type { Deps } from '../../deps.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { isNewer } from './compare-versions.ts'
import { updateDesired } from './firmware-queries.ts'
import { giveStage } from './give-stage.ts'
import { numbersOf } from './read-rollout.ts'
import {
  deleteMembersOf,
  insertEvent,
  type MemberRow,
  overlapsRunning,
  type RolloutWithVersion,
  selectMembers,
  selectRollout,
  updateMembers,
  updateRollout,
} from './rollout-queries.ts'
import { stopRollout } from './stop-rollout.ts'

type Steering = Pick<Deps, 'database' | 'clock' | 'config'>

/** Stops a roll-out for an administrator. Throws 404 `firmware_rollout_not_found`, 409 `firmware_rollout_over`. */
export function haltRollout({ database, clock, config }: Steering, account: SignedIn, id: number) {
  return database.db.transaction().execute(async (db): Promise<RolloutWithVersion> => {
    const rollout = await selectRollout(db, id)
    if (!rollout) throw new AppError(404, 'firmware_rollout_not_found')
    const now = clock.now()
    const numbers = numbersOf(rollout, await selectMembers(db, id), { now, since: 0 }, config)
    if (!(await stopRollout(db, rollout, 'stopped', now, numbers))) throw new AppError(409, 'firmware_rollout_over')
    await recordChange({ database: { db }, clock }, entry(account, rollout, 'running', 'stopped'))
    return (await selectRollout(db, id))!
  })
}

/**
 * Resumes a stopped roll-out. Transmitters that fell silent, went back to another version, or run a newer one by now are left out from here
 * on; those that had not taken the version yet get it again. Throws 404 `firmware_rollout_not_found`, 409 `firmware_rollout_over`, 409
 * `firmware_rollout_overlap`.
 */
export function resumeRollout({ database, clock, config }: Steering, account: SignedIn, id: number) {
  return database.db.transaction().execute(async (db): Promise<RolloutWithVersion> => {
    const rollout = await selectRollout(db, id)
    if (!rollout) throw new AppError(404, 'firmware_rollout_not_found')
    const resumed = rollout.state === 'stopped' && (await updateRollout(db, rollout, { state: 'running' }))
    if (!resumed) throw new AppError(409, 'firmware_rollout_over')
    if (await overlapsRunning(db, id)) throw new AppError(409, 'firmware_rollout_overlap')
    const now = clock.now()
    const members = await selectMembers(db, id)
    const lost = members.filter(
      (member) => isLost(member, rollout.version, now) || isNewer(member.software_version, rollout.version),
    )
    await deleteMembersOf(
      db,
      id,
      lost.map((member) => member.controller_id),
    )
    const again = members.filter((member) => member.assigned_at !== null && !lost.includes(member))
    const waiting = again
      .filter((member) => !isVersion(member.software_version, rollout.version))
      .map((member) => member.controller_id)
    await updateMembers(db, id, waiting, { assigned_at: now, fetched_at: null })
    await updateDesired(db, waiting, rollout.firmware_id)
    const when = { now, since: 0 }
    await giveStage(db, rollout, await selectMembers(db, id), rollout.stage, when)
    const numbers = numbersOf(rollout, await selectMembers(db, id), when, config)
    const row = await updateRollout(db, resumed, { numbers: JSON.stringify(numbers), checked_at: now })
    await insertEvent(db, id, now, 'resumed', numbers)
    await recordChange({ database: { db }, clock }, entry(account, rollout, 'stopped', 'running'))
    return { ...row!, version: rollout.version }
  })
}

/** Whether it took the version, and is now silent or reports another one again. */
function isLost(member: MemberRow, version: string, now: number): boolean {
  const took = member.fetched_at !== null || member.updated_at !== null
  const heard = { lastSeenAt: member.last_seen_at, updateIntervalHours: intervalInForce(member) }
  const hasReturned = member.updated_at !== null && !isVersion(member.software_version, version)
  return took && (hasReturned || !isHeard(heard, now, member.fetched_at ?? 0))
}

const entry = ({ accountId }: SignedIn, { id, version }: RolloutWithVersion, before: string, after: string) => ({
  actorId: accountId,
  action: `firmware.rollout_${after === 'running' ? 'resumed' : 'stopped'}`,
  subjectType: 'firmware',
  subjectId: version,
  before: { rollout: id, state: before },
  after: { rollout: id, state: after },
})
