import { describe, expect, test } from 'vitest'
import { curveDay } from '../support/samples/weight-curve.ts'
import { scoreInjected, scoreReal, scoreSimulated } from './data-sets.ts'
import { readRealHives } from './real-hives.ts'
import type { Ringing } from './replay-apiary.ts'
import {
  addToScore,
  emptyScore,
  falseAlarmsPerHiveYear,
  medianDelayMinutes,
  medianFirstMinutes,
  recall,
  type Score,
} from './score.ts'
import { simulateApiary } from './simulate-apiary.ts'

const seeds = [501, 502, 503, 504, 505]

describe('the targets, on a small simulation', { timeout: 60_000 }, () => {
  test.each([
    [5, 20, 15],
    [10, 22, 15],
    [15, 40, 24],
  ])('read every %i minutes', (minutes, delay, firstDelay) => {
    const score = scoreSimulated(seeds, minutes)
    expect(score.types.swarm.happened).toBeGreaterThan(15)
    expect(recall(score.types.swarm)).toBeGreaterThanOrEqual(0.93)
    expect(falseAlarmsPerHiveYear(score, 'swarm')).toBeLessThan(1)
    expect(medianDelayMinutes(score.types.swarm)).toBeLessThanOrEqual(delay)
    expect(medianFirstMinutes(score.types.swarm)).toBeLessThanOrEqual(firstDelay)
    expect(recall(score.types.disturbance)).toBeGreaterThanOrEqual(0.9)
    expect(recall(score.types.activity)).toBeGreaterThanOrEqual(0.5)
  })
})

describe('readings hours apart, on a small simulation', { timeout: 60_000 }, () => {
  test.each([
    [60, 0.85],
    [180, 0.8],
    [360, 0.7],
  ])('read every %i minutes most swarms are told', (minutes, least) => {
    const score = scoreSimulated(seeds, minutes)
    const { swarm } = score.types
    expect(swarm.told / swarm.happened).toBeGreaterThanOrEqual(least)
    expect(recall(swarm)).toBeGreaterThanOrEqual(0.35)
    expect(falseAlarmsPerHiveYear(score, 'swarm')).toBeLessThan(1.2)
  })

  test('read every 10 minutes and sent every six hours, they are found as soon as they arrive', () => {
    const { swarm } = scoreSimulated(seeds, 10, 360).types
    expect(recall(swarm)).toBeGreaterThanOrEqual(0.9)
    expect(medianDelayMinutes(swarm)).toBe(0)
  })
})

describe.runIf(readRealHives() !== null)('on real hives', { timeout: 60_000 }, () => {
  test('nothing rings as a swarm where none was', () => {
    expect(falseAlarmsPerHiveYear(scoreReal(5)!, 'swarm')).toBeLessThan(1)
  })

  test('injected swarms ring in time', () => {
    const { swarm } = scoreInjected(
      Array.from({ length: 120 }, (_, at) => 5000 + at),
      5,
    )!.types
    expect(recall(swarm)).toBeGreaterThanOrEqual(0.95)
    expect(medianDelayMinutes(swarm)).toBeLessThanOrEqual(20)
  })
})

test('a simulation is the same for the same seed, and another for another', () => {
  const samples = (seed: number) => simulateApiary({ seed, hives: 2, intervalMinutes: 60, days: 120 }).hives
  expect(samples(1)).toEqual(samples(1))
  expect(samples(1)).not.toEqual(samples(2))
})

describe('counting', () => {
  const label = { what: 'swarm', from: curveDay, to: curveDay + 1200, grams: 2000 } as const
  const hive = {
    scaleId: 1,
    samples: [
      { time: curveDay - 86_400, weightGrams: 1 },
      { time: curveDay - 86_400 + 365.25 * 86_400, weightGrams: 1 },
    ],
    notes: [],
  }
  const ring = (minutesAfter: number, loud = true): Ringing => ({
    scaleId: 1,
    type: 'swarm',
    startedAt: curveDay + minutesAfter * 60,
    rangAt: curveDay + minutesAfter * 60,
    loud,
    levels: [{ at: curveDay + minutesAfter * 60, confidencePercent: loud ? 75 : 30 }],
    detection: {
      type: 'swarm',
      status: 'provisional',
      startedAt: curveDay,
      detectedAt: curveDay,
      endedAt: null,
      weightChangeGrams: -2000,
      confidencePercent: 75,
      why: [],
    },
  })
  const counted = (grams: number, ringing: Ringing[]) => {
    const score = emptyScore()
    const labels = grams > 0 ? [{ ...label, grams }] : []
    addToScore(score, { hives: [{ ...hive, labels }], intervalMinutes: 5 }, ringing)
    return score
  }

  test.each<[string, number, number[], number, number, number]>([
    ['found in time', 2000, [12], 1, 1, 0],
    ['missed', 2000, [], 1, 0, 0],
    ['rung too late: missed and false', 2000, [300], 1, 0, 1],
    ['rung twice: found once', 2000, [12, 60], 1, 1, 0],
    ['under a kilogram: neither', 900, [12], 0, 0, 0],
    ['nothing happened', 0, [12], 0, 0, 1],
  ])('%s', (_, grams, minutes, happened, found, falseAlarms) => {
    const score = counted(
      grams,
      minutes.map((minute) => ring(minute)),
    )
    expect(score.hiveYears).toBeCloseTo(1)
    expect(score.types.swarm).toMatchObject({ happened, found, falseAlarms })
  })

  test('what was told quietly is neither found nor false', () => {
    expect(counted(2000, [ring(12, false)]).types.swarm).toMatchObject({ happened: 1, found: 0, told: 1 })
    expect(counted(0, [ring(12, false)]).types.swarm.falseAlarms).toBe(0)
  })

  test('the first push may be quiet, and one of what is found neither way has no delay', () => {
    const both = ring(22)
    both.levels = [{ at: label.from + 720, confidencePercent: 20 }, ...both.levels]
    const delays = ({ types: { swarm } }: Score) => [swarm.firstDelaysSeconds, swarm.delaysSeconds]
    expect(delays(counted(2000, [both]))).toEqual([[720], [1320]])
    expect(delays(counted(2000, [ring(12, false)]))).toEqual([[720], []])
    expect(delays(counted(2000, []))).toEqual([[], []])
  })

  test('the delay is the median, in minutes', () => {
    expect(medianDelayMinutes({ delaysSeconds: [60, 600, 1200] })).toBe(10)
    expect(medianDelayMinutes({ delaysSeconds: [600, 1200] })).toBe(15)
    expect(medianFirstMinutes({ firstDelaysSeconds: [60, 600, 1200] })).toBe(10)
  })
})
