import type { InferOutput } from 'valibot'
import type { GlobalSettings, SettingsBody } from '#domain/settings.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { readSettings } from './read-settings.ts'
import { upsertSettings } from './setting-queries.ts'
import type { SettingTable } from './setting-table.ts'

/** Sets some of the global settings. Throws 400 `no_changes` where everything is so already. */
export async function saveSettings(
  { database: { db } }: Pick<Deps, 'database'>,
  body: InferOutput<typeof SettingsBody>,
): Promise<GlobalSettings> {
  const known = await readSettings(db)
  const wanted = Object.entries(body) as [SettingTable['name'], number][]
  const rows = wanted.filter(([name, value]) => known[name] !== value).map(([name, value]) => ({ name, value }))
  if (rows.length === 0) throw new AppError(400, 'no_changes')
  await upsertSettings(db, rows)
  return { ...known, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
