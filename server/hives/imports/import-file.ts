import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'

export const importFolder = ({ filesDir }: Pick<Config, 'filesDir'>): string => path.join(filesDir, 'imports')

/** The path of an uploaded table until it is imported or given up. */
export const importFile = (config: Pick<Config, 'filesDir'>, id: number): string =>
  path.join(importFolder(config), `${id}.csv`)
