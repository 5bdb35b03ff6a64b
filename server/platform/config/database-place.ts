import path from 'node:path'
import { StartError } from '../runtime/start-error.ts'

/** Where the database is, and thus which engine it uses. */
export type DatabasePlace = { kind: 'file'; file: string } | { kind: 'postgres'; url: string }

/** A data folder with a database file, for what works on files: backups, restoring, repairing. */
export type FilePlace = { dataDir: string; databaseFile: string }

const isPostgres = (url: string): boolean => /^postgres(ql)?:/i.test(url)

/** Whether a `DATABASE_URL` is usable: a file, or a readable PostgreSQL address. */
export const isDatabaseUrl = (url: string): boolean =>
  url.startsWith('file:') || (isPostgres(url) && URL.canParse(url) && canDecode(new URL(url)))

/** Whether user, password and path are encoded correctly. */
export function canDecode({ username, password, pathname }: Pick<URL, 'username' | 'password' | 'pathname'>): boolean {
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}

/** The place that a usable `DATABASE_URL` names; without one, a file in the data folder. */
export function databasePlace(url: string | undefined, dataDir: string): DatabasePlace {
  if (url === undefined) return { kind: 'file', file: path.join(dataDir, 'hivewatch.sqlite') }
  return isPostgres(url) ? { kind: 'postgres', url } : { kind: 'file', file: path.resolve(url.slice('file:'.length)) }
}

/** The place of the database file, for what needs one. Throws StartError, saying what to do instead, if there is none. */
export function filePlace({ dataDir, database }: { dataDir: string; database: DatabasePlace }): FilePlace {
  if (database.kind === 'file') return { dataDir, databaseFile: database.file }
  throw new StartError(
    'this only works with SQLite files, and DATABASE_URL points to PostgreSQL: back up and restore with pg_dump and pg_restore, or with point-in-time recovery',
  )
}
