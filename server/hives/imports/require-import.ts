import type { Kysely } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { type ImportRow, selectImport } from './import-queries.ts'

/** Returns one of the account's own imports. Throws 404 `import_not_found`. */
export async function requireImport(db: Kysely<Tables>, account: SignedIn, id: number): Promise<ImportRow> {
  const row = await selectImport(db, id, account.accountId)
  if (!row) throw new AppError(404, 'import_not_found')
  return row
}
