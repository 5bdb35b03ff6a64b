import type { InferOutput } from 'valibot'
import type { GlobalSettings, SettingsBody } from '#domain/platform/settings.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../audit/record-change.ts'
import { AppError } from '../http/app-error.ts'
import { readSettings } from './read-settings.ts'
import { upsertSettings } from './setting-queries.ts'
import type { SettingTable } from './setting-table.ts'

/** Changes some of the global settings. Throws 400 `no_changes` if all of them are already so. */
export async function saveSettings(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  actorId: number,
  body: InferOutput<typeof SettingsBody>,
): Promise<GlobalSettings> {
  const known = await readSettings(db)
  const wanted = Object.entries(body) as [SettingTable['name'], number][]
  const rows = wanted.filter(([name, value]) => known[name] !== value).map(([name, value]) => ({ name, value }))
  if (rows.length === 0) throw new AppError(400, 'no_changes')
  return db.transaction().execute(async (transaction) => {
    // somebody may have saved meanwhile, or the browser the same
    const before = await readSettings(transaction)
    const after = { ...before, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
    await upsertSettings(transaction, rows)
    const change = { action: 'settings.save', subjectType: 'settings', subjectId: 'global' }
    await recordChange({ database: { db: transaction }, clock }, { actorId, ...change, before, after })
    return after
  })
}
