import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { ExportInput, ExportResult } from '#domain/export.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { ownJob } from '../jobs/own-job.ts'
import { byteRange } from './byte-range.ts'
import { exportFile } from './export-file.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

type Asked = { range: string | undefined; ifRange: string | undefined; isHead: boolean }
type Answer = { status: 200 | 206 | 416; headers: Record<string, string>; body: ReadableStream | null }

/** A file or a part of it, read as it is sent. Throws 404 `job_not_found`, and `export_gone` where it was removed. */
export async function openExport(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  account: SignedIn,
  id: number,
  { range, ifRange, isHead }: Asked,
): Promise<Answer> {
  const row = await ownJob(db, account, id, 'EXPORT')
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ExportResult), row.result)
  if (row.status !== 'done') throw new AppError(404, 'job_not_found')
  if (!result.success) throw new AppError(404, 'export_gone')
  const { format } = v.parse(ExportInput, JSON.parse(row.input))
  const file = exportFile(config, id, format)
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new AppError(404, 'export_gone')

  const { size } = found
  const etag = `"${id}-${size}-${Number(row.finished_at)}"`
  const asked = ifRange === undefined || ifRange === etag ? byteRange(range, size) : undefined
  const headers = {
    'Accept-Ranges': 'bytes',
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="${result.output.name}"`,
    ETag: etag,
  }
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, body: null }
  }
  const { from, to } = asked ?? { from: 0, to: size - 1 }
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(to - from + 1),
      ...(asked ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}),
    },
    body: isHead ? null : (Readable.toWeb(createReadStream(file, { start: from, end: to })) as ReadableStream),
  }
}
