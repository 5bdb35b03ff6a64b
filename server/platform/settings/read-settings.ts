import type { Kysely } from 'kysely'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/platform/settings.ts'
import type { Tables } from '../../store/tables.ts'
import { selectSettings } from './setting-queries.ts'

/** The global settings: what was set, else the default. */
export async function readSettings(db: Kysely<Tables>): Promise<GlobalSettings> {
  const rows = await selectSettings(db)
  return { ...defaultGlobalSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
