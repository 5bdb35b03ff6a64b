import { rm } from 'node:fs/promises'
import { exportFormats } from '#domain/insight/export.ts'
import type { Config } from '../../platform/config/config.ts'
import { exportFile } from './export-file.ts'

/** Deletes the files of EXPORT jobs that no longer exist. */
export async function removeExportFiles(config: Pick<Config, 'filesDir'>, jobIds: readonly number[]): Promise<void> {
  for (const id of jobIds) {
    for (const format of exportFormats) await rm(exportFile(config, id, format), { force: true })
  }
}
