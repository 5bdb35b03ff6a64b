import Sqlite from 'better-sqlite3'
import { addFunctions } from './sqlite-functions.ts'

export type SqliteHandle = Sqlite.Database

const BUSY_TIMEOUT_MS = 2000
const CHECKPOINT_PAGES = 4000
/** The system caches the file's pages too, so a small cache per connection is enough. */
const CACHE_KIBIBYTES = { reader: 4 * 1024, writer: 16 * 1024 }

/**
 * Opens the file, or an in-memory copy of what `serialize()` returned, with our settings. WAL lets readers continue alongside the writer;
 * `synchronous = FULL` makes a commit survive a power failure.
 */
export function openSqlite(file: string | Buffer, options: { readonly: boolean }): SqliteHandle {
  const sqlite = new Sqlite(file, { readonly: options.readonly, timeout: BUSY_TIMEOUT_MS })
  if (!options.readonly) {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma(`cache_size = -${CACHE_KIBIBYTES[options.readonly ? 'reader' : 'writer']}`)
  addFunctions(sqlite)
  return sqlite
}
