import type { LoginReply, Profile, SessionReply } from '#domain/account.ts'
import { isManager } from '#domain/permission.ts'
import type { Config } from '../config.ts'
import type { SignedIn } from '../http/env.ts'
import type { AccountRow } from './account-queries.ts'
import { actsAsAdmin } from './acts-as-admin.ts'

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

export const toLoginReply = (account: AccountRow, config: Config, message: string): LoginReply => ({
  message,
  userEmail: account.email,
  admin: actsAsAdmin(account, config),
  userId: account.id,
  role: account.role,
  affiliation:
    account.affiliation_id === null ? null : { id: account.affiliation_id, name: account.affiliation_name ?? '' },
})

export const toSessionReply = (
  account: AccountRow,
  config: Config,
  message: string,
  actor: SignedIn['actor'],
): Omit<SessionReply, 'signOutToken'> => ({
  ...toLoginReply(account, config, message),
  ...(actor && { admin: false }),
  acting: actor ? { email: actor.email, until: new Date(actor.until).toISOString() } : null,
  language: account.language,
  profile: toProfile(account),
  manager: isManager(account),
})
