import { turnMs } from '#domain/hives/nobody-heard.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'

/** Times in epoch ms. `collectingSince`: when an ended subscription was last renewed. */
export type Heard = { heardAt: number; collectingSince: number | null; updateIntervalHours: number }

/** Whether nothing was heard for two intervals and an hour, counting only time in which this server was receiving. */
export function isOverdue(
  { heardAt, collectingSince, updateIntervalHours }: Heard,
  { clock, listening }: Pick<Deps, 'clock' | 'listening'>,
): boolean {
  const since = Math.max(lastHeard(heardAt, { clock, listening }), collectingSince ?? 0)
  return listening.listenedMs(since) > patienceMs(updateIntervalHours)
}

/** Whether it should have been heard by now, though its patience may not be over. */
export function hasMissedTurn({ heardAt, collectingSince, updateIntervalHours }: Heard, deps: Pick<Deps, 'listening'>) {
  return deps.listening.listenedMs(Math.max(heardAt, collectingSince ?? 0)) > turnMs(updateIntervalHours)
}

/** For how long a transmitter may be silent. */
export const patienceMs = (updateIntervalHours: number): number => (2 * updateIntervalHours + 1) * HOUR_MS

/** A time in the future, from a wrong clock, counts as the time since which this server has been receiving. */
export const lastHeard = (heardAt: number, { clock, listening }: Pick<Deps, 'clock' | 'listening'>): number =>
  heardAt > clock.now() ? listening.since() : heardAt
