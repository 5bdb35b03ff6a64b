import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterMarks } from './cluster-marks.ts'
import { placeLabels } from './place-labels.ts'

describe('labels at the end of the curves', () => {
  it('stay at their wanted height if there is room', () => {
    expect(placeLabels([50, 20, 80], 100, 16)).toEqual([50, 20, 80])
  })

  it('are left out if they do not all fit', () => {
    expect(placeLabels([1, 2, 3], 47, 16)).toBeUndefined()
  })

  it('never cover each other, never leave the chart, and keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 250 }), { maxLength: 12 }), (wanted) => {
        const placed = placeLabels(wanted, 200, 16)!
        const sorted = [...placed].sort((a, b) => a - b)
        for (let i = 0; i < sorted.length; i++) {
          expect(sorted[i]).toBeGreaterThanOrEqual(8 - 1e-9)
          expect(sorted[i]).toBeLessThanOrEqual(192 + 1e-9)
          if (i > 0) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(16 - 1e-9)
        }
        for (let a = 0; a < wanted.length; a++) {
          for (let b = 0; b < wanted.length; b++)
            if (wanted[a]! < wanted[b]!) expect(placed[a]).toBeLessThan(placed[b]!)
        }
      }),
    )
  })
})

describe('flags', () => {
  const mark = (time: number) => ({ id: String(time), time, kind: 'alarm' as const, label: '' })

  it('that would cover each other become one', () => {
    const clusters = clusterMarks([90, 10, 12, 14, 17].map(mark), { from: 0, to: 100 }, 0.05)
    expect(clusters.map((cluster) => [cluster.share, cluster.marks.map((one) => one.time)])).toEqual([
      [0.1, [10, 12, 14]],
      [0.17, [17]],
      [0.9, [90]],
    ])
  })

  it('outside the view are left out', () => {
    expect(clusterMarks([-1, 101].map(mark), { from: 0, to: 100 }, 0.05)).toEqual([])
  })
})
