/** The last readings of a scale, oldest first: all of the last 90 minutes, and at least three readings unless they are older than two days. */
export type RecentReadings = { times: number[]; weights: number[] }

/** A loss that may be a swarm, from its first sign until it is confirmed or withdrawn. Times in epoch seconds. */
export type SwarmEpisode = {
  startedAt: number
  seenAt: number
  /** 0 until a second reading has shown that it is no spike, or the loss was sure enough at its first reading. */
  detectedAt: number
  baseGrams: number
  deepestGrams: number
  deepestAt: number
  largestStepGrams: number
  secondStepGrams: number
  riseGrams: number
  earlierLossGrams: number
  intervalSeconds: number
  readingsBack: number
  readingsDown: number
  /** 1 while the loss is slow and continues, also if robbing had rung when it began. */
  slow: number
  /** 1 if the hive was handled before, or opened or lifted meanwhile; else 0. */
  handled: number
  /** 1 if it kept falling long after a swarm would have left. */
  keepsFalling: number
  /** 0 until something was told of it. */
  confidencePercent: number
}

export type DisturbanceEpisode = {
  startedAt: number
  /** 0 until a second reading has confirmed it. */
  detectedAt: number
  baseGrams: number
  lowestGrams: number
  /** 1 if the weight fell below 35 % of the baseline, 0 for a step of more than 10 kg that leaves more. */
  removed: number
  night: number
  /** 1 if the weight stepped up or down in the half hour before. */
  handled: number
  /** 1 once the weight has been gone for an hour. */
  lasting: number
}

/** A leaky bucket; levels in milligrams so that draining is exact. `byStepsMilligrams` is the share from single big steps. */
export type Bucket = {
  milligrams: number
  byStepsMilligrams: number
  /** The time of the reading that began to fill it, 0 while empty. */
  since: number
  /** 0 while no alarm is open. */
  detectedAt: number
  confidencePercent: number
  peakMilligrams: number
}

/**
 * Everything remembered about a scale between two readings: a plain value of integers, so that equal histories give
 * equal bytes. Nothing in it outlives seven days: buckets drain to zero, episodes end, the window is bounded.
 */
export type DetectorState = {
  recent: RecentReadings
  /** For a scale that sends rarely: its readings of the last four days, at least 70 minutes apart, rounded to 10 g; otherwise empty. */
  course: RecentReadings
  swarm: SwarmEpisode | null
  /**
   * The earliest start of the next swarm episode: the end of the last one, or one second
   * after its start if a single reading had shown it. Reset to 0 after four hours.
   */
  swarmEndedAt: number
  disturbance: DisturbanceEpisode | null
  gain: Bucket
  loss: Bucket
  /** A big step held back for one reading, in case it was a spike; 0 if there is none. */
  heldGrams: number
  heldAt: number
  /** The number of jumps and new alarms so far in the UTC hour of the last reading; see `hour-limit.ts`. */
  hourJumps: number
  hourAlarms: number
}

export function emptyBucket(): Bucket {
  return { milligrams: 0, byStepsMilligrams: 0, since: 0, detectedAt: 0, confidencePercent: 0, peakMilligrams: 0 }
}

/** The state of a scale that has not sent anything yet. */
export function initialState(): DetectorState {
  return {
    recent: { times: [], weights: [] },
    course: { times: [], weights: [] },
    swarm: null,
    swarmEndedAt: 0,
    disturbance: null,
    gain: emptyBucket(),
    loss: emptyBucket(),
    heldGrams: 0,
    heldAt: 0,
    hourJumps: 0,
    hourAlarms: 0,
  }
}

/** A copy that shares nothing with the original, so that a run can work in place. */
export function copyState(state: DetectorState): DetectorState {
  return {
    recent: { times: state.recent.times.slice(), weights: state.recent.weights.slice() },
    course: { times: state.course.times.slice(), weights: state.course.weights.slice() },
    swarm: state.swarm && { ...state.swarm },
    swarmEndedAt: state.swarmEndedAt,
    disturbance: state.disturbance && { ...state.disturbance },
    gain: { ...state.gain },
    loss: { ...state.loss },
    heldGrams: state.heldGrams,
    heldAt: state.heldAt,
    hourJumps: state.hourJumps,
    hourAlarms: state.hourAlarms,
  }
}
