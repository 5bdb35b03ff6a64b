import type { Kysely } from 'kysely'
import { isVersion } from '#domain/operations/firmware.ts'
import { nextRolloutStep, type RolloutStep } from '#domain/operations/firmware-rollout.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { giveStage } from './give-stage.ts'
import { numbersOf, readPlan } from './read-rollout.ts'
import {
  insertEvent,
  type MemberRow,
  noteUpdated,
  type RolloutWithVersion,
  selectMembers,
  selectRunning,
  updateRollout,
} from './rollout-queries.ts'
import { stopRollout } from './stop-rollout.ts'
import { type Telling, tellAdministrators } from './tell-administrators.ts'

type Watching = Telling & Pick<Deps, 'logger' | 'listening' | 'loops'>

/**
 * Creates the job that moves each roll-out on by one step, or stops it. Downtime of this server is not held against transmitters: silence
 * counts from its start at the earliest.
 */
export function createRolloutWatch(deps: Watching): () => Promise<void> {
  return async () => {
    if (!deps.clock.isTrusted()) return
    const since = deps.listening.since()
    const running = await selectRunning(deps.database.db)
    await deps.loops('firmware roll-outs').run(
      running,
      ({ version }) => version,
      (rollout) => step(deps, rollout, since),
    )
  }
}

async function step(deps: Watching, rollout: RolloutWithVersion, since: number) {
  const { database, clock, config, logger } = deps
  const now = clock.now()
  const when = { now, since }
  const members = await readMembers(database.db, rollout)
  const numbers = numbersOf(rollout, members, when, config)
  const next = nextRolloutStep(numbers, readPlan(rollout), rollout.stage)
  const taken = await database.db.transaction().execute(async (db): Promise<RolloutStep> => {
    if (next === 'silent' || next === 'returned') {
      if (!(await stopRollout(db, rollout, next, now, numbers))) return 'wait'
      await tellAdministrators(deps, db, rollout.version, next, numbers)
      return next
    }
    const changed = await updateRollout(db, rollout, {
      state: next === 'done' ? 'done' : 'running',
      stage: next === 'stage' ? rollout.stage + 1 : rollout.stage,
      numbers: JSON.stringify(numbers),
      checked_at: now,
    })
    if (!changed || next === 'wait') return 'wait'
    if (next === 'stage') {
      await giveStage(db, rollout, await selectMembers(db, rollout.id), changed.stage, when)
      const given = numbersOf(rollout, await selectMembers(db, rollout.id), when, config)
      await updateRollout(db, changed, { numbers: JSON.stringify(given) })
    }
    await insertEvent(db, rollout.id, now, next, numbers)
    return next
  })
  const about = { version: rollout.version, rollout: rollout.id, taken }
  if (taken === 'silent' || taken === 'returned') {
    deps.wakeMails()
    logger.warn(about, 'a firmware roll-out stopped automatically')
  } else if (taken !== 'wait') logger.info(about, 'a firmware roll-out went to its next stage')
}

/** The transmitters of a roll-out; for those that newly report the version, records since when. */
async function readMembers(db: Kysely<Tables>, { id, version }: RolloutWithVersion): Promise<MemberRow[]> {
  const members = await selectMembers(db, id)
  const isFresh = (member: MemberRow) =>
    member.assigned_at !== null && member.updated_at === null && isVersion(member.software_version, version)
  const fresh = members.filter(isFresh).map((member) => member.controller_id)
  if (fresh.length === 0) return members
  await noteUpdated(db, id, fresh)
  return members.map((member) => (isFresh(member) ? { ...member, updated_at: member.last_seen_at } : member))
}
