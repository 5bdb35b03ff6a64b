import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../deps.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { importFile, importFolder } from './import-file.ts'
import { deleteImport, selectIdsWithFile, selectUnconfirmed } from './import-queries.ts'

const KEPT_MS = 24 * 3600_000
const KEPT_AN_ACCOUNT = 3
/** The names of tables and of broken uploads. Nobody else's file in this folder is touched. */
const OURS = /^(\d+\.csv|[0-9a-f-]{36}\.part(\.sheet)?)$/

/**
 * Deletes files that nobody confirmed: those older than a day, and all but the newest three of an account. Also deletes what broken
 * uploads and deleted accounts left behind. As long as the clock is in doubt, nothing counts as old.
 */
export async function sweepImports({
  config,
  database: { db },
  clock,
  loops,
}: Pick<Deps, 'config' | 'database' | 'clock' | 'loops'>): Promise<void> {
  const outdated = clock.isTrusted() ? clock.now() - KEPT_MS : Number.NEGATIVE_INFINITY
  const kept = new Map<number, number>()
  const old = (await selectUnconfirmed(db)).filter(({ account_id, created_at }) => {
    const newer = kept.get(account_id) ?? 0
    kept.set(account_id, newer + 1)
    return newer >= KEPT_AN_ACCOUNT || created_at <= outdated
  })
  const giveUp = async ({ id }: { id: number }) => {
    if (await deleteImport(db, id)) await rm(importFile(config, id), { force: true })
  }
  await loops('giving up uploads').run(old, ({ id }) => `import ${id}`, giveUp)
  const needed = await selectIdsWithFile(db)
  const sweep = async (name: string) => {
    if (!OURS.test(name) || (name.endsWith('.csv') && needed.has(Number.parseInt(name, 10)))) return
    const file = path.join(importFolder(config), name)
    const changedAt = (await unlessMissing(stat(file)))?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (changedAt < outdated) await rm(file, { force: true })
  }
  const names = (await unlessMissing(readdir(importFolder(config)))) ?? []
  await loops('removing uploads').run(names, (name) => name, sweep)
}
