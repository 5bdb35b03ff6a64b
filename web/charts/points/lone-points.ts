import { makePoints, type Points } from './points.ts'

/** In kg: a reading that stands out by less is kept. */
const STANDS_OUT_KG = 0.2

/**
 * Weights without isolated outliers: readings above or below both neighbors by `STANDS_OUT_KG` and by more than twice the difference between these two. The
 * first and last readings stay, and so do those next to a gap. Extremes of buckets are left out, since they contain exactly what is to be removed.
 */
export function withoutLonePoints({ time, value, begin, gap }: Points): Points {
  const kept: number[] = []
  for (let i = 0; i < time.length; i++) if (!isLone(i)) kept.push(i)
  const smooth = makePoints(
    Float64Array.from(kept, (i) => time[i]!),
    Float64Array.from(kept, (i) => value[i]!),
    begin && { begin: Float64Array.from(kept, (i) => begin[i]!) },
  )
  return { ...smooth, gap: Math.max(gap, smooth.gap) }

  function isLone(i: number): boolean {
    if (i === 0 || i === time.length - 1) return false
    if (time[i]! - time[i - 1]! > gap || time[i + 1]! - time[i]! > gap) return false
    const [fromBefore, fromAfter] = [value[i]! - value[i - 1]!, value[i]! - value[i + 1]!]
    if (fromBefore * fromAfter <= 0) return false
    const out = Math.min(Math.abs(fromBefore), Math.abs(fromAfter))
    return out >= STANDS_OUT_KG && out > 2 * Math.abs(fromBefore - fromAfter)
  }
}
