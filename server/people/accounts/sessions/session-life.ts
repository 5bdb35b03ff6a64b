import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Config } from '../../../platform/config/config.ts'
import { actsAsAdmin } from '../acts-as-admin.ts'

const IDLE_SECONDS = 90 * DAY_SECONDS
const ADMINISTRATOR_IDLE_SECONDS = 12 * 3600
const AT_MOST_SECONDS = 365 * DAY_SECONDS
const TOUCH_AFTER_MS = 3_600_000
const ADMINISTRATOR_TOUCH_AFTER_MS = 5 * 60_000

type Account = { email: string; admin: 0 | 1 }
type Times = { created_at: number; last_seen_at: number; expires_at: number }

const idleSeconds = (account: Account, config: Config): number =>
  actsAsAdmin(account, config) ? ADMINISTRATOR_IDLE_SECONDS : IDLE_SECONDS

/**
 * How long a session lasts from now on: 90 days without use (12 hours for administrators), and never more than a year from
 * signing in, however much it is used.
 */
export function lifeOf(
  account: Account,
  config: Config,
  { now, createdAt = now }: { now: number; createdAt?: number },
): { seconds: number; expires_at: number } {
  const left = Math.floor((createdAt - now) / 1000) + AT_MOST_SECONDS
  const seconds = Math.max(0, Math.min(left, idleSeconds(account, config)))
  return { seconds, expires_at: now + seconds * 1000 }
}

/** Whether a session is still valid, by its account's current rights: also if the account became an administrator after it began. */
export const isLive = (session: Times, account: Account, config: Config, now: number): boolean =>
  session.expires_at > now &&
  now - session.last_seen_at < idleSeconds(account, config) * 1000 &&
  // otherwise a clock that was ahead by years would make it last for as long; a smaller lead is set right when it is used
  session.last_seen_at - now < AT_MOST_SECONDS * 1000 &&
  now - session.created_at < AT_MOST_SECONDS * 1000

/** Whether it is time to record that a session is in use, or that the clock was ahead when it last was. */
export const isDueForTouch = (session: Times, account: Account, config: Config, now: number): boolean =>
  Math.abs(now - session.last_seen_at) >= (actsAsAdmin(account, config) ? ADMINISTRATOR_TOUCH_AFTER_MS : TOUCH_AFTER_MS)
