import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'

export const importFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'imports')

/** Where an uploaded table lies until it is imported or given up. */
export const importFile = (config: Pick<Config, 'dataDir'>, id: number): string =>
  path.join(importFolder(config), `${id}.csv`)
