import { accessSync, closeSync, constants, existsSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { StartError } from '../runtime/start-error.ts'
import { migrationNames } from './migration-files.ts'
import type { SqliteHandle } from './open-sqlite.ts'
import { UNFINISHED_MOVE, unfinishedWords } from './unfinished-move.ts'

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const BACK = 'restore a backup (npm run restore)'

/** Inspects a file before SQLite does, which would take a short one for a new database. Throws StartError if it is not a complete database. */
export function checkDatabaseFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isFile()) throw new StartError(`${file} is not a file: set DATABASE_URL to the database file`)
  // SQLite opens unwritable files read-only, and reports it only at the first change
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) accessSync(name, constants.R_OK | constants.W_OK)
  }
  if (found.size === 0) {
    if (!log?.size) return
    throw new StartError(`${file} is empty, though it was in use (${file}-wal contains changes to it): ${BACK}`)
  }
  const header = readHeader(file)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StartError(`${file} is not a SQLite database: set DATABASE_URL to another file, or ${BACK}`)
  }
  if (isCutShort(header, found, log)) {
    throw new StartError(`${file} was cut short: ${BACK}`)
  }
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const open = openSync(file, 'r')
  try {
    return header.subarray(0, readSync(open, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(open)
  }
}

/** Whether the file is shorter than the page count in its header says; with a write-ahead log next to it, the last pages may still be in there. */
function isCutShort(header: Buffer, { size }: Stats, log: Stats | undefined): boolean {
  if (header.length < HEADER_BYTES) return true
  if (log?.size) return false
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92)
  return isCounted && size < header.readUInt32BE(28) * pageSize
}

/** Throws StartError if a database belongs to another program or a newer version, or is only half moved. */
export function checkOrigin(sqlite: SqliteHandle, file: string): void {
  const tables = sqlite.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all()
  if (tables.length === 0) return
  const foreign = new StartError(`${file} is the database of another program: set DATABASE_URL to another file`)
  if (tables.some(({ name }) => name === UNFINISHED_MOVE)) throw new StartError(unfinishedWords(file))
  if (!tables.some(({ name }) => name === 'kysely_migration')) throw foreign
  const known = new Set(migrationNames())
  const executed = sqlite.prepare<[], { name: string }>('select name from kysely_migration order by name').all()
  const unknown = executed.filter(({ name }) => !known.has(name))
  if (unknown.length === 0) return
  if (unknown.length === executed.length) throw foreign
  throw new StartError(
    `${file} is from a newer HiveWatch (${unknown.at(-1)!.name}): install that version again, or ${BACK} made by this one`,
  )
}
