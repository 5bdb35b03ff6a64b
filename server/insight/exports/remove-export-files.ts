import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { exportFormats } from '#domain/insight/export.ts'
import type { Config } from '../../platform/config/config.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { exportFile, exportFolder } from './export-file.ts'

type Folder = Pick<Config, 'filesDir'>

/** Deletes the files of EXPORT jobs that no longer exist. */
export async function removeExportFiles(config: Folder, jobIds: readonly number[]): Promise<void> {
  for (const id of jobIds) {
    for (const format of exportFormats) await rm(exportFile(config, id, format), { force: true })
  }
  if (jobIds.length > 0) await removeBegun(config, jobIds)
}

/** Deletes what killed servers had written of the files of some jobs: it is as large as the readings of many years. */
export async function removeBegun(config: Folder, jobIds: readonly number[]): Promise<void> {
  const folder = exportFolder(config)
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (name.endsWith('.part') && jobIds.includes(Number.parseInt(name, 10)))
      await rm(path.join(folder, name), { force: true })
  }
}
