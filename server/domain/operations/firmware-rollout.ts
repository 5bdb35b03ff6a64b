import * as v from 'valibot'
import { HOUR_MS } from '../platform/durations.ts'

export const rolloutStates = ['running', 'stopped', 'done'] as const
export type RolloutState = (typeof rolloutStates)[number]

/** The events of a roll-out. `silent`, `returned` and `replaced` stop it automatically. */
export const rolloutEvents = ['began', 'stage', 'done', 'silent', 'returned', 'replaced', 'stopped', 'resumed'] as const
export type RolloutEvent = (typeof rolloutEvents)[number]

const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))

/**
 * How a version is rolled out: to which percentage of the transmitters in each stage. The next stage begins when `enoughPercent` of those
 * that should have the version report it and were heard from `aliveHours` later. The roll-out stops when more than `silentPercent` of those
 * that took the version are silent or report another version again.
 */
export const RolloutPlan = v.object({
  stages: v.optional(
    v.pipe(
      v.array(Percent),
      v.minLength(1),
      v.maxLength(10),
      v.check((stages) => stages.every((percent, i) => percent > (stages[i - 1] ?? 0)), 'rising percentages'),
      v.check((stages) => stages.at(-1) === 100, '100 as the last percentage'),
    ),
    [5, 25, 100],
  ),
  aliveHours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(720)), 24),
  enoughPercent: v.optional(Percent, 80),
  silentPercent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 10),
})
export type RolloutPlan = v.InferOutput<typeof RolloutPlan>

/** A transmitter in a roll-out; times in epoch ms. */
export type RolloutMember = {
  assignedAt: number | null
  /** Whether it was sending on schedule when the version was assigned to it. */
  wasAlive: boolean
  /** When it had downloaded the whole file. */
  fetchedAt: number | null
  /** When it first reported the version. */
  updatedAt: number | null
  reportsVersion: boolean
  lastSeenAt: number | null
  updateIntervalHours: number
  /** False if its subscription has ended: its data are refused, so it looks the same as a silent one. */
  isCollecting: boolean
}

/**
 * `expected`: assigned and alive; `updated`: report the version; `proven`: those of them heard from long enough afterwards; `taken`:
 * downloaded or reported the version, of these `silent`, and `returned` (report another one again).
 */
export const RolloutNumbers = v.object({
  total: v.number(),
  assigned: v.number(),
  expected: v.number(),
  updated: v.number(),
  proven: v.number(),
  taken: v.number(),
  silent: v.number(),
  returned: v.number(),
})
export type RolloutNumbers = v.InferOutput<typeof RolloutNumbers>

/** How long a transmitter may be silent: two update intervals plus an hour, in ms. */
export const patienceMs = (updateIntervalHours: number): number => (2 * updateIntervalHours + 1) * HOUR_MS

/** Whether a transmitter was heard from recently enough. `since`: silence before it does not count, for example while the server was down. */
export const isHeard = (
  { lastSeenAt, updateIntervalHours }: Pick<RolloutMember, 'lastSeenAt' | 'updateIntervalHours'>,
  now: number,
  since: number,
): boolean => lastSeenAt !== null && now - Math.max(lastSeenAt, since) <= patienceMs(updateIntervalHours)

export function countRollout(
  members: readonly RolloutMember[],
  { aliveHours }: Pick<RolloutPlan, 'aliveHours'>,
  { now, since }: { now: number; since: number },
): RolloutNumbers {
  const numbers = { total: 0, assigned: 0, expected: 0, updated: 0, proven: 0, taken: 0, silent: 0, returned: 0 }
  for (const member of members) {
    const { assignedAt, updatedAt, fetchedAt, lastSeenAt } = member
    numbers.total++
    if (assignedAt === null) continue
    numbers.assigned++
    if (!member.isCollecting) continue
    const spokeSince = lastSeenAt !== null && lastSeenAt > assignedAt
    if (member.wasAlive || spokeSince) numbers.expected++
    const hasIt = member.reportsVersion && updatedAt !== null
    if (hasIt) numbers.updated++
    if (!hasIt && fetchedAt === null && updatedAt === null) continue
    numbers.taken++
    if (!isHeard(member, now, Math.max(since, fetchedAt ?? 0))) numbers.silent++
    else if (!hasIt && updatedAt !== null) numbers.returned++
    else if (hasIt && lastSeenAt !== null && lastSeenAt - updatedAt >= aliveHours * HOUR_MS) numbers.proven++
  }
  return numbers
}

/** How many of all transmitters have their turn in a stage; at least one. */
export const sharePlaces = (total: number, percent: number): number => Math.ceil((total * percent) / 100)

export type RolloutStep = 'wait' | 'stage' | 'done' | 'silent' | 'returned'

/** Decides the next step of a roll-out from its numbers. Trouble takes precedence over progress. */
export function nextRolloutStep(numbers: RolloutNumbers, plan: RolloutPlan, stage: number): RolloutStep {
  const { taken, silent, returned, expected, proven } = numbers
  if (silent * 100 > plan.silentPercent * taken) return 'silent'
  if ((silent + returned) * 100 > plan.silentPercent * taken) return 'returned'
  if (expected === 0 || proven * 100 < plan.enoughPercent * expected) return 'wait'
  return stage + 1 < plan.stages.length ? 'stage' : 'done'
}
