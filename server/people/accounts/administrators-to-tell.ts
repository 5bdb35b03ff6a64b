import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAdministrators } from './account-queries.ts'

/** Whom to write to about the installation: its administrators, with their language and the host they use. */
export const administratorsToTell = (db: Kysely<Tables>, { excludedAdminEmail }: Pick<Config, 'excludedAdminEmail'>) =>
  selectAdministrators(db, excludedAdminEmail)
