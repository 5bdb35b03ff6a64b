import { type ImportMapping, scaleIdsOf } from '#domain/hives/import.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireScales } from '../scales/visible-scales.ts'
import { type ImportRow, updateImport } from './import-queries.ts'
import { requireImport } from './require-import.ts'

const checkable = ['uploaded', 'checked', 'failed'] as const

type Checking = Pick<Deps, 'database' | 'wakeImports'>

/**
 * Starts a check of a file with these columns, without storing anything. Throws 404 `import_not_found`, `scale_not_found`, 403, and
 * 409 `import_not_ready` if it is in progress or some of it is already stored.
 */
export async function checkMapping(
  { database: { db }, wakeImports }: Checking,
  account: SignedIn,
  id: number,
  mapping: ImportMapping,
): Promise<ImportRow> {
  const row = await requireImport(db, account, id)
  await requireScales(db, account, scaleIdsOf(mapping), 'write')
  if (row.readings > 0) throw new AppError(409, 'import_not_ready')
  const begun = { findings: null, problem: null, bytes_done: 0, rows_done: 0, interruptions: 0 }
  const changes = { ...begun, mapping: JSON.stringify(mapping) }
  const checking = await updateImport(db, id, checkable, { ...changes, status: 'checking' })
  if (!checking) throw new AppError(409, 'import_not_ready')
  wakeImports()
  return checking
}
