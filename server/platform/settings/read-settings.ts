import type { Kysely } from 'kysely'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/platform/settings.ts'
import type { Tables } from '../../store/tables.ts'
import { selectSettings } from './setting-queries.ts'

/** The global settings: stored values, otherwise defaults. */
export async function readSettings(db: Kysely<Tables>): Promise<GlobalSettings> {
  return settingsFrom(await selectSettings(db))
}

/** The same from rows that have already been read. */
export const settingsFrom = (rows: readonly { name: string; value: number }[]): GlobalSettings => ({
  ...defaultGlobalSettings,
  ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
})
