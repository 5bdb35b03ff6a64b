import path from 'node:path'
import { StartError } from '../runtime/start-error.ts'

/** Where the database is, and so which engine takes it. */
export type DatabasePlace = { kind: 'file'; file: string } | { kind: 'postgres'; url: string }

/** A data folder with a database file, for what works on files: backups, restoring, repairing. */
export type FilePlace = { dataDir: string; databaseFile: string }

const isPostgres = (url: string): boolean => /^postgres(ql)?:/i.test(url)

/** Whether a `DATABASE_URL` leads anywhere: to a file, or to PostgreSQL by an address that can be read. */
export const isDatabaseUrl = (url: string): boolean =>
  url.startsWith('file:') || (isPostgres(url) && URL.canParse(url) && canDecode(new URL(url)))

function canDecode({ username, password, pathname }: URL): boolean {
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}

/** Of a `DATABASE_URL` that leads somewhere; without one it is a file in the data folder. */
export function databasePlace(url: string | undefined, dataDir: string): DatabasePlace {
  if (url === undefined) return { kind: 'file', file: path.join(dataDir, 'hivewatch.sqlite') }
  return isPostgres(url) ? { kind: 'postgres', url } : { kind: 'file', file: path.resolve(url.slice('file:'.length)) }
}

/** For what works on the database's file. Throws StartError, with what to do instead, where there is none. */
export function filePlace({ dataDir, database }: { dataDir: string; database: DatabasePlace }): FilePlace {
  if (database.kind === 'file') return { dataDir, databaseFile: database.file }
  throw new StartError(
    'this works on SQLite files, and DATABASE_URL leads to PostgreSQL: back up and restore with pg_dump and pg_restore, or with its point-in-time recovery',
  )
}
