import * as v from 'valibot'
import { isVersion } from '#domain/operations/firmware.ts'
import { countRollout, RolloutNumbers, RolloutPlan } from '#domain/operations/firmware-rollout.ts'
import { intervalInForce } from '../../hives/controllers/interval-in-force.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import type { MemberRow, RolloutWithVersion } from './rollout-queries.ts'

/** Throws if the plan is damaged: nothing may be given to transmitters by another plan. */
export const readPlan = ({ plan }: Pick<RolloutWithVersion, 'plan'>): RolloutPlan =>
  v.parse(RolloutPlan, JSON.parse(plan))

const NOT_COUNTED: RolloutNumbers = {
  ...{ total: 0, assigned: 0, expected: 0, updated: 0 },
  ...{ proven: 0, taken: 0, silent: 0, returned: 0 },
}

/** Numbers as they were stored; all 0 if they are damaged, which ends with the next check. */
export const readNumbers = (text: string): RolloutNumbers => storedJson(RolloutNumbers, text, NOT_COUNTED)

/** A plan as it is shown and counted by: the usual one if it is damaged. Such a roll-out does not go on, and can be stopped. */
export const shownPlan = ({ plan }: Pick<RolloutWithVersion, 'plan'>): RolloutPlan =>
  storedJson(RolloutPlan, plan, v.parse(RolloutPlan, {}))

/** The current numbers of a roll-out, computed from its transmitters. `subscriptions`: whether subscriptions are enabled here. */
export const numbersOf = (
  rollout: Pick<RolloutWithVersion, 'plan' | 'version'>,
  members: readonly MemberRow[],
  when: { now: number; since: number },
  { subscriptions }: { subscriptions: boolean },
): RolloutNumbers =>
  countRollout(
    members.map((row) => ({
      assignedAt: row.assigned_at,
      wasAlive: row.was_alive === 1,
      fetchedAt: row.fetched_at,
      updatedAt: row.updated_at,
      reportsVersion: isVersion(row.software_version, rollout.version),
      lastSeenAt: row.last_seen_at,
      updateIntervalHours: intervalInForce(row),
      isCollecting: !subscriptions || row.subscription_ends_at === null || row.subscription_ends_at > when.now,
    })),
    shownPlan(rollout),
    when,
  )
