import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'

/** Times in epoch ms. `collectingSince`: when an ended subscription was last renewed. */
export type Heard = { heardAt: number; collectingSince: number | null; updateIntervalHours: number }

/** Whether nothing was heard for two intervals and an hour of the time in which this server took in what came. */
export function isOverdue(
  { heardAt, collectingSince, updateIntervalHours }: Heard,
  { clock, listening }: Pick<Deps, 'clock' | 'listening'>,
): boolean {
  const patience = (2 * updateIntervalHours + 1) * HOUR_MS
  return listening.listenedMs(Math.max(lastHeard(heardAt, { clock, listening }), collectingSince ?? 0)) > patience
}

/** What a clock that was wrong put into the future was heard before it was right again. */
export const lastHeard = (heardAt: number, { clock, listening }: Pick<Deps, 'clock' | 'listening'>): number =>
  heardAt > clock.now() ? listening.since() : heardAt
