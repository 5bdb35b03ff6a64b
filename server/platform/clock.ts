/** Where time comes from; nothing else in a feature asks for it. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock for tests: it stands until it is moved. */
export function fixedClock(
  start: number | string,
): Clock & { set(time: number | string): void; advance(ms: number): void } {
  let time = typeof start === 'string' ? Date.parse(start) : start
  return {
    now: () => time,
    set: (next) => {
      time = typeof next === 'string' ? Date.parse(next) : next
    },
    advance: (ms) => {
      time += ms
    },
  }
}
