import type { Kysely } from 'kysely'
import * as v from 'valibot'
import {
  type Import,
  ImportFindings,
  ImportMapping,
  type ImportProblem,
  type ImportSummary,
} from '#domain/hives/import.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { countImportDays, type ImportRow } from './import-queries.ts'

/** An import as the API lists it. `daysLeft`: scale-days that an undo still has to remove. */
export function toImportSummary(row: ImportRow, daysLeft = 0): ImportSummary {
  return {
    id: row.id,
    name: row.name,
    rowNames: rowNamesOf(row),
    bytes: Number(row.bytes),
    status: row.status,
    progress: progressOf(row, daysLeft),
    readings: row.readings,
    duplicates: row.duplicates,
    problem: row.problem as ImportProblem | null,
    createdAt: isoTime(row.created_at),
    finishedAt: isoTimeOrNull(row.finished_at),
  }
}

/** One import with everything known about its file. */
export async function toImport(db: Kysely<Tables>, row: ImportRow): Promise<Import> {
  const daysLeft = row.status === 'undoing' ? await countImportDays(db, row.id) : 0
  return {
    ...toImportSummary(row, daysLeft),
    encoding: row.encoding,
    lines: storedJson(v.array(v.string()), row.lines, []),
    mapping: storedJson(ImportMapping, row.mapping, null),
    findings: storedJson(ImportFindings, row.findings, null),
  }
}

function rowNamesOf({ mapping }: ImportRow): string[] | undefined {
  const { only, names } = storedJson(ImportMapping, mapping, null) ?? {}
  const ofOneScale = names?.rows.length === 1 ? names.rows[0]?.cells : undefined
  if (!only && !ofOneScale) return undefined
  return [...(only ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])), ...(ofOneScale ?? [])]
}

function progressOf({ status, bytes, bytes_done, rows_done }: ImportRow, daysLeft: number): number | null {
  if (status === 'undoing') return rows_done + daysLeft === 0 ? 0 : rows_done / (rows_done + daysLeft)
  if (status !== 'checking' && status !== 'importing') return null
  return Math.min(1, Number(bytes_done) / Math.max(1, Number(bytes)))
}
