import type { AlarmReason } from '#domain/alarm.ts'
import type { Detection, DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, RecentReadings, SwarmEpisode } from './detector-state.ts'
import { isBetweenHours, localHour, medianBetween } from './recent-readings.ts'

const BASE_SECONDS = 45 * 60
const LOWEST_DROP_GRAMS = 700
const LOWEST_DROP_SPARSE_GRAMS = 850
const LARGEST_DROP_GRAMS = 5000
const LOWEST_BASE_GRAMS = 4000
const NEAR_ZERO_SHARE = 0.35
const HANDS_STEP_GRAMS = 400
const HANDS_BEFORE_SECONDS = 30 * 60
const DEPARTURE_SECONDS = 30 * 60
const CONFIRM_SECONDS = 60 * 60
const NEAR_BASE_GRAMS = 250
const STEADY_LOSS_SHARE = 0.6
const STEADY_LOSS_SPARSE_SHARE = 0.4
const SLOW_GRAMS_PER_HOUR = 4000
const SPIKE_GRAMS = 1500
const KEEPS_FALLING_SHARE = 1.35
const FINE_SECONDS = 450
const SPARSE_SECONDS = 20 * 60
const NEIGHBOURING_READING_SECONDS = 130 * 60

/**
 * Looks at one reading before it is remembered. Answers the detection when there is something new to tell, else null.
 * Works on `state` in place.
 */
export function watchSwarm(state: DetectorState, sample: Sample, settings: DetectorSettings): Detection | null {
  if (state.swarmEndedAt !== 0 && sample.time - state.swarmEndedAt > 3 * 3600) state.swarmEndedAt = 0
  const episode = state.swarm
  if (episode === null) {
    const begun = beginEpisode(state, sample, settings)
    if (begun === null) return null
    state.swarm = begun
    return begun.detectedAt === 0 ? null : tell(begun, 'provisional', sample, settings)
  }
  return followEpisode(state, episode, sample, settings)
}

function beginEpisode(state: DetectorState, sample: Sample, settings: DetectorSettings): SwarmEpisode | null {
  const { times, weights } = state.recent
  const { time, weightGrams } = sample
  const last = times.length - 1
  if (last < 0) return null
  let highest = weights[last]!
  for (let at = last - 1; at >= 0 && (times[at]! >= time - BASE_SECONDS || at > last - 3); at--) {
    if (weights[at]! > highest) highest = weights[at]!
  }
  if (highest - weightGrams < LOWEST_DROP_GRAMS) return null
  if (!isBetweenHours(localHour(time, settings.utcOffsetHours), settings.alarmFromHour, settings.alarmToHour))
    return null

  const intervalSeconds = time - times[last]!
  if (intervalSeconds > NEIGHBOURING_READING_SECONDS) return null
  const sparse = intervalSeconds > SPARSE_SECONDS
  const baseGrams = medianBetween(state.recent, sparse ? 0 : time - BASE_SECONDS, time)!
  const drop = baseGrams - weightGrams
  if (drop < (sparse ? LOWEST_DROP_SPARSE_GRAMS : LOWEST_DROP_GRAMS) || drop > LARGEST_DROP_GRAMS) return null
  if (baseGrams < LOWEST_BASE_GRAMS || weightGrams < baseGrams * NEAR_ZERO_SHARE) return null

  let start = last
  while (
    start > 0 &&
    weights[start]! < baseGrams - Math.min(0.2 * drop, NEAR_BASE_GRAMS) &&
    times[start - 1]! >= time - BASE_SECONDS
  )
    start--
  const startedAt = Math.max(times[start]!, state.swarmEndedAt)
  const earlier = sparse ? (weights[last - 2] ?? null) : medianBetween(state.recent, 0, time - BASE_SECONDS)
  const earlierLossGrams = earlier === null ? 0 : Math.max(0, earlier - baseGrams)
  if (earlierLossGrams > (sparse ? STEADY_LOSS_SPARSE_SHARE : STEADY_LOSS_SHARE) * drop) return null
  const before = baseGrams - weights[last]!
  const inSteps = before >= 0.12 * drop && before >= 120
  const episode: SwarmEpisode = {
    startedAt,
    seenAt: time,
    detectedAt: inSteps || sparse ? time : 0,
    baseGrams,
    deepestGrams: drop,
    largestStepGrams: 0,
    secondStepGrams: 0,
    riseGrams: 0,
    earlierLossGrams,
    intervalSeconds,
    readingsBack: 0,
    readingsDown: 1,
    slow: 1,
    handled: 0,
    keepsFalling: 0,
    confidencePercent: 0,
  }
  lookBack(episode, state.recent, sample)
  return episode
}

function lookBack(episode: SwarmEpisode, recent: RecentReadings, sample: Sample): void {
  const { times, weights } = recent
  let after = sample.weightGrams
  let afterTime = sample.time
  for (let at = times.length - 1; at >= 0; at--) {
    const time = times[at]!
    if (time < episode.startedAt - HANDS_BEFORE_SECONDS) break
    const weight = weights[at]!
    if (at > 0 && isSpike(weights[at - 1]!, weight, after)) continue
    const step = after - weight
    if (step >= leastRiseGrams(episode)) episode.riseGrams = Math.max(episode.riseGrams, step)
    if (afterTime > episode.startedAt) noteStep(episode, -step)
    else if (step <= -HANDS_STEP_GRAMS && episode.intervalSeconds <= SPARSE_SECONDS) episode.handled = 1
    after = weight
    afterTime = time
  }
  noteSlowness(episode, sample, -(sample.weightGrams - weights.at(-1)!))
}

/** One reading that sticks out by no more than a scale's fault, up or down. */
function isSpike(before: number, weight: number, after: number): boolean {
  const up = weight - Math.max(before, after)
  const down = Math.min(before, after) - weight
  return (up >= 200 && weight - before <= SPIKE_GRAMS) || (down >= 200 && before - weight <= SPIKE_GRAMS)
}

/** A slow loss that goes on may be robbing: whether it is a swarm shows when it stops. */
function noteSlowness(episode: SwarmEpisode, sample: Sample, fallGrams: number): void {
  if (episode.slow === 0) return
  const seconds = sample.time - episode.startedAt
  const drop = episode.baseGrams - sample.weightGrams
  const slow = drop * 3600 < SLOW_GRAMS_PER_HOUR * seconds
  const goesOn = fallGrams * seconds > 0.5 * drop * episode.intervalSeconds
  episode.slow = slow && goesOn && seconds < 1.5 * DEPARTURE_SECONDS ? 1 : 0
}

/** Readings far apart rise by flow alone, so the bar rises with the interval. */
function leastRiseGrams({ intervalSeconds }: SwarmEpisode): number {
  return intervalSeconds > SPARSE_SECONDS ? HANDS_STEP_GRAMS + intervalSeconds / 6 : HANDS_STEP_GRAMS
}

function noteStep(episode: SwarmEpisode, fallGrams: number): void {
  if (fallGrams > episode.largestStepGrams) {
    episode.secondStepGrams = episode.largestStepGrams
    episode.largestStepGrams = fallGrams
  } else if (fallGrams > episode.secondStepGrams) episode.secondStepGrams = fallGrams
}

function followEpisode(
  state: DetectorState,
  episode: SwarmEpisode,
  sample: Sample,
  settings: DetectorSettings,
): Detection | null {
  const { time, weightGrams } = sample
  const drop = episode.baseGrams - weightGrams
  const step = weightGrams - state.recent.weights[state.recent.weights.length - 1]!
  const back = drop < Math.max(0.4 * episode.deepestGrams, 0.5 * LOWEST_DROP_GRAMS)
  if (episode.detectedAt === 0) {
    if (back || time - episode.seenAt > NEIGHBOURING_READING_SECONDS) {
      state.swarm = null
      return null
    }
    episode.detectedAt = time
  }
  if (step >= leastRiseGrams(episode)) {
    if (episode.readingsDown === 1 && step <= SPIKE_GRAMS && drop >= LOWEST_DROP_GRAMS) {
      episode.deepestGrams = drop
      episode.largestStepGrams = Math.min(episode.largestStepGrams, drop)
    } else episode.riseGrams = Math.max(episode.riseGrams, step)
  }
  if (weightGrams < episode.baseGrams * NEAR_ZERO_SHARE || drop > LARGEST_DROP_GRAMS) episode.handled = 1
  episode.readingsBack = back ? episode.readingsBack + 1 : 0
  if (!back) episode.readingsDown++
  const sparse = episode.intervalSeconds > SPARSE_SECONDS
  if (time - episode.startedAt <= DEPARTURE_SECONDS + episode.intervalSeconds * (sparse ? 2 : 1)) {
    noteStep(episode, -step)
    if (drop <= LARGEST_DROP_GRAMS) episode.deepestGrams = Math.max(episode.deepestGrams, drop)
  } else if (drop > KEEPS_FALLING_SHARE * episode.deepestGrams + 200 && -step <= episode.deepestGrams) {
    episode.keepsFalling = 1
    return end(state, episode, 'withdrawn', sample, settings)
  }

  const goesOn = sparse && -step > 0.3 * drop && time - episode.detectedAt < 3 * CONFIRM_SECONDS
  noteSlowness(episode, sample, -step)
  const over = time - episode.detectedAt >= CONFIRM_SECONDS && !goesOn
  if (back && (over || episode.readingsBack >= 2 || time - episode.seenAt >= DEPARTURE_SECONDS)) {
    return end(state, episode, 'withdrawn', sample, settings)
  }
  if (over) return end(state, episode, drop > LARGEST_DROP_GRAMS ? 'withdrawn' : 'confirmed', sample, settings)
  if (rateSwarm(episode, 'provisional', settings) === episode.confidencePercent) return null
  return tell(episode, 'provisional', sample, settings)
}

function end(
  state: DetectorState,
  episode: SwarmEpisode,
  status: 'confirmed' | 'withdrawn',
  sample: Sample,
  settings: DetectorSettings,
): Detection {
  state.swarm = null
  state.swarmEndedAt = sample.time
  return tell(episode, status, sample, settings)
}

/** How sure the shape of the loss alone makes us that a swarm left, in percent. */
function rateSwarm(
  episode: SwarmEpisode,
  status: 'provisional' | 'confirmed' | 'withdrawn',
  settings: DetectorSettings,
): number {
  if (status === 'withdrawn') return 10
  const { deepestGrams, intervalSeconds } = episode
  const hour = localHour(episode.startedAt, settings.utcOffsetHours)
  const share = episode.largestStepGrams / deepestGrams
  let percent = status === 'confirmed' ? 85 : 75
  if (deepestGrams < 850) percent -= 15
  if (deepestGrams > 3800) percent -= 10
  if (deepestGrams > 0.4 * episode.baseGrams) percent -= 15
  if (intervalSeconds > SPARSE_SECONDS) percent -= status === 'provisional' ? 35 : 20
  else if (intervalSeconds > FINE_SECONDS) percent -= share >= 0.9 ? 15 : 0
  else if (share >= 0.75) percent -= 40
  else if (status === 'provisional') {
    if (share + episode.secondStepGrams / deepestGrams >= 0.9) percent -= 40
    else if (share >= 0.45 && episode.readingsDown < 3) percent -= 30
  }
  if (status === 'provisional' && episode.slow === 1 && intervalSeconds <= SPARSE_SECONDS) percent -= 30
  if (episode.riseGrams > 0) percent -= status === 'confirmed' && episode.riseGrams < 1000 ? 30 : 40
  if (episode.handled === 1) percent -= 30
  if (episode.earlierLossGrams > 0.3 * deepestGrams) percent -= 30
  if (hour < 9 || hour >= 18) percent -= intervalSeconds > SPARSE_SECONDS ? 20 : 10
  return Math.max(5, Math.min(95, percent))
}

function tell(
  episode: SwarmEpisode,
  status: 'provisional' | 'confirmed' | 'withdrawn',
  sample: Sample,
  settings: DetectorSettings,
): Detection {
  episode.confidencePercent = rateSwarm(episode, status, settings)
  return {
    type: 'swarm',
    status,
    startedAt: episode.startedAt,
    detectedAt: episode.detectedAt,
    endedAt: status === 'provisional' ? null : sample.time,
    weightChangeGrams: -episode.deepestGrams,
    confidencePercent: episode.confidencePercent,
    why: explain(episode, status, sample),
  }
}

function explain(episode: SwarmEpisode, status: Detection['status'], sample: Sample): AlarmReason[] {
  const why: AlarmReason[] = [
    {
      code: 'dropped',
      values: {
        kg: kilograms(episode.deepestGrams),
        minutes: Math.round((Math.min(sample.time, episode.startedAt + DEPARTURE_SECONDS) - episode.startedAt) / 60),
      },
    },
  ]
  if (status === 'confirmed') why.push({ code: 'stillDown', values: { minutes: minutesSince(episode, sample) } })
  if (episode.keepsFalling === 1) why.push({ code: 'keepsFalling' })
  else if (status === 'withdrawn') why.push({ code: 'cameBack', values: { minutes: minutesSince(episode, sample) } })
  if (episode.riseGrams > 0) why.push({ code: 'roseToo', values: { kg: kilograms(episode.riseGrams) } })
  if (episode.handled === 1) why.push({ code: 'handled' })
  if (episode.intervalSeconds > SPARSE_SECONDS) {
    why.push({ code: 'sparse', values: { minutes: Math.round(episode.intervalSeconds / 60) } })
  } else if (episode.intervalSeconds <= FINE_SECONDS && episode.largestStepGrams >= 0.75 * episode.deepestGrams) {
    why.push({ code: 'oneStep', values: { kg: kilograms(episode.largestStepGrams) } })
  }
  if (episode.earlierLossGrams > 0.3 * episode.deepestGrams) {
    why.push({ code: 'losingBefore', values: { kg: kilograms(episode.earlierLossGrams) } })
  }
  return why
}

function minutesSince(episode: SwarmEpisode, sample: Sample): number {
  return Math.round((sample.time - episode.detectedAt) / 60)
}

function kilograms(grams: number): number {
  return Math.round(grams / 100) / 10
}
