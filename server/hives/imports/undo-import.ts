import type { ImportProblem } from '#domain/hives/import.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireScales } from '../scales/visible-scales.ts'
import { countImportDays, type ImportRow, selectImportedScaleIds, updateImport } from './import-queries.ts'
import { requireImport } from './require-import.ts'

/**
 * Starts removing exactly the readings an import brought. Throws 404 `import_not_found`, 404 `scale_not_found` if a hive went to
 * somebody else, 403, and 409 `import_not_ready` if it is in progress or brought nothing.
 */
export async function undoImport(
  { database: { db }, wakeImports }: Pick<Deps, 'database' | 'wakeImports'>,
  account: SignedIn,
  id: number,
): Promise<ImportRow> {
  const { problem } = await requireImport(db, account, id)
  // a repair may have removed the rest
  const isBegun = problem === ('undo_day_damaged' satisfies ImportProblem)
  if (!isBegun && (await countImportDays(db, id)) === 0) throw new AppError(409, 'import_not_ready')
  await requireScales(db, account, await selectImportedScaleIds(db, id), 'write')
  const undoing = await updateImport(db, id, ['imported', 'failed'], { status: 'undoing', problem: null, rows_done: 0 })
  if (!undoing) throw new AppError(409, 'import_not_ready')
  wakeImports()
  return undoing
}
