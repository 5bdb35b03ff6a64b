import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { ImportFindings, ImportMapping, scaleIdsOf } from '#domain/hives/import.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireScales } from '../scales/visible-scales.ts'
import { type ImportRow, updateImport } from './import-queries.ts'
import { requireImport } from './require-import.ts'

/**
 * Starts storing what the check found, or resumes after an interruption. `seen`: the mapping whose findings are confirmed. Throws 404
 * `import_not_found`, `scale_not_found`, 403, and 409 `import_checked_anew` if another mapping was checked since, `import_not_ready` if
 * nothing was checked or there is nothing to store, `import_rows_mixed` if it was not said whose rows to read.
 */
export async function confirmImport(
  { database: { db }, wakeImports }: Pick<Deps, 'database' | 'wakeImports'>,
  account: SignedIn,
  id: number,
  seen?: ImportMapping,
): Promise<ImportRow> {
  const row = await requireImport(db, account, id)
  if (row.mapping === null) throw new AppError(409, 'import_not_ready')
  const mapping = v.parse(ImportMapping, JSON.parse(row.mapping))
  // otherwise it is too late to look at what was checked since
  const canBeSeen = row.status === 'checking' || row.status === 'checked' || row.status === 'failed'
  if (seen && canBeSeen && !isDeepStrictEqual(seen, mapping)) throw new AppError(409, 'import_checked_anew')
  if (row.findings === null) throw new AppError(409, 'import_not_ready')
  const { readings, names } = v.parse(ImportFindings, JSON.parse(row.findings))
  if (readings === 0) throw new AppError(409, 'import_not_ready')
  if (names) throw new AppError(409, 'import_rows_mixed')
  await requireScales(db, account, scaleIdsOf(mapping), 'write')
  const isContinued = row.status === 'failed'
  const changes = { problem: null, ...(isContinued ? {} : { bytes_done: 0, rows_done: 0 }) }
  const begun = { ...changes, status: 'importing' } as const
  const importing = await updateImport(db, id, ['checked', 'failed'], begun, row.mapping)
  if (!importing) throw new AppError(409, 'import_not_ready')
  wakeImports()
  return importing
}
