import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { feedLeft, feedRunway, isFeedDue } from './feed-runway.ts'

test.each([
  { what: 'the weight without the hive', weight: 31.5, emptyWeight: 24, feedStock: 0, left: 7.5 },
  { what: 'no more than was given', weight: 47, emptyWeight: 24, feedStock: 6, left: 6 },
  { what: 'less than was given', weight: 28.5, emptyWeight: 24, feedStock: 6, left: 4.5 },
  { what: 'never less than nothing', weight: 20, emptyWeight: 24, feedStock: 6, left: 0 },
  { what: 'unknown without an empty weight', weight: 20, emptyWeight: 0, feedStock: 6, left: null },
  { what: 'unknown without a weight', weight: null, emptyWeight: 24, feedStock: 6, left: null },
])('feed left is $what', ({ weight, left, ...scale }) => {
  expect(feedLeft(weight, scale)).toBe(left)
})

const using = (perDay: number, days = 15) => Array.from({ length: days }, (_, day) => 40 - perDay * day)
/** The same noise in every run, in kg, similar to temperature drift. */
const noise = [0.06, -0.04, 0.01, -0.07, 0.05, 0.02, -0.03, 0.07, -0.01, -0.06, 0.03, 0.04, -0.05, 0, -0.02]
const noisy = (weights: number[]) => weights.map((weight, day) => weight + noise[day % noise.length]!)

describe('the feed lasts', () => {
  it('as long as it takes to use it up', () => {
    expect(feedRunway(10, using(0.125))).toEqual({
      state: 'using',
      perDayKg: 0.125,
      days: 80,
      shortest: 80,
      longest: 80,
    })
  })

  it('with a range that includes the true value and is wider the less is used', () => {
    const fast = feedRunway(10, noisy(using(0.2)))
    expect(fast).toMatchObject({ state: 'using' })
    if (fast.state !== 'using') return
    expect(fast.shortest).toBeLessThanOrEqual(50)
    expect(fast.longest).toBeGreaterThanOrEqual(50)
    expect(fast.days).toBeGreaterThan(44)
    expect(fast.days).toBeLessThan(56)
    const slow = feedRunway(10, noisy(using(0.04)))
    expect(slow).toMatchObject({ state: 'using' })
    if (slow.state === 'using') expect(slow.shortest).toBeGreaterThan(fast.days)
  })

  it('four times out of five within its range, and too long or too short about equally often', () => {
    let seed = 1
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    const gauss = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
    const runways = Array.from({ length: 500 }, () =>
      feedRunway(
        60,
        using(0.2).map((weight) => weight + gauss() / 10),
      ),
    )
    const share = (test: (shortest: number, longest: number) => boolean) =>
      runways.filter((one) => one.state !== 'using' || test(one.shortest, one.longest ?? 365)).length / 500
    const [tooLong, tooShort] = [share((shortest) => shortest > 300), share((_, longest) => longest < 300)]
    for (const missed of [tooLong, tooShort]) expect(Math.abs(missed - 0.08)).toBeLessThan(0.03)
  })

  it.each([
    ['feeding', 10],
    ['a harvest', -18],
    ['rain on the roof', 1.2],
  ])('the same whether or not there was %s', (_, jump) => {
    const weights = noisy(using(0.15)).map((weight, day) => (day >= 6 ? weight + jump : weight))
    const undisturbed = feedRunway(12, noisy(using(0.15)))
    const disturbed = feedRunway(12, weights)
    if (undisturbed.state !== 'using' || disturbed.state !== 'using') throw new Error('both use feed')
    expect(Math.abs(disturbed.days - undisturbed.days)).toBeLessThan(undisturbed.days / 8)
  })

  it('the same with midnights missing', () => {
    const weights = using(0.125).map((weight, day) => ([2, 3, 9].includes(day) ? null : weight))
    expect(feedRunway(10, weights)).toMatchObject({ state: 'using', days: 80 })
  })

  it.each([
    ['gains', using(-0.4)],
    ['stays as heavy as it is', using(0)],
    ['uses so little that a year goes by', using(0.02)],
  ])('over a year where the hive %s', (_, weights) => {
    expect(feedRunway(10, weights)).toEqual({ state: 'lasting' })
  })

  it('nobody knows how long with fewer than five midnights', () => {
    expect(feedRunway(10, [40, null, 39.8, 39.7, null, 39.6])).toEqual({ state: 'unknown' })
    expect(feedRunway(10, [40, 39.9, 39.8, 39.7, null, 39.5])).toMatchObject({ state: 'using' })
    expect(feedRunway(10, [])).toEqual({ state: 'unknown' })
  })

  it('no longer when there is none', () => {
    expect(feedRunway(0, using(0.1))).toMatchObject({ state: 'using', days: 0, shortest: 0, longest: 0 })
  })
})

test.each([
  ['used up in two weeks', 1.75, 0.125, true],
  ['that lasts for a day longer', 1.875, 0.125, false],
  ['used up already', 0, 0.125, true],
  ['of a hive that gains', 1, -0.125, false],
])('whether feed should be brought: feed %s', (_, feedKg, perDayKg, isDue) => {
  expect(isFeedDue(feedRunway(feedKg, using(perDayKg)))).toBe(isDue)
})

const kilograms = fc.integer({ min: 0, max: 100_000 }).map((grams) => grams / 1000)
const midnights = fc.array(fc.option(kilograms, { freq: 4 }), { maxLength: 40 })

describe('whatever was weighed', () => {
  it('the range holds the estimate, and all are whole days within a year', () => {
    fc.assert(
      fc.property(kilograms, midnights, (feed, weights) => {
        const runway = feedRunway(feed, weights)
        if (runway.state !== 'using') return
        const { shortest, days, longest } = runway
        for (const count of [shortest, days, longest ?? days]) {
          expect(Number.isInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(0)
          expect(count).toBeLessThanOrEqual(365)
        }
        expect(shortest).toBeLessThanOrEqual(days)
        expect(longest ?? days).toBeGreaterThanOrEqual(days)
      }),
    )
  })

  it('more feed never lasts for a shorter time', () => {
    fc.assert(
      fc.property(kilograms, kilograms, midnights, (feed, more, weights) => {
        const [less, longer] = [feedRunway(feed, weights), feedRunway(feed + more, weights)]
        if (less.state === 'using' && longer.state === 'using') expect(longer.days).toBeGreaterThanOrEqual(less.days)
        if (less.state === 'lasting') expect(longer.state).toBe('lasting')
      }),
    )
  })

  it('a single jump of any size does not change a steady estimate', () => {
    const jump = fc.integer({ min: -30_000, max: 30_000 }).filter((grams) => Math.abs(grams) > 600)
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 400 }), jump, fc.integer({ min: 1, max: 14 }), (perDay, grams, at) => {
        const steady = using(perDay / 1000)
        const jumped = steady.map((weight, day) => (day >= at ? weight + grams / 1000 : weight))
        const before = feedRunway(10, steady)
        const after = feedRunway(10, jumped)
        expect(after.state).toBe(before.state)
        if (before.state === 'using' && after.state === 'using') {
          expect(Math.abs(after.days - before.days)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
