import type { SharePeriod } from '#domain/exchange/share.ts'
import type { Role } from '#domain/people/account.ts'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Locale } from '#domain/platform/locale.ts'

/** Who is signed in. */
export type SignedIn = {
  accountId: number
  email: string
  role: Role
  admin: boolean
  /** They administer, but for the second factor that was not shown in this session. */
  lacksSecondFactor: boolean
  affiliationId: number | null
  language: Locale
  /** Decides how numbers are written to them. */
  country?: string
  /** One of the hosts in the settings, for `siteOf`. */
  siteHost?: string | null
  tokenHash: string
  /** Names the session; it opens nothing. */
  sessionId: string
  /** The strongest that was shown in this session. */
  factor: Factor
  /** When a password or a passkey was last shown in this session, epoch ms. */
  confirmedAt: number
  /** The administrator who acts in the name of the account; `until` in epoch ms. */
  actor?: { accountId: number; email: string; until: number } | undefined
}

/** What a share token opens, for reading: these scales in this period (epoch seconds, `to` exclusive). */
export type Shared = { shareId: number; scaleIds: number[]; period: SharePeriod }

/** What the middleware leaves for the routes. `locale` is the language of the answer; where there is a `share`, there is no `account`. */
export type Env = {
  Variables: { locale: Locale; account: SignedIn | undefined; share: Shared | undefined }
}
