import { stat } from 'node:fs/promises'
import * as v from 'valibot'
import { ExportResult, PlannedExport } from '#domain/insight/export.ts'
import type { Deps } from '../../deps.ts'
import { requireScales } from '../../hives/scales/visible-scales.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type FileAnswer, filePart, type PartAsked, readPart } from '../../platform/http/serving/file-part.ts'
import { ownJob } from '../../platform/jobs/own-job.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { exportFile } from './export-file.ts'

export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/**
 * Opens a file or a part of it, read as it is sent. Throws 404 `job_not_found`, 404 `export_gone` if it was
 * removed, 403 `second_factor_missing`, and as `requireScales` if one of its scales may no longer be seen.
 */
export async function openExport(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  account: SignedIn,
  id: number,
  asked: PartAsked,
): Promise<FileAnswer> {
  const row = await ownJob(db, account, id, 'EXPORT')
  // the file may contain data seen with more rights
  if (account.lacksSecondFactor) throw new AppError(403, 'second_factor_missing')
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ExportResult), row.result)
  if (row.status !== 'done') throw new AppError(404, 'job_not_found')
  if (!result.success) throw new AppError(404, 'export_gone')
  const { format, scales } = v.parse(PlannedExport, JSON.parse(row.input))
  await requireScales(db, account, scales, 'read')
  const file = exportFile(config, id, format)
  const found = await unlessMissing(stat(file))
  if (!found) throw new AppError(404, 'export_gone')

  const etag = `"${id}-${found.size}-${Number(row.finished_at)}"`
  const { status, headers, bytes } = filePart({ size: found.size, etag }, asked)
  const described = {
    'Content-Type': exportTypes[format],
    'Content-Disposition': `attachment; filename="${result.output.name}"`,
  }
  return { status, headers: { ...headers, ...described }, body: readPart(file, bytes) }
}
