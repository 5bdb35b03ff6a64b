import type { LoginReply, Profile, SessionReply } from '#domain/people/account.ts'
import { isManager } from '#domain/people/permission.ts'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Config } from '../../platform/config/config.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { AccountRow } from './account-queries.ts'
import { administers, lacksSecondFactor } from './acts-as-admin.ts'

export const toProfile = (account: Profile): Profile => ({
  firstname: account.firstname,
  lastname: account.lastname,
  company: account.company,
  street: account.street,
  zip: account.zip,
  city: account.city,
  country: account.country,
  phone: account.phone,
})

/** `factor`: the factor shown in the session that is being answered. */
export const toLoginReply = (account: AccountRow, factor: Factor, config: Config, message: string): LoginReply => ({
  message,
  userEmail: account.email,
  admin: administers(account, factor, config),
  userId: account.id,
  role: account.role,
  affiliation:
    account.affiliation_id === null ? null : { id: account.affiliation_id, name: account.affiliation_name ?? '' },
})

export const toSessionReply = (
  account: AccountRow,
  { factor, actor }: Pick<SignedIn, 'factor' | 'actor'>,
  config: Config,
  message: string,
): Omit<SessionReply, 'alarmsArrive' | 'signOutToken'> => ({
  ...toLoginReply(account, factor, config, message),
  ...(actor && { admin: false }),
  acting: actor ? { email: actor.email, until: new Date(actor.until).toISOString() } : null,
  language: account.language,
  profile: toProfile(account),
  manager: isManager(account),
  secondFactorMissing: !actor && lacksSecondFactor(account, factor, config),
})
