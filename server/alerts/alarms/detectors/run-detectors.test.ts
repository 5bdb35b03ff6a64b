import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Detection } from '#domain/alerts/detection.ts'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { atHour, curveDay, curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import type { Sample } from './detector.ts'
import {
  type DetectorRun,
  decodeState,
  encodeState,
  findJumps,
  initialState,
  isSameState,
  runDetectors,
} from './run-detectors.ts'

/** Two days of a hive in which anything may happen, read at varying intervals. */
const samples: fc.Arbitrary<Sample[]> = fc
  .record({
    interval: fc.constantFrom(300, 600, 900, 3600, 5400, 10_800, 21_600),
    start: fc.integer({ min: 0, max: 86_400 }),
    steps: fc.array(
      fc.oneof(
        { weight: 30, arbitrary: fc.integer({ min: -40, max: 40 }) },
        { weight: 6, arbitrary: fc.integer({ min: -700, max: 500 }) },
        { weight: 2, arbitrary: fc.integer({ min: -3000, max: 3000 }) },
        { weight: 1, arbitrary: fc.constantFrom(-38_000, 38_000, -11_000, 1350, -1350) },
      ),
      { minLength: 2, maxLength: 160 },
    ),
    gaps: fc.array(fc.record({ at: fc.nat(160), seconds: fc.integer({ min: 600, max: 250_000 }) }), { maxLength: 3 }),
  })
  .map(({ interval, start, steps, gaps }) => {
    let time = curveDay + 6 * 3600 + start
    let weightGrams = 40_000
    return steps.map((step, at) => {
      time += interval + gaps.filter((gap) => gap.at === at).reduce((sum, gap) => sum + gap.seconds, 0)
      weightGrams = Math.max(-2000, weightGrams + step)
      return { time, weightGrams }
    })
  })

/** As the previous version wrote it. */
const withoutChecksum = (bytes: Uint8Array) => Uint8Array.of(1, ...bytes.subarray(1, -4))

function byName(detections: readonly Detection[]): Map<string, Detection> {
  return new Map(detections.map((detection) => [`${detection.type} ${detection.startedAt}`, detection]))
}

function runInPieces(all: readonly Sample[], cuts: readonly number[]): DetectorRun {
  const ends = [...cuts.map((cut) => cut % (all.length + 1)), all.length].sort((a, b) => a - b)
  const whole: DetectorRun = {
    state: initialState(),
    detections: [],
    jumps: [],
    deviations: [],
    unusable: [],
    checkpoints: [],
  }
  let from = 0
  for (const end of ends) {
    const run = runDetectors(decodeState(encodeState(whole.state)), all.slice(from, end), curveSettings)
    whole.state = run.state
    whole.detections.push(...run.detections)
    whole.jumps.push(...run.jumps)
    whole.deviations.push(...run.deviations)
    whole.unusable.push(...run.unusable)
    whole.checkpoints.push(...run.checkpoints)
    from = end
  }
  return whole
}

describe('however the readings are split', () => {
  test('detections, jumps, deviations, checkpoints and state are the same', () => {
    fc.assert(
      fc.property(samples, fc.array(fc.nat(160), { maxLength: 8 }), (all, cuts) => {
        const once = runDetectors(initialState(), all, curveSettings)
        const pieces = runInPieces(all, cuts)
        expect(byName(pieces.detections)).toEqual(byName(once.detections))
        expect(pieces.jumps).toEqual(once.jumps)
        expect(pieces.deviations).toEqual(once.deviations)
        expect(pieces.unusable).toEqual(once.unusable)
        expect(pieces.checkpoints).toEqual(once.checkpoints)
        expect(encodeState(pieces.state)).toEqual(encodeState(once.state))
      }),
      { numRuns: 300 },
    )
  })

  test('reading by reading, no detection changes its name, and none that ended comes back', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const ended = new Set<string>()
        let state = initialState()
        for (const sample of all) {
          const run = runDetectors(state, [sample], curveSettings)
          state = run.state
          for (const detection of run.detections) {
            const name = `${detection.type} ${detection.startedAt}`
            expect(ended.has(name)).toBe(false)
            if (detection.endedAt !== null) ended.add(name)
            expect(detection.startedAt).toBeLessThanOrEqual(detection.detectedAt)
            expect(detection.detectedAt).toBeLessThanOrEqual(sample.time)
            expect(detection.confidencePercent).toBeGreaterThanOrEqual(0)
            expect(detection.confidencePercent).toBeLessThanOrEqual(100)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('from each checkpoint on, everything that was not over is found, in the same form', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const once = runDetectors(initialState(), all, curveSettings)
        for (const { day, state } of once.checkpoints) {
          const later = all.filter(({ time }) => time >= day)
          const goesOn = once.detections.filter(({ endedAt }) => endedAt === null || endedAt >= later[0]!.time)
          const again = runDetectors(decodeState(state), later, curveSettings)
          expect(byName(again.detections)).toEqual(byName(goesOn))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the given state is not modified', () => {
    fc.assert(
      fc.property(samples, fc.nat(160), (all, cut) => {
        const at = cut % all.length
        const { state } = runDetectors(initialState(), all.slice(0, at), curveSettings)
        const before = encodeState(state)
        runDetectors(state, all.slice(at), curveSettings)
        expect(encodeState(state)).toEqual(before)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a scale whose weights jump around', () => {
  const random = fc.record({
    second: fc.integer({ min: 1, max: 60 }),
    grams: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 300, maxLength: 600 }),
  })
  const noisy = ({ second, grams }: { second: number; grams: number[] }): Sample[] =>
    grams.map((weightGrams, at) => ({ time: curveDay + 12 * 3600 + at * second, weightGrams }))
  const perHour = (times: readonly number[]) =>
    Math.max(
      0,
      ...Map.groupBy(times, (time) => Math.floor(time / 3600))
        .values()
        .map(({ length }) => length),
    )

  test('has few alarms, jumps and records of it per hour, whatever the weights and however they are split', () => {
    fc.assert(
      fc.property(random, fc.array(fc.nat(600), { maxLength: 8 }), (plan, cuts) => {
        const all = noisy(plan)
        const once = runDetectors(initialState(), all, curveSettings)
        expect(perHour(once.detections.map(({ detectedAt }) => detectedAt))).toBeLessThanOrEqual(11)
        expect(perHour(once.jumps.map(({ time }) => time))).toBeLessThanOrEqual(40)
        expect(perHour(once.unusable)).toBeLessThanOrEqual(1)
        const pieces = runInPieces(all, cuts)
        expect(byName(pieces.detections)).toEqual(byName(once.detections))
        expect([pieces.jumps, pieces.unusable, pieces.checkpoints]).toEqual([
          once.jumps,
          once.unusable,
          once.checkpoints,
        ])
        expect(encodeState(pieces.state)).toEqual(encodeState(once.state))
      }),
      { numRuns: 100 },
    )
  })

  test('is reported as unusable, ends what was open, and is judged again in the next hour', () => {
    const before = weightCurve({ fromHour: 10, toHour: 11.9 })
    const noise = noisy({ second: 20, grams: Array.from({ length: 180 }, (_, at) => (at % 2 ? 38_000 : 38_600)) })
    const quiet = weightCurve({ fromHour: 13, toHour: 20, changes: [{ hour: 16, grams: -2000, minutes: 20 }] })
    const run = runDetectors(initialState(), [...before, ...noise, ...quiet], curveSettings)
    expect(run.unusable).toHaveLength(1)
    const [unusableAt] = run.unusable
    const early = run.detections.filter(({ detectedAt }) => detectedAt < curveDay + 13 * 3600)
    expect(early.every(({ endedAt }) => endedAt !== null && endedAt <= unusableAt!)).toBe(true)
    expect(early.some(({ why }) => why.some(({ code }) => code === 'unsteady'))).toBe(true)
    expect(run.detections.some(({ type, status }) => type === 'swarm' && status === 'confirmed')).toBe(true)
  })

  test('two hours later, nothing that came before it matters', () => {
    const noise = noisy({ second: 20, grams: Array.from({ length: 180 }, (_, at) => (at % 2 ? 40_000 : 43_000)) })
    const before = weightCurve({ toHour: 11.9, changes: [{ hour: 9, grams: -3000, minutes: 120 }] })
    const after = weightCurve({ fromHour: 13, toHour: 17.2 })
    const states = [[], before].map((own) =>
      encodeState(runDetectors(initialState(), [...own, ...noise, ...after], curveSettings).state),
    )
    expect(states[1]).toEqual(states[0])
  })
})

describe('state as bytes', () => {
  test('is restored unchanged at every point of any history', () => {
    fc.assert(
      fc.property(samples, (all) => {
        let state = initialState()
        for (const sample of all) {
          state = runDetectors(state, [sample], curveSettings).state
          const bytes = encodeState(state)
          expect(decodeState(bytes)).toEqual(state)
          expect(encodeState(decodeState(bytes))).toEqual(bytes)
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each([5, 10, 15, 60])('is small at rest, read every %i minutes', (everyMinutes) => {
    const { state } = runDetectors(initialState(), weightCurve({ everyMinutes, noiseGrams: 20 }), curveSettings)
    expect(encodeState(state).length).toBeLessThan(80)
  })

  test.each([
    [90, 64],
    [180, 32],
    [360, 16],
  ])('holds four days of a scale read every %i minutes in a few bytes a reading', (everyMinutes, readings) => {
    const week = weightCurve({ everyMinutes, noiseGrams: 200, toHour: 7 * 24 })
    const { state } = runDetectors(initialState(), week, curveSettings)
    expect(state.course.times).toHaveLength(readings + 1)
    expect(encodeState(state).length).toBeLessThan(60 + 3 * readings)
  })

  test('refuses other versions and truncated bytes', () => {
    const bytes = encodeState(runDetectors(initialState(), weightCurve({}), curveSettings).state)
    for (const known of [bytes, withoutChecksum(bytes)]) {
      expect(() => decodeState(Uint8Array.from([99, ...known.slice(1)]))).toThrow(DamagedError)
      expect(() => decodeState(known.slice(0, -1))).toThrow(DamagedError)
      expect(() => decodeState(Uint8Array.from([...known, 0]))).toThrow(DamagedError)
    }
    expect(() => decodeState(new Uint8Array())).toThrow(DamagedError)
    expect(() => decodeState(Uint8Array.of(1))).toThrow(DamagedError)
    expect(() => decodeState(Uint8Array.of(1, 64, 0))).toThrow(DamagedError)
    expect(() => decodeState(Uint8Array.of(1, 0, 4, 20, 0, 2, 0))).toThrow(DamagedError)
  })

  test('detects every flipped bit', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const bytes = encodeState(runDetectors(initialState(), all, curveSettings).state)
        for (let bit = 0; bit < bytes.length * 8; bit++) {
          const flipped = Uint8Array.from(bytes)
          flipped[bit >> 3]! ^= 1 << (bit & 7)
          expect(() => decodeState(flipped)).toThrow(DamagedError)
          expect(isSameState(flipped, bytes)).toBe(false)
        }
      }),
      { numRuns: 10 },
    )
  })

  test('of the previous version, without a checksum, is read, and is the same if its content is', () => {
    const ofHours = (toHour: number) =>
      encodeState(runDetectors(initialState(), weightCurve({ toHour }), curveSettings).state)
    const [earlier, later] = [ofHours(6), ofHours(12)]
    expect(decodeState(withoutChecksum(later))).toEqual(decodeState(later))
    expect(isSameState(withoutChecksum(later), later)).toBe(true)
    expect(isSameState(later, later)).toBe(true)
    expect(isSameState(withoutChecksum(earlier), later)).toBe(false)
    expect(isSameState(earlier, later)).toBe(false)
  })
})

describe('an old stretch is forgotten', () => {
  const quiet = (from: number, to: number) => weightCurve({ fromHour: from, toHour: to, noiseGrams: 8 })

  test.each<[string, Sample[]]>([
    ['a quiet one', quiet(0, 12)],
    ['one with a spike', weightCurve({ toHour: 12, spikes: [{ hour: 9, grams: 1300 }] })],
    [
      'a swarm that came back',
      weightCurve({
        toHour: 12,
        changes: [
          { hour: 9, grams: -2000, minutes: 20 },
          { hour: 9.7, grams: 2000 },
        ],
      }),
    ],
    ['robbing', weightCurve({ toHour: 12, grams: 43_000, changes: [{ hour: 9, grams: -3000, minutes: 120 }] })],
    [
      'a removal',
      weightCurve({
        toHour: 12,
        changes: [
          { hour: 8, grams: -39_000 },
          { hour: 9, grams: 39_000 },
        ],
      }),
    ],
    ['nothing at all', []],
  ])('%s', (_, before) => {
    const other = runDetectors(initialState(), weightCurve({ toHour: 12, grams: 39_990 }), curveSettings).state
    const own = runDetectors(initialState(), before, curveSettings).state
    const later = quiet(12 + 1 / 12, 36)
    const end = (state: typeof own) => encodeState(runDetectors(state, later, curveSettings).state)
    expect(end(own)).toEqual(end(other))
  })

  test('even if a hive never returns, after eight days', () => {
    const away = weightCurve({ everyMinutes: 60, toHour: 24 * 9, changes: [{ hour: 9, grams: -39_000 }] })
    const never = weightCurve({ everyMinutes: 60, toHour: 24 * 9, grams: 1000 })
    const end = (all: Sample[]) => encodeState(runDetectors(initialState(), all, curveSettings).state)
    expect(end(away)).toEqual(end(never))
  })

  test('after five days if readings are hours apart', () => {
    const week = weightCurve({ everyMinutes: 180, toHour: 24 * 12 })
    const full = week.map((sample) => (sample.time === atHour(9) ? { ...sample, weightGrams: 47_000 } : sample))
    const [before, after] = [week, full].map((all) => runDetectors(initialState(), all, curveSettings).checkpoints)
    expect(after!.slice(0, 3)).not.toEqual(before!.slice(0, 3))
    expect(after!.slice(5)).toEqual(before!.slice(5))
  })

  test('so that a replay can stop at the first equal checkpoint', () => {
    const late = weightCurve({ toHour: 96 })
    const full = late.map((sample) => (sample.time === atHour(10) ? { ...sample, weightGrams: 41_000 } : sample))
    const before = runDetectors(initialState(), late, curveSettings).checkpoints
    const after = runDetectors(initialState(), full, curveSettings).checkpoints
    expect(after.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4].map((day) => curveDay + day * 86_400))
    expect(after).toEqual(before)
  })
})

test('jumps are steps of half a kilogram, or more if readings are far apart', () => {
  const jumps = (everyMinutes: number, grams: number) =>
    runDetectors(
      initialState(),
      weightCurve({ everyMinutes, noiseGrams: 0, changes: [{ hour: 12, grams }] }),
      curveSettings,
    ).jumps
  expect(jumps(5, 500)).toEqual([{ time: atHour(12), changeGrams: 500 }])
  expect(jumps(5, 499)).toEqual([])
  expect(jumps(10, -700)).toEqual([{ time: atHour(12), changeGrams: -700 }])
  expect(jumps(60, 700)).toEqual([])
  expect(jumps(60, 900)).toEqual([{ time: atHour(12), changeGrams: 900 }])
})

test('the same jumps are found alone, however the readings are split, and nothing else is carried on', () => {
  fc.assert(
    fc.property(samples, fc.nat(160), (all, cut) => {
      // alarms may use up an hour, whose other jumps are not noted then
      const { jumps, unusable } = runDetectors(initialState(), all, curveSettings)
      fc.pre(unusable.length === 0)
      const first = findJumps(initialState(), all.slice(0, cut))
      const rest = findJumps(first.state, all.slice(cut))
      expect([...first.jumps, ...rest.jumps]).toEqual(jumps)
      const { time, weightGrams } = all.at(-1)!
      const { hourJumps } = rest.state
      expect(rest.state).toEqual({ ...initialState(), recent: { times: [time], weights: [weightGrams] }, hourJumps })
      const whole = findJumps(initialState(), all)
      expect([...first.checkpoints, ...rest.checkpoints]).toEqual(whole.checkpoints)
      const next = { time: time + 600, weightGrams }
      expect(runDetectors(rest.state, [next], curveSettings).detections).toEqual([])
    }),
  )
})

test('a scale that flickers while it is empty has few jumps an hour, too', () => {
  const flicker = Array.from({ length: 3600 }, (_, second) => ({
    time: curveDay + second,
    weightGrams: 5000 * (second % 2),
  }))
  expect(findJumps(initialState(), flicker).jumps).toHaveLength(40)
})

describe('after days without a reading', () => {
  const silentFor = (days: number, grams: number) => {
    const time = atHour(12) + days * 86_400
    const back = [0, 5, 10].map((minutes) => ({ time: time + minutes * 60, weightGrams: 45_000 + grams }))
    return runDetectors(initialState(), [{ time: atHour(12), weightGrams: 45_000 }, ...back], curveSettings)
  }

  test.each([
    [2, 2500, 1],
    [2, -2500, 1],
    [5, 9000, 0],
    [5, 16_000, 1],
    [5, -12_000, 1],
    [150, -14_000, 0],
  ])('%i days and %i g are %i jumps: what a flow brings or a winter takes is none', (days, grams, count) => {
    expect(silentFor(days, grams).jumps).toHaveLength(count)
  })

  test('missing weight is no step of that moment, but a hive that is gone is', () => {
    const found = (days: number, grams: number) => silentFor(days, grams).detections.map(({ why }) => why[0]?.code)
    expect(found(1, -14_000)).toEqual(['bigStep'])
    expect(found(150, -14_000)).toEqual([])
    expect(found(150, -44_000)).toEqual(['removed'])
  })
})

test('time must increase', () => {
  const [first] = weightCurve({})
  expect(() => runDetectors(initialState(), [first!, first!], curveSettings)).toThrow(RangeError)
})
