import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { EXPORT_KEPT_DAYS } from '#domain/export.ts'
import { DAY_SECONDS } from '#domain/timeline-tile.ts'
import type { Deps } from '../http/deps.ts'
import { finishedJobs } from '../jobs/finished-jobs.ts'
import { exportFolder } from './export-file.ts'

const PART_KEPT_MS = DAY_SECONDS * 1000

/** Removes files a week after they were made, those whose account is gone, and what broken exports left behind. */
export async function sweepExports({
  config,
  database: { db },
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const finished = await finishedJobs(db, 'EXPORT', now - EXPORT_KEPT_DAYS * DAY_SECONDS * 1000)
  let removed = 0
  for (const name of await readdir(exportFolder(config)).catch(() => [])) {
    const file = path.join(exportFolder(config), name)
    const changedAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? now
    const isYoungPart = name.endsWith('.part') && changedAt > now - PART_KEPT_MS
    if (isYoungPart || finished.has(Number.parseInt(name, 10)) || !/^\d+\./.test(name)) continue
    await rm(file, { force: true })
    removed++
  }
  return removed
}
