import type { Rejection } from '#domain/hives/ingest-message.ts'
import type { Deps } from '../../../deps.ts'

/**
 * What the times of a request that was taken say: of the server's clock, where the device has a clock of its own, and how many
 * were refused. `newest` in epoch seconds.
 */
export function noteTimes(
  { clock, refusedTimes }: Pick<Deps, 'clock' | 'refusedTimes'>,
  imei: string,
  { rejected, newest }: { rejected: readonly Rejection[]; newest: number | undefined },
  timesBy: 'its own' | 'ours',
): void {
  if (newest === undefined) return
  if (timesBy === 'its own') clock.heard(imei, newest * 1000)
  let refused = 0
  for (const { code } of rejected) if (code === 'time_in_future') refused++
  if (refused > 0) refusedTimes.note(imei, refused, newest - Math.floor(clock.now() / 1000))
}
