import type { Config } from '../config.ts'

/** The admin flag, but for the one address that is left out of administration. */
export const actsAsAdmin = (account: { email: string; admin: 0 | 1 }, config: Config): boolean =>
  account.admin === 1 && account.email !== config.excludedAdminEmail
