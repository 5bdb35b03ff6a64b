import type { Factor } from '#domain/people/second-factor.ts'
import type { Config } from '../../platform/config/config.ts'
import type { SignedIn } from '../../platform/http/env.ts'

type Account = { email: string; admin: 0 | 1 }

/** Whether the account has the admin flag and is not the one address excluded from administration. */
export const actsAsAdmin = (account: Account, config: Config): boolean =>
  account.admin === 1 && account.email !== config.excludedAdminEmail

/** Whether a session would have administrator rights if it had been started with the required second factor. */
export const lacksSecondFactor = (account: Account, factor: Factor, config: Config): boolean =>
  config.adminSecondFactor && factor === 'password' && actsAsAdmin(account, config)

/** Whether a session has administrator rights. */
export const administers = (account: Account, factor: Factor, config: Config): boolean =>
  actsAsAdmin(account, config) && !lacksSecondFactor(account, factor, config)

/** Whether an account is required to have a second factor. */
export const demandsSecondFactor = (account: SignedIn, config: Config): boolean =>
  config.adminSecondFactor && (account.admin || account.lacksSecondFactor)
