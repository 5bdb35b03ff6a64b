import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../http/deps.ts'
import { unlessMissing } from '../platform/unless-missing.ts'
import { importFile, importFolder } from './import-file.ts'
import { deleteImport, selectIdsWithFile, selectUnconfirmed } from './import-queries.ts'

const KEPT_MS = 24 * 3600_000
const KEPT_AN_ACCOUNT = 3

/**
 * Gives up files that nobody confirmed: those of yesterday, and more than three of one account; also what broken uploads and
 * accounts that are gone left behind.
 */
export async function sweepImports({
  config,
  database: { db },
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<void> {
  const kept = new Map<number, number>()
  for (const { id, account_id, created_at } of await selectUnconfirmed(db)) {
    const newer = kept.get(account_id) ?? 0
    kept.set(account_id, newer + 1)
    if (newer < KEPT_AN_ACCOUNT && created_at > clock.now() - KEPT_MS) continue
    if (await deleteImport(db, id)) await rm(importFile(config, id), { force: true })
  }
  const needed = await selectIdsWithFile(db)
  for (const name of (await unlessMissing(readdir(importFolder(config)))) ?? []) {
    if (name.endsWith('.csv') && needed.has(Number.parseInt(name, 10))) continue
    const file = path.join(importFolder(config), name)
    const changedAt = (await unlessMissing(stat(file)))?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (changedAt < clock.now() - KEPT_MS) await rm(file, { force: true })
  }
}
