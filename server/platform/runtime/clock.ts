/** Where time comes from; nothing else in a feature asks for it. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
}

/** A clock that says whether it is to be trusted. */
export type WatchedClock = Clock & {
  /** False while it is open which time is right: what only counts time waits. */
  isTrusted(): boolean
  /** The latest that it may be, epoch ms. Readings up to then are no readings from the future. */
  latest(): number
  /** Of the newest reading that a transmitter sent, also where its time was refused; epoch ms. */
  heard(transmitter: string, newestMs: number): void
}

/** For scripts, which end before it matters. */
export const systemClock: WatchedClock = {
  now: () => Date.now(),
  isTrusted: () => true,
  latest: () => Date.now(),
  heard: () => undefined,
}

/** A clock for tests: it stands until it is moved. */
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
