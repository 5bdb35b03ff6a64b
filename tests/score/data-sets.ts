import type { LabeledApiary, LabeledHive } from './labeled-hive.ts'
import { injectSwarm, readRealHives, thinOut } from './real-hives.ts'
import { movesOf, replayAmong, replayApiary } from './replay-apiary.ts'
import { replayDays } from './replay-days.ts'
import { addToScore, emptyScore, type Score } from './score.ts'
import { simulateApiary } from './simulate-apiary.ts'
import { simulateSummer } from './simulate-summer.ts'
import { simulateWinter } from './simulate-winter.ts'
import { createToyDetector } from './toy-detector.ts'

const READ_EVERY_MINUTES = 5

/** Simulated apiaries of one to nine hives, one a seed, which is also their name. */
export function* simulatedApiaries(
  seeds: readonly number[],
  intervalMinutes: number,
): Generator<{ name: string; apiary: LabeledApiary }> {
  for (const seed of seeds) {
    yield { name: String(seed), apiary: simulateApiary({ seed, hives: 1 + ((seed * 5) % 9), intervalMinutes }) }
  }
}

/** The simulated apiaries of some seeds; what was read arrives at once, or every `batchMinutes` together. */
export function scoreSimulated(seeds: readonly number[], intervalMinutes: number, batchMinutes = 0): Score {
  const score = emptyScore()
  for (const { apiary } of simulatedApiaries(seeds, intervalMinutes)) {
    const sent = { ...apiary, batchMinutes }
    addToScore(score, sent, replayApiary(sent))
  }
  return score
}

/** Winters of simulated apiaries, judged at the end of each day. */
export function scoreWinters(seeds: readonly number[], intervalMinutes: number): Score {
  const score = emptyScore()
  for (const { apiary } of simulatedWinters(seeds, intervalMinutes)) addToScore(score, apiary, replayDays(apiary))
  return score
}

/** Summers of simulated apiaries, judged at the end of each day. */
export function scoreSummers(seeds: readonly number[], intervalMinutes: number): Score {
  const score = emptyScore()
  for (const { apiary } of simulatedSummers(seeds, intervalMinutes)) addToScore(score, apiary, replayDays(apiary))
  return score
}

export function* simulatedSummers(
  seeds: readonly number[],
  intervalMinutes: number,
): Generator<{ name: string; apiary: LabeledApiary }> {
  for (const seed of seeds) {
    yield { name: String(seed), apiary: simulateSummer({ seed, hives: 1 + ((seed * 5) % 9), intervalMinutes }) }
  }
}

export function* simulatedWinters(
  seeds: readonly number[],
  intervalMinutes: number,
): Generator<{ name: string; apiary: LabeledApiary }> {
  for (const seed of seeds) {
    yield { name: String(seed), apiary: simulateWinter({ seed, hives: 1 + ((seed * 5) % 9), intervalMinutes }) }
  }
}

/** The same apiaries, heard by the plain threshold that most scales offer. */
export function scoreToy(seeds: readonly number[], intervalMinutes: number): Score {
  const score = emptyScore()
  for (const { apiary } of simulatedApiaries(seeds, intervalMinutes)) {
    const alarms = apiary.hives.flatMap(({ scaleId, samples }) => {
      const rings = createToyDetector()
      return samples.filter(rings).map(({ time }) => ({
        scaleId,
        type: 'swarm' as const,
        startedAt: time,
        levels: [{ at: time, confidencePercent: 100 }],
      }))
    })
    addToScore(score, apiary, alarms)
  }
  return score
}

/** The real hives as they are, in every phase of the longer interval up to two: whatever rings is false. */
export function scoreReal(intervalMinutes: number): Score | null {
  const real = readRealHives()
  if (real === null) return null
  const every = intervalMinutes / READ_EVERY_MINUTES
  const score = emptyScore()
  for (let phase = 0; phase < Math.min(every, 2); phase++) {
    const thinned = thinOut(real, every, phase)
    addToScore(score, thinned, replayApiary(thinned))
  }
  return score
}

/** One swarm a seed, injected into one of the real hives while the others go on as they were. */
export function scoreInjected(seeds: readonly number[], intervalMinutes: number): Score | null {
  const real = readRealHives()
  if (real === null) return null
  const every = intervalMinutes / READ_EVERY_MINUTES
  const moves = movesOf(thinOut(real, every))
  const score = emptyScore()
  for (const seed of seeds) {
    const swarmed: LabeledHive = injectSwarm(real.hives[seed % real.hives.length]!, seed)
    const alone: LabeledApiary = thinOut({ ...real, hives: [swarmed] }, every, seed)
    addToScore(score, alone, replayAmong(alone.hives[0]!, alone, moves))
  }
  return score
}
