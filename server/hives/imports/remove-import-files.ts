import { rm } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { importFile } from './import-file.ts'

/** Deletes the uploaded tables of imports that no longer exist. */
export async function removeImportFiles(config: Pick<Config, 'filesDir'>, ids: readonly number[]): Promise<void> {
  for (const id of ids) await rm(importFile(config, id), { force: true })
}
