import type { Factor } from '#domain/people/second-factor.ts'
import type { Config } from '../../platform/config/config.ts'
import type { SignedIn } from '../../platform/http/env.ts'

type Account = { email: string; admin: 0 | 1 }

/** The admin flag, but for the one address that is left out of administration. */
export const actsAsAdmin = (account: Account, config: Config): boolean =>
  account.admin === 1 && account.email !== config.excludedAdminEmail

/** Whether a session would administer, had it been begun with the second factor that is demanded for that. */
export const lacksSecondFactor = (account: Account, factor: Factor, config: Config): boolean =>
  config.adminSecondFactor && factor === 'password' && actsAsAdmin(account, config)

/** Whether a session administers. */
export const administers = (account: Account, factor: Factor, config: Config): boolean =>
  actsAsAdmin(account, config) && !lacksSecondFactor(account, factor, config)

/** Whether an account may not be without a second factor. */
export const demandsSecondFactor = (account: SignedIn, config: Config): boolean =>
  config.adminSecondFactor && (account.admin || account.lacksSecondFactor)
