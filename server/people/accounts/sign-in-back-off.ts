import { hash } from 'node:crypto'
import { forgetOldest } from '../../platform/runtime/forget-oldest.ts'

const FREE_TRIES = 5
const LONGEST_WAIT_MS = 15 * 60_000
/** More wrong passwords than somebody types who then remembers the right one. */
const TELL_AFTER = 10
/** An episode ends when no wrong password has been tried for a day. */
const QUIET_MS = 24 * 3600_000
const ACCOUNTS_MAXIMUM = 100_000

/** `tries` includes those that were refused. */
type Episode = { tries: number; wrong: number; waitsUntil: number; lastAt: number; told: boolean }

/** After five wrong passwords, each further one doubles the wait: 1 s, 2 s, 4 s … 15 min. */
export const waitAfter = (wrong: number): number =>
  wrong < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (wrong - FREE_TRIES))

/** Slows down guessing at one account's password, from however many places. Nonexistent accounts are slowed down alike. */
export type SignInBackOff = {
  /** Counts an attempt, as a wrong one until reported right. `refusedMs`: if not 0, it was refused for so long, which does not lengthen the wait. */
  begin(email: string): Turn & { refusedMs: number }
  /** Whether the next attempt would be refused. */
  mustWait(email: string): boolean
  right(email: string): void
  /** Takes an attempt back if it could not be checked. */
  unknown(email: string): void
  /** `waitMs`: how long the next attempt has to wait. */
  wrong(email: string): Turn & { waitMs: number }
}

/** Whether to notify the owner now, which happens once per episode, and of how many attempts. */
type Turn = { tell: boolean; tries: number }

/** `now`: monotonic milliseconds. Beyond `accountsMaximum`, the accounts left alone the longest are forgotten. */
export function createSignInBackOff({
  now = () => performance.now(),
  accountsMaximum = ACCOUNTS_MAXIMUM,
} = {}): SignInBackOff {
  // ordered by last attempt
  const episodes = new Map<string, Episode>()

  function episodeOf(key: string): Episode | undefined {
    const episode = episodes.get(key)
    return episode && now() - episode.lastAt < QUIET_MS ? episode : undefined
  }

  return {
    begin(email) {
      const key = keyOf(email)
      const episode = episodeOf(key) ?? { tries: 0, wrong: 0, waitsUntil: 0, lastAt: 0, told: false }
      episode.tries++
      if (episode.waitsUntil > now()) return { ...turnOf(episode), refusedMs: episode.waitsUntil - now() }
      episode.wrong++
      episode.lastAt = now()
      episode.waitsUntil = now() + waitAfter(episode.wrong)
      episodes.delete(key)
      forgetOldest(episodes, accountsMaximum)
      episodes.set(key, episode)
      return { tell: false, tries: episode.tries, refusedMs: 0 }
    },
    mustWait: (email) => (episodeOf(keyOf(email))?.waitsUntil ?? 0) > now(),
    right(email) {
      const episode = episodes.get(keyOf(email))
      if (episode) Object.assign(episode, { tries: 0, wrong: 0, waitsUntil: 0 })
    },
    unknown(email) {
      const episode = episodes.get(keyOf(email))
      if (episode) Object.assign(episode, { tries: episode.tries - 1, wrong: episode.wrong - 1, waitsUntil: 0 })
    },
    wrong(email) {
      const episode = episodes.get(keyOf(email))
      if (!episode) return { tell: false, tries: 1, waitMs: 0 }
      return { ...turnOf(episode), waitMs: waitAfter(episode.wrong) }
    },
  }
}

function turnOf(episode: Episode): Turn {
  const tell = episode.tries >= TELL_AFTER && !episode.told
  if (tell) episode.told = true
  return { tell, tries: episode.tries }
}

/** Addresses may be long, and need not be kept in memory. */
const keyOf = (email: string): string => hash('sha256', email, 'base64url').slice(0, 22)
