import { describe, expect, it } from 'vitest'
import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { Run } from './coverage.ts'
import { planRequests, withFuture } from './plan-requests.ts'

const run = (from: number, to: number, cursor: number): Run => ({ from, to, cursor, confirmedAt: 0 })
const span = { from: 10, to: 20 }

describe('the questions to the server', () => {
  it('is one for the whole when nothing is known', () => {
    const known = new Map<number, Run[]>([
      [1, []],
      [2, []],
    ])
    expect(planRequests(known, span, span)).toEqual([{ seriesIds: [1, 2], from: 10, to: 20 }])
  })

  it('is one for what changed since the oldest cursor when all is known', () => {
    const known = new Map([
      [1, [run(0, 15, 7), run(15, 30, 5)]],
      [2, [run(0, 30, 9)]],
    ])
    expect(planRequests(known, span, span)).toEqual([{ seriesIds: [1, 2], from: 10, to: 20, since: 5 }])
  })

  it('is one for what is known and one for each missing span', () => {
    const known = new Map([
      [1, [run(0, 15, 7)]],
      [2, [run(0, 15, 7)]],
      [3, []],
    ])
    expect(planRequests(known, span, span)).toEqual([
      { seriesIds: [1, 2], from: 10, to: 15, since: 7 },
      { seriesIds: [1, 2], from: 15, to: 20 },
      { seriesIds: [3], from: 10, to: 20 },
    ])
  })

  it('are not many even if the missing spans are scattered', () => {
    const known = new Map([1, 2, 3, 4, 5].map((id): [number, Run[]] => [id, [run(10 + id, 20, 7)]]))
    expect(planRequests(known, span, span)).toEqual([
      { seriesIds: [1, 2, 3, 4, 5], from: 11, to: 20, since: 7 },
      { seriesIds: [1, 2, 3, 4, 5], from: 10, to: 15 },
    ])
    const later = new Map([1, 2, 3, 4, 5].map((id): [number, Run[]] => [id, [run(10, 20 - id, 7)]]))
    expect(planRequests(later, span, span)[1]).toEqual({ seriesIds: [1, 2, 3, 4, 5], from: 15, to: 20 })
  })

  it('asks a little ahead of the present, so that one question is enough tomorrow', () => {
    const today = tileSpan('raw', Date.UTC(2026, 4, 10, 12) / 1000)
    const future = withFuture('raw', today, today.from + 3600)
    expect(future.to).toBe(today.to + 14 * 86_400)
    expect(planRequests(new Map([[1, []]]), today, future)).toEqual([{ seriesIds: [1], ...future }])
    const tomorrow = tileSpan('raw', today.to)
    const known = new Map([[1, [{ ...run(future.from, future.to, 7) }]]])
    const days = { from: today.from, to: tomorrow.to }
    expect(planRequests(known, days, withFuture('raw', days, tomorrow.from))).toEqual([
      { seriesIds: [1], from: today.from, to: future.to, since: 7 },
    ])
  })

  it('asks nothing ahead of a past span', () => {
    const past = tileSpan('hour', Date.UTC(2025, 4, 10) / 1000)
    expect(withFuture('hour', past, Date.UTC(2026, 4, 10) / 1000)).toEqual(past)
  })
})
