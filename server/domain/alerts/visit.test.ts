import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts'
import { type VisitSign, visitChanges, visitEnd, visitMoments } from './visit.ts'
import { LONGEST_VISIT_MS, QUIET_MS } from './visit-length.ts'

const START = Date.parse('2026-05-10T10:00:00Z')
const at = (minutes: number) => START + minutes * MINUTE_MS
const moved = (minutes: number): VisitSign => ({ time: at(minutes), moved: true })
const quiet = (minutes: number): VisitSign => ({ time: at(minutes), moved: false })

describe('the end of a visit that nobody ended', () => {
  it('is the last change before half an hour that was seen to be quiet', () => {
    const signs = [moved(10), quiet(20), moved(25), quiet(40), quiet(54)]
    expect(visitEnd(START, signs, at(60))).toBe(undefined)
    expect(visitEnd(START, [...signs, quiet(55)], at(60))).toEqual({ endedAt: at(25), endedBy: 'quiet' })
  })

  it('is not affected by later changes', () => {
    expect(visitEnd(START, [moved(10), quiet(45), moved(50), quiet(90)], at(100))).toEqual({
      endedAt: at(10),
      endedBy: 'quiet',
    })
  })

  it('does not mistake a silent transmitter for quiet weights', () => {
    expect(visitEnd(START, [moved(10), moved(70)], at(80))).toBe(undefined)
    expect(visitEnd(START, [], at(479))).toBe(undefined)
    expect(visitEnd(START, [], at(480))).toEqual({ endedAt: at(30), endedBy: 'time' })
    expect(visitEnd(START, [moved(10), moved(70)], at(481))).toEqual({ endedAt: at(70), endedBy: 'time' })
  })

  it('comes after half an hour without any change', () => {
    expect(visitEnd(START, [quiet(-10), quiet(29)], at(40))).toBe(undefined)
    expect(visitEnd(START, [quiet(30)], at(40))).toEqual({ endedAt: at(30), endedBy: 'quiet' })
  })

  it('comes at once if a clock that was ahead started the visit', () => {
    expect(visitEnd(START, [], at(-29))).toBe(undefined)
    expect(visitEnd(START, [quiet(60)], at(-31))).toEqual({ endedAt: START, endedBy: 'time' })
  })

  it('is the same for any order of the evidence, and within the visit', () => {
    const sign = fc.record({ time: fc.integer({ min: -60, max: 900 }).map(at), moved: fc.boolean() })
    fc.assert(
      fc.property(fc.array(sign), fc.integer({ min: 0, max: 1000 }).map(at), (signs, now) => {
        const end = visitEnd(START, signs, now)
        expect(visitEnd(START, signs.toReversed(), now)).toEqual(end)
        if (!end) return
        expect(end.endedAt).toBeGreaterThan(START)
        expect(end.endedAt).toBeLessThanOrEqual(Math.min(now, START + LONGEST_VISIT_MS))
        // an end that has been found stays, whatever the clock says later
        if (end.endedBy === 'quiet') expect(visitEnd(START, signs, now + HOUR_MS)).toEqual(end)
      }),
    )
  })
})

it('counts like a note every half hour, so that no moment is far from one', () => {
  expect(visitMoments(START, at(70))).toEqual([0, 30, 60, 70].map(at))
  expect(visitMoments(START, START)).toEqual([START])
  const open = visitMoments(START, null)
  expect(visitMoments(START, 9e15), 'of a damaged row').toEqual(open)
  expect([open.length, open.at(-1)]).toEqual([LONGEST_VISIT_MS / QUIET_MS + 1, START + LONGEST_VISIT_MS])
})

describe('what changed', () => {
  const step = (minutes: number, changeGrams: number) => ({ time: minutes * 60, changeGrams })

  it('combines the parts of one step, in any order', () => {
    expect(visitChanges([step(20, 3100), step(5, -400), step(0, -12_000)])).toEqual([-12_400, 3100])
    expect(visitChanges([step(0, -5000), step(16, -5000)])).toEqual([-5000, -5000])
  })

  it('leaves out what was lifted and put back', () => {
    expect(visitChanges([step(0, -2000), step(5, 2100)])).toEqual([])
    expect(visitChanges([step(0, -12_000), step(5, 1000), step(10, -900), step(15, 3000)])).toEqual([-12_000, 3000])
    expect(visitChanges([step(0, -2000), step(5, 2400)])).toEqual([-2000, 2400])
  })
})
