import type { Detection } from '#domain/alerts/detection.ts'
import { describeActivity } from './activity.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState } from './detector-state.ts'
import { describeDisturbance } from './disturbance.ts'
import { describeSwarm } from './swarm-detection.ts'
import { isTold } from './swarm-episode.ts'

/** Returns the ongoing episodes that were told, as of this reading; with `isOver` they end with it. */
export function openEpisodes(
  state: DetectorState,
  sample: Sample,
  settings: DetectorSettings,
  isOver: boolean,
): Detection[] {
  const { swarm, disturbance, gain, loss } = state
  const endedAt = isOver ? sample.time : null
  return [
    ...(swarm && isTold(swarm)
      ? [describeSwarm(swarm, isOver ? 'withdrawn' : 'provisional', sample, settings, state)]
      : []),
    ...(disturbance?.detectedAt ? [describeDisturbance(disturbance, endedAt, [])] : []),
    ...(gain.detectedAt ? [describeActivity(gain, loss, 'gain', endedAt)] : []),
    ...(loss.detectedAt ? [describeActivity(loss, gain, 'loss', endedAt)] : []),
  ]
}
