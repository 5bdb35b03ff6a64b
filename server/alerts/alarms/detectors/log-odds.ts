/** Converts log odds to a whole percentage from 1 to 99. */
export const percentOf = (logOdds: number): number =>
  Math.max(1, Math.min(99, Math.round(100 / (1 + Math.exp(-logOdds)))))

/** Converts a percentage to log odds; 0 and 100 count as 1 and 99. */
export function logOddsOf(percent: number): number {
  const share = Math.max(1, Math.min(99, percent)) / 100
  return Math.log(share / (1 - share))
}
