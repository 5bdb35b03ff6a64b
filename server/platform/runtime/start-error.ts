import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Why a program cannot start, or continue: one sentence for its operator that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

type SystemError = { code: string; path?: string; address?: string; port?: number }

const fullDisk = (where: string) => `${where} cannot be written because the disk is full: make room and start again`
const readOnly = (where: string) =>
  `${where} cannot be written: its disk is mounted read-only; mount it for writing, or set another place`
const forbidden = (where: string) =>
  `${where} cannot be used: give it to the user who runs HiveWatch, or set another place`

const sentences: Record<string, (error: SystemError, where: string) => string> = {
  ENOSPC: (_, where) => fullDisk(where),
  EDQUOT: (_, where) => fullDisk(where),
  EROFS: (_, where) => readOnly(where),
  EACCES: ({ port }, where) =>
    port === undefined ? forbidden(where) : `port ${port} is reserved by the system: set PORT to another`,
  EPERM: (_, where) => forbidden(where),
  EEXIST: (_, where) => `${where} is a file where a folder should be: set DATA_DIR and DATABASE_URL to other places`,
  ENOTDIR: (_, where) => `${where} lies below a file: set DATA_DIR and DATABASE_URL to other places`,
  EISDIR: (_, where) =>
    `${where} is a folder where a file should be: put the file there, or remove it if it is empty (Docker creates one for a file to mount that does not exist)`,
  ENAMETOOLONG: (_, where) =>
    `${where} has a name longer than this system allows: set DATA_DIR and DATABASE_URL to shorter places`,
  EBUSY: (_, where) => `${where} is mounted, and cannot be moved: unmount it and start again`,
  EIO: (_, where) => `${where} cannot be read or written: its disk is failing; restore a backup on another disk`,
  EADDRINUSE: ({ port }) => `port ${port} is in use by another program: stop that, or set PORT to another`,
  EADDRNOTAVAIL: ({ address }) => `${address} is not an address of this machine: set HOST to one that is`,
  SQLITE_FULL: (_, where) => fullDisk(where),
  SQLITE_READONLY: (_, where) => forbidden(where),
  SQLITE_CANTOPEN: (_, where) => forbidden(where),
  SQLITE_PERM: (_, where) => forbidden(where),
  SQLITE_IOERR: (_, where) => `${where} cannot be read or written: check whether its disk is full or failing`,
  SQLITE_BUSY: (_, where) => `${where} is locked by another program: stop that and start again`,
  SQLITE_NOTADB: (_, where) =>
    `${where} is not a SQLite database: set DATABASE_URL to another file, or restore a backup (npm run restore)`,
  SQLITE_CORRUPT: (_, where) => `${where} is damaged: run npm run repair, or restore a backup (npm run restore)`,
}

/** An error of the system or the database as a StartError that names `where` it happened. Undefined for any other error. */
export function toStartError(cause: unknown, where?: string): StartError | undefined {
  if (cause instanceof StartError) return cause
  if (!(cause instanceof Error) || !('code' in cause)) return undefined
  const error = cause as Error & SystemError
  const place = where ?? error.path
  const known = sentences[error.code] ?? sentences[String(error.code).split('_').slice(0, 2).join('_')]
  if (!known || (place === undefined && error.port === undefined && error.address === undefined)) return undefined
  return new StartError(known(error, place ?? ''), { cause })
}

/** Does something a start needs at a place; system errors become a StartError. */
export function orStartError<T>(where: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStartError(error, where) ?? error
  }
}

/** Whether there is something at a place. Throws StartError if this user may not look. */
export const isThere = (place: string): boolean =>
  orStartError(place, () => statSync(place, { throwIfNoEntry: false }) !== undefined)

/** Creates a folder and its parents, private to its user. Throws StartError. */
export function makeFolder(folder: string): void {
  orStartError(folder, () => makeFolders(folder))
}

/** One by one: a recursive mkdir says ENOENT where it may not write, and never ends where nothing can be created, as in /proc. */
function makeFolders(folder: string): void {
  const above = path.dirname(folder)
  if (!existsSync(above)) makeFolders(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
    throw code === 'ENOENT' ? new StartError(forbidden(folder), { cause }) : cause
  }
}
