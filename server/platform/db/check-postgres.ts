import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { StartError } from '../runtime/start-error.ts'
import { DatabaseError } from './lane.ts'
import { migrationNames } from './migration-files.ts'
import { MigrationError } from './run-migrations.ts'
import { UNFINISHED_MOVE, unfinishedWords } from './unfinished-move.ts'

const OLDEST_VERSION = 15

/** The parts of a PostgreSQL address, without the password. */
export function placeOf(url: string) {
  const { hostname, port, pathname, username } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  return { host: `${hostname || 'localhost'}:${port || 5432}`, name, user: decodeURIComponent(username) }
}

type Place = ReturnType<typeof placeOf>

const sentences: Record<string, (place: Place, said: string) => string> = {
  '08': ({ host }, said) =>
    `PostgreSQL at ${host} cannot be reached (${said}): start it, or set DATABASE_URL to the right address`,
  '28': ({ host, user }, said) =>
    /pg_hba\.conf/.test(said)
      ? `PostgreSQL at ${host} does not let in ${user} from here (${said}): if it demands encryption, add ?sslmode=verify-full to DATABASE_URL; otherwise, add a line to its pg_hba.conf`
      : `PostgreSQL at ${host} does not let in ${user || 'anyone without a user name'}: set DATABASE_URL to the right user and password`,
  '3D000': ({ host, name }) =>
    `PostgreSQL at ${host} has no database ${name}: create it (createdb ${name}), or set DATABASE_URL to another`,
  '42501': ({ name, user }) =>
    `${user} may not create tables in database ${name}: make it the owner (alter database ${name} owner to ${user})`,
  '3F000': ({ name, user }) =>
    `database ${name} has no schema for the tables of ${user}: create the one that its search_path names (create schema), or reset that`,
  '25006': ({ host }) => `PostgreSQL at ${host} is a read-only standby: set DATABASE_URL to the primary`,
  '53300': ({ host }) =>
    `PostgreSQL at ${host} has no connections left: raise its max_connections, or stop other programs`,
  '53100': ({ host }) => `PostgreSQL at ${host} has no room left on its disk: make room and start again`,
  '57014': ({ host, name }, said) =>
    `PostgreSQL at ${host} canceled a statement (${said}): if database ${name} or its user has a statement_timeout, raise it, and start again`,
  '57P': ({ host }) => `PostgreSQL at ${host} is starting or stopping: start again once it is up`,
  '55P03': ({ name }) => `database ${name} is locked by another program: stop that and start again`,
}

/** PostgreSQL's objection to a start, even in the middle of a migration, as a StartError that says what to do. Undefined for any other error. */
export function toPostgresStartError(error: unknown, url: string): StartError | undefined {
  if (error instanceof StartError) return error
  if (error instanceof MigrationError) return toPostgresStartError(error.cause, url)
  if (!(error instanceof DatabaseError)) return undefined
  const { code, message } = error
  const sentence = sentences[code] ?? sentences[code.slice(0, 3)] ?? sentences[code.slice(0, 2)]
  return sentence && new StartError(sentence(placeOf(url), message.replaceAll('\n', ' ')), { cause: error })
}

/**
 * Throws StartError if a server is too old, or its database belongs to another program or a newer version, or is only half
 * moved.
 */
export async function checkPostgres(db: Kysely<Tables>, url: string): Promise<void> {
  await checkVersion(db, url)
  await checkOwner(db, placeOf(url).name)
}

/** Throws StartError if a server is too old, or its database has another encoding. */
export async function checkVersion(db: Kysely<Tables>, url: string): Promise<void> {
  const { host, name } = placeOf(url)
  const { rows: settings } = await sql<{ number: number; version: string; encoding: string }>`
    select current_setting('server_version_num')::int8 as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db)
  const { number, version, encoding } = settings[0]!
  if (number < OLDEST_VERSION * 10_000) {
    throw new StartError(
      `PostgreSQL at ${host} is version ${version}, and ${OLDEST_VERSION} is the oldest that works: upgrade it, or set DATABASE_URL to another`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `database ${name} has the encoding ${encoding}: create another (createdb -E UTF8 -T template0), and set DATABASE_URL to it`,
    )
  }
}

/** All tables and views of a database, whoever created them. */
export async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db)
  return rows.map(({ name }) => name)
}

async function checkOwner(db: Kysely<Tables>, name: string): Promise<void> {
  const tables = await tableNames(db)
  if (tables.length === 0) return
  if (tables.includes(UNFINISHED_MOVE)) throw new StartError(unfinishedWords(`database ${name}`))
  const foreign = new StartError(`database ${name} belongs to another program: set DATABASE_URL to an empty one`)
  if (!tables.includes('kysely_migration')) throw foreign
  const { rows: executed } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const known = new Set(migrationNames())
  const unknown = executed.filter((migration) => !known.has(migration.name)).map((migration) => migration.name)
  if (unknown.length === 0) return
  if (unknown.length === executed.length) throw foreign
  throw new StartError(
    `database ${name} is from a newer HiveWatch (${unknown.sort().at(-1)}): install that version again, or restore a backup made by this one`,
  )
}
