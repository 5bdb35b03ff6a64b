import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { EXPORT_KEPT_DAYS } from '#domain/insight/export.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { dropResult, keptResults } from '../../platform/jobs/kept-results.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { exportFolder } from './export-file.ts'

const PART_KEPT_MS = DAY_SECONDS * 1000
/** Limits the files per account, so that exports never fill up the disk. */
const FILES_AN_ACCOUNT = 20

/** Removes files that are a week old or exceed the limit, files whose account is gone, and remains of failed exports. */
export async function sweepExports({
  config,
  database: { db },
  clock,
  loops,
}: Pick<Deps, 'config' | 'database' | 'clock' | 'loops'>): Promise<number> {
  const now = clock.now()
  // the files are listed first: one that appears later belongs to a job that is not in the list of jobs
  const names = (await unlessMissing(readdir(exportFolder(config)))) ?? []
  const afterMs = now - EXPORT_KEPT_DAYS * DAY_SECONDS * 1000
  const kept = await keptResults(db, 'EXPORT', { afterMs, perAccount: FILES_AN_ACCOUNT })
  let removed = 0
  const sweep = async (name: string) => {
    const file = path.join(exportFolder(config), name)
    const changedAt = (await unlessMissing(stat(file)))?.mtimeMs ?? now
    const isYoungPart = name.endsWith('.part') && changedAt > now - PART_KEPT_MS
    const jobId = Number.parseInt(name, 10)
    if (isYoungPart || kept.has(jobId) || !/^\d+\./.test(name)) return
    await rm(file, { force: true })
    await dropResult(db, jobId)
    removed++
  }
  await loops('removing exports').run(names, (name) => name, sweep)
  return removed
}
