import type { Detection } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import { type DetectorState, initialState } from './detector-state.ts'
import { openEpisodes } from './open-episodes.ts'

/*
 * Hives at which somebody works for an hour, read every minute, show up to 18 jumps and 4 alarms in that hour. A scale that
 * shows twice that is broken or jammed: for the rest of the UTC hour its readings are stored but not judged.
 */
const JUMPS_AN_HOUR = 40
const ALARMS_AN_HOUR = 8

const hourOf = (time: number) => Math.floor(time / HOUR_SECONDS)

/** Called before a reading at `time` is looked at: resets the counts when a new hour begins. Works on `state` in place. */
export function enterHour(state: DetectorState, time: number): void {
  if (state.hourJumps + state.hourAlarms === 0 || hourOf(state.recent.times.at(-1) ?? 0) === hourOf(time)) return
  state.hourJumps = 0
  state.hourAlarms = 0
}

/** Whether the hour has reached its limit, so that the rest of it cannot be used. */
export const isHourSpent = ({ hourJumps, hourAlarms }: DetectorState): boolean =>
  hourJumps >= JUMPS_AN_HOUR || hourAlarms >= ALARMS_AN_HOUR

/** Ends what is open and forgets everything but the reading itself, in place, so that the next hour starts afresh. */
export function giveUpHour(
  state: DetectorState,
  sample: Sample,
  settings: DetectorSettings,
  tell: (detection: Detection) => void,
): void {
  const { swarm, hourJumps, hourAlarms } = state
  const { time } = sample
  const open = openEpisodes(state, sample, settings, true)
  for (const detection of open) tell({ ...detection, why: [detection.why[0]!, { code: 'unsteady' }] })
  const swarmEndedAt = swarm ? time : state.swarmEndedAt
  Object.assign(state, initialState(), {
    recent: { times: [time], weights: [sample.weightGrams] },
    swarmEndedAt,
    hourJumps,
    hourAlarms,
  })
}
