import type { Kysely } from 'kysely'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/platform/settings.ts'
import type { Tables } from '../../store/tables.ts'
import { selectSettings } from './setting-queries.ts'

/** The global settings: what was set, else the default. */
export async function readSettings(db: Kysely<Tables>): Promise<GlobalSettings> {
  return settingsFrom(await selectSettings(db))
}

/** The same of rows that were read already. */
export const settingsFrom = (rows: readonly { name: string; value: number }[]): GlobalSettings => ({
  ...defaultGlobalSettings,
  ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
})
