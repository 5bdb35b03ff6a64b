import { judgeClock } from '#domain/platform/clock-evidence.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { WatchedClock } from './clock.ts'

const LOOK_EVERY_MS = 1000
/** Regular clock corrections are smaller than this. */
const JUMP_MS = 60_000
/** After a longer downtime, a server cannot tell it from a clock that was set ahead. */
const LONG_GONE_MS = 12 * HOUR_MS
/** How long the times reported by transmitters count. */
const EVIDENCE_MS = 2 * HOUR_MS
/** After this long without contradiction, the wall clock is believed. */
const BELIEVED_AFTER_MS = 24 * HOUR_MS
/** Checkouts and images are not unpacked before they were made, apart from time zone differences. */
const BUILT_SLACK_MS = 24 * HOUR_MS
const TRANSMITTERS_AT_MOST = 5000
/** With more transmitters than this, they are judged at most once a second. */
const JUDGED_AT_ONCE = 100

/** The two clocks of a machine: `wall` can be set by anybody, epoch ms; `ticks` only ever increases, ms. */
export type Sources = { wall(): number; ticks(): number }

/** Receives how far the wall clock is ahead of the time used here, in ms; undefined while nothing is wrong. */
export type OnChange = (wrongBy: number | undefined) => void

export type SteadyClock = WatchedClock & {
  /** `lastUp`: when the server was last known to be running, epoch ms; `builtAt`: when its files were made. */
  begin(known: { lastUp: number | undefined; builtAt: number; transmitters: number }): void
  /** Calls back when the wall clock turns out to be wrong or right, and when the time used here has changed by a jump. */
  follow(onChange: OnChange, onStep: () => void): void
  look(): void
  stop(): void
}

/**
 * The server's time. It follows the wall clock as long as that runs evenly; if the wall clock jumps, time continues by the ticks until
 * transmitters' readings show which of the two is right.
 */
export function createSteadyClock(sources: Sources = { wall: Date.now, ticks: () => performance.now() }): SteadyClock {
  const { wall, ticks } = sources
  const wallBase = () => wall() - ticks()
  let held = wallBase()
  let doubtedAt: number | undefined
  /** The right time is known, and the wall clock differs from it. */
  let isWallWrong = false
  let inUse = 0
  let judgedAt = 0
  let told: number | undefined
  const evidence = new Map<string, { base: number; at: number }>()
  let onChange: OnChange = () => undefined
  let onStep: () => void = () => undefined

  const isApart = (base = wallBase()) => Math.abs(base - held) > JUMP_MS

  function doubt(): void {
    doubtedAt = ticks()
    isWallWrong = false
    evidence.clear()
  }

  function settle(base: number): void {
    const isStep = Math.abs(base - held) > JUMP_MS
    held = base
    doubtedAt = undefined
    isWallWrong = isApart()
    if (isStep) onStep()
  }

  let lastWall = held
  function look(): void {
    const base = wallBase()
    const hasJumped = Math.abs(base - lastWall) > JUMP_MS
    lastWall = base
    if (hasJumped && isApart(base)) doubt()
    else if (isWallWrong || doubtedAt !== undefined) {
      if (hasJumped) settle(base)
      else if (doubtedAt !== undefined && ticks() - doubtedAt > BELIEVED_AFTER_MS) settle(base)
    } else held = base
    tell(base)
  }

  function tell(base = wallBase()): void {
    const wrongBy = isApart(base) ? base - held : undefined
    const minutes = wrongBy === undefined ? undefined : Math.round(wrongBy / 60_000)
    if (minutes === told) return
    told = minutes
    onChange(wrongBy)
  }

  function judge(): void {
    const now = ticks()
    if (evidence.size > JUDGED_AT_ONCE && now - judgedAt < LOOK_EVERY_MS) return
    judgedAt = now
    for (const [transmitter, { at }] of evidence) {
      if (now - at <= EVIDENCE_MS) break
      evidence.delete(transmitter)
    }
    const theirs = [...evidence.values()].map(({ base }) => base)
    const isDoubtful = doubtedAt !== undefined || isWallWrong
    const verdict = judgeClock({ theirs, wall: wallBase(), held, isDoubtful, inUse })
    if (verdict === 'wall') settle(wallBase())
    else if (verdict === 'held') settle(held)
    else if (verdict !== 'undecided') settle(verdict.base)
    tell()
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    now: () => Math.floor(held + ticks()),
    isTrusted: () => doubtedAt === undefined,
    latest: () => Math.floor((doubtedAt === undefined ? held : Math.max(held, wallBase())) + ticks()),
    heard(transmitter, newestMs) {
      look()
      const at = ticks()
      const base = newestMs - at
      const known = evidence.get(transmitter)
      // roughly ordered by time, most recent last
      if (known && at - known.at < LOOK_EVERY_MS) known.base = base
      else if (!evidence.delete(transmitter) && evidence.size >= TRANSMITTERS_AT_MOST) return
      else evidence.set(transmitter, { base, at })
      inUse = Math.max(inUse, evidence.size)
      if (doubtedAt !== undefined || isWallWrong || base > held) judge()
    },
    begin({ lastUp, builtAt, transmitters }) {
      inUse = transmitters
      const now = wall()
      if (lastUp !== undefined && now < lastUp - JUMP_MS) {
        held = lastUp - ticks()
        doubt()
      } else if (now < builtAt - BUILT_SLACK_MS) {
        held = builtAt - ticks()
        doubt()
      } else if (lastUp !== undefined && now - lastUp > LONG_GONE_MS) doubt()
      tell()
    },
    follow(change, step) {
      onChange = change
      onStep = step
      told = undefined
      tell()
    },
    look,
    stop: () => clearInterval(timer),
  }
}
