import type { SharePeriod } from '#domain/exchange/share.ts'
import type { Role } from '#domain/people/account.ts'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Locale } from '#domain/platform/locale.ts'

/** The signed-in account. */
export type SignedIn = {
  accountId: number
  email: string
  role: Role
  admin: boolean
  /** Whether they would be an administrator, had they shown their second factor in this session. */
  lacksSecondFactor: boolean
  affiliationId: number | null
  language: Locale
  /** Determines how numbers are formatted for them. */
  country?: string
  /** One of the hosts in the settings, for `siteOf`. */
  siteHost?: string | null
  tokenHash: string
  /** Identifies the session; it opens nothing. */
  sessionId: string
  /** The strongest factor shown in this session. */
  factor: Factor
  /** When a password or a passkey was last shown in this session, epoch ms. */
  confirmedAt: number
  /** The administrator acting in the name of the account; `until` in epoch ms. */
  actor?: { accountId: number; email: string; until: number } | undefined
}

/** What a share token gives read access to: these scales in this period (epoch seconds, `to` exclusive). */
export type Shared = { shareId: number; scaleIds: number[]; period: SharePeriod }

/** Values set by middleware for the routes. `locale` is the language of the answer; if there is a `share`, there is no `account`. */
export type Env = {
  Variables: { locale: Locale; account: SignedIn | undefined; share: Shared | undefined }
}
