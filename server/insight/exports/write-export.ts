import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { columnsAt, type ExportFormat } from '#domain/insight/export.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { syncToDisk } from '../../platform/runtime/write-whole.ts'
import { exportFile, exportFolder } from './export-file.ts'
import { csvFile, jsonFile } from './export-file-text.ts'
import type { ExportStyle, HistoryStyle } from './export-rows.ts'
import { type ExportSource, type Heard, readExport } from './read-export.ts'
import { readHistory } from './read-history.ts'
import { removeBegun } from './remove-export-files.ts'
import { sheetFile } from './sheet-file.ts'
import { writeEvenly } from './write-evenly.ts'

type Writing = Pick<Deps, 'config' | 'database' | 'clock' | 'ids'>
/** The readings or the history. */
export type WantedSource = ExportSource<ExportStyle | (HistoryStyle & { level: 'history' })>
type Wanted = { jobId: number; format: ExportFormat; source: WantedSource }

/**
 * Writes a file in pieces, under a temporary name until it is complete and on the disk. Throws 400 `export_empty` or
 * `export_too_large`, 503 `storage_unavailable` if the disk is full, and the reason of `heard.signal`.
 */
export async function writeExport(
  deps: Writing,
  { jobId, format, source }: Wanted,
  heard: Heard,
): Promise<{ bytes: number; rows: number; missing: number }> {
  const { config, clock, ids } = deps
  const { style } = source
  const reading = await (style.level === 'history'
    ? readHistory(deps, { ...source, style }, heard)
    : readExport(deps, { ...source, style: withColumnsThereAre(style) }, heard))
  if (reading.series.length === 0) throw new AppError(400, 'export_empty')
  const file = exportFile(config, jobId, format)
  await mkdir(exportFolder(config), { recursive: true })
  await removeBegun(config, [jobId])
  const part = `${file}.${ids.uuid()}.part`
  try {
    const content = {
      csv: () => csvFile(reading, style.language),
      json: () => jsonFile(reading),
      xlsx: () => sheetFile(reading, clock.now()),
    }[format]()
    await writeEvenly(part, content, heard.signal)
    if (reading.rows() === 0) throw new AppError(400, 'export_empty')
    const { size } = await stat(part)
    await rename(part, file)
    await syncToDisk(exportFolder(config))
    return { bytes: size, rows: reading.rows(), missing: reading.missing() }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError(503, 'storage_unavailable') : error
  } finally {
    await rm(part, { force: true })
  }
}

function withColumnsThereAre(style: ExportStyle): ExportStyle {
  const allowed = columnsAt(style.level)
  return { ...style, columns: style.columns.filter((column) => allowed.includes(column)) }
}
