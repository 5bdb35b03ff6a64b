import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { makeFolder, orStartError, StartError, toStartError } from '../runtime/start-error.ts'
import { checkDatabaseFile, checkOrigin } from './check-database-file.ts'
import { copyBeforeUpgrade, endUpgrade } from './copy-before-upgrade.ts'
import { finishMigration, isHalfDone, kyselyOnLane } from './finish-migration.ts'
import { migrationNames } from './migration-files.ts'
import { openSqlite, type SqliteHandle } from './open-sqlite.ts'
import {
  type BeforeMigrations,
  executedMigrations,
  MigrationError,
  pendingMigrations,
  runMigrations,
} from './run-migrations.ts'
import { createSqliteLane } from './sqlite-lane.ts'

/** Receives progress messages of an upgrade. */
export type Told = (text: string) => void

/**
 * Creates a database, or upgrades one to the newest schema, after making a verified copy next to it. Throws StartError,
 * saying what to do, if the file is not a complete database of this or an earlier version, cannot be written, or a migration fails.
 */
export async function upgradeDatabase(
  file: string,
  told: Told = () => undefined,
  before?: BeforeMigrations,
): Promise<void> {
  makeFolder(path.dirname(file))
  orStartError(file, () => checkDatabaseFile(file))
  const isNew = !existsSync(file)
  const sqlite = orStartError(file, () => openSqlite(file, { readonly: false }))
  try {
    orStartError(file, () => {
      checkOrigin(sqlite, file)
      sqlite.exec('begin immediate; rollback')
    })
    await bringUpToDate(sqlite, file, isNew, { told, before })
  } catch (error) {
    throw toStartError(error, file) ?? error
  } finally {
    sqlite.close()
  }
}

async function bringUpToDate(
  sqlite: SqliteHandle,
  file: string,
  isNew: boolean,
  { told, before }: { told: Told; before: BeforeMigrations | undefined },
): Promise<void> {
  const db = kyselyOnLane(createSqliteLane(sqlite, {}))
  const hasTables = sqlite.prepare("select 1 from sqlite_master where type = 'table'").get() !== undefined
  const executed = hasTables ? await executedMigrations(db) : []
  const isUsed = !isNew && executed.length > 0
  const pending = isUsed ? await pendingMigrations(db) : migrationNames()
  await before?.(db, pending)
  if (pending.length === 0) return endUpgrade(file)
  const copy = isUsed ? await copyBeforeUpgrade(sqlite, file, executed.at(-1)!) : undefined
  if (copy) told(`the database is being upgraded; a copy from before is in ${copy}`)
  try {
    while (!(await isMigrated(db, sqlite, told)));
  } catch (error) {
    throw error instanceof MigrationError ? new StartError(wayBack(error, file, copy), { cause: error }) : error
  }
  endUpgrade(file)
}

/** Runs the migrations. Returns false if it has to continue, after completing one that an earlier version had left half done. */
async function isMigrated(db: Kysely<Tables>, sqlite: SqliteHandle, told: Told): Promise<boolean> {
  try {
    await runMigrations(db)
    return true
  } catch (error) {
    if (!(error instanceof MigrationError) || !isHalfDone(error.cause)) throw error
    if (!(await finishMigration(sqlite, error.migration))) throw error
    told(`finished migration ${error.migration}, which an interruption had left half done`)
    return false
  }
}

function wayBack({ migration, cause }: MigrationError, file: string, copy: string | undefined): string {
  const said = (cause as Error).message.replaceAll('\n', ' ')
  const again = /full/.test(said) ? 'make room and start again' : 'start again'
  const back = copy
    ? `install the previous version and put ${copy} in the place of ${file} (without the files ending in -wal and -shm beside it)`
    : `remove ${file} if it never held anything`
  return `${file} could not be upgraded: migration ${migration} failed (${said}), and nothing of it was kept; ${again}, or ${back}`
}
