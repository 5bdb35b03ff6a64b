import type { Rejection } from '#domain/hives/ingest-message.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Evaluates the times of an accepted request: they tell about the server's clock if the device has its own, and those refused as in
 * the future are counted. `newest` in epoch seconds.
 */
export function noteTimes(
  { clock, refusedTimes }: Pick<Deps, 'clock' | 'refusedTimes'>,
  { imei, controllerId }: { imei: string; controllerId: number },
  { rejected, newest }: { rejected: readonly Rejection[]; newest: number | undefined },
  timesBy: 'its own' | 'ours',
): void {
  if (newest === undefined) return
  if (timesBy === 'its own') clock.heard(imei, newest * 1000)
  let refused = 0
  for (const { code } of rejected) if (code === 'time_in_future') refused++
  if (refused > 0) refusedTimes.note(controllerId, refused, newest - Math.floor(clock.now() / 1000))
}
