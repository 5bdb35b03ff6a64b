import path from 'node:path'
import type { ExportFormat } from '#domain/insight/export.ts'
import type { Config } from '../../platform/config/config.ts'

export const exportFolder = ({ filesDir }: Pick<Config, 'filesDir'>): string => path.join(filesDir, 'exports')

/** The path of an EXPORT job's file until it is removed. */
export const exportFile = (config: Pick<Config, 'filesDir'>, jobId: number, format: ExportFormat): string =>
  path.join(exportFolder(config), `${jobId}.${format}`)
