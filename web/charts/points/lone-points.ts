import { makePoints, type Points } from './points.ts'

/** In kg: a reading that stands out by less is left where it is. */
const STANDS_OUT_KG = 0.2

/**
 * Weights without the readings that stand alone: above or below both neighbors by `STANDS_OUT_KG` and more than twice what
 * these two differ. The first and the last one stay, and so does what stands at a gap. Extremes of buckets are left out, since
 * they hold just what is to go.
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
