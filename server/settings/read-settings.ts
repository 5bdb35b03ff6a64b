import type { Kysely } from 'kysely'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/settings.ts'
import type { Tables } from '../db/tables.ts'

/** The global settings: what was set, else the default. */
export async function readSettings(db: Kysely<Tables>): Promise<GlobalSettings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  return { ...defaultGlobalSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
