import { existsSync, statSync } from 'node:fs'
import { checkDatabaseFile, checkOrigin } from '../../platform/db/check-database-file.ts'
import { openSqlite } from '../../platform/db/open-sqlite.ts'
import { orStartError, StartError } from '../../platform/runtime/start-error.ts'
import { checkMigrated } from './check-migrated.ts'
import type { Source } from './side.ts'
import { readSqlite } from './sqlite-side.ts'

/** Opens a file read-only that nobody else may have open. Throws StartError. */
export function openSqliteSource(file: string, options: { withoutZeros: boolean }): Source {
  if (!existsSync(file)) throw new StartError(`there is no database in ${file}`)
  return orStartError(file, () => {
    checkDatabaseFile(file)
    const sqlite = openSqlite(file, { readonly: true })
    try {
      checkOrigin(sqlite, file)
      const isEmpty = sqlite.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() === undefined
      const names = isEmpty ? [] : sqlite.prepare<[], string>('select name from kysely_migration').pluck().all()
      checkMigrated(file, names)
      return { ...readSqlite(sqlite, file, options), state: stateOf(file) }
    } catch (error) {
      sqlite.close()
      throw error
    }
  })
}

/** Every write changes the file or its write-ahead log. */
function stateOf(file: string): string {
  const parts = ['', '-wal'].map((ending) => {
    const found = statSync(`${file}${ending}`, { bigint: true, throwIfNoEntry: false })
    return found?.size ? `${found.size}@${found.mtimeNs}` : ''
  })
  return parts.join(' ')
}
