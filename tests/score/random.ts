/** Seeded random numbers, so that a run of the score can be repeated to the last digit. */
export type Random = {
  /** Uniform between two numbers. */
  between(from: number, to: number): number
  /** Whole number, both ends included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  /** Normally distributed around zero with a standard deviation of one. */
  normal(): number
}

/** Mulberry32 by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => Math.floor(from + next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
