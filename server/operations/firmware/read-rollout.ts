import * as v from 'valibot'
import { isVersion } from '#domain/operations/firmware.ts'
import { countRollout, RolloutNumbers, RolloutPlan } from '#domain/operations/firmware-rollout.ts'
import type { MemberRow, RolloutWithVersion } from './rollout-queries.ts'

export const readPlan = ({ plan }: Pick<RolloutWithVersion, 'plan'>): RolloutPlan =>
  v.parse(RolloutPlan, JSON.parse(plan))

export const readNumbers = (text: string): RolloutNumbers => v.parse(RolloutNumbers, JSON.parse(text))

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
      updateIntervalHours: row.update_interval_hours,
      isCollecting: !subscriptions || row.subscription_ends_at === null || row.subscription_ends_at > when.now,
    })),
    readPlan(rollout),
    when,
  )
