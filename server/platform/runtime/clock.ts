/** The source of time; features ask nothing else for it. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
}

/** A clock that knows whether it can be trusted. */
export type WatchedClock = Clock & {
  /** False while it is unclear which time is right: work that depends on the time waits. */
  isTrusted(): boolean
  /** The latest possible time, epoch ms. Readings up to then do not count as from the future. */
  latest(): number
  /** Reports the time of a transmitter's newest reading, even if that time was refused; epoch ms. */
  heard(transmitter: string, newestMs: number): void
}

/** For scripts, which end before it matters. */
export const systemClock: WatchedClock = {
  now: () => Date.now(),
  isTrusted: () => true,
  latest: () => Date.now(),
  heard: () => undefined,
}

/** A clock for tests: it stands still until advanced. */
export function fixedClock(
  start: number | string,
): WatchedClock & { set(time: number | string): void; advance(ms: number): void } {
  let time = typeof start === 'string' ? Date.parse(start) : start
  return {
    now: () => time,
    isTrusted: () => true,
    latest: () => time,
    heard: () => undefined,
    set: (next) => {
      time = typeof next === 'string' ? Date.parse(next) : next
    },
    advance: (ms) => {
      time += ms
    },
  }
}
