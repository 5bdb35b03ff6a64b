/** A pause longer than this many usual steps is a gap in the data, not a slow reading. */
export const GAP_STEPS = 3

/**
 * The usual distance between readings: the median of the steps in `time` (ascending, any unit); 0 with fewer than two times. For long series, at most 512
 * evenly spread steps are used.
 */
export function usualStep(time: ArrayLike<number>): number {
  const count = time.length - 1
  if (count < 1) return 0
  const stride = Math.max(1, Math.floor(count / 512))
  const steps: number[] = []
  for (let i = 0; i < count; i += stride) steps.push(time[i + 1]! - time[i]!)
  steps.sort((a, b) => a - b)
  return steps[steps.length >> 1]!
}
