import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { kyselyOnLane } from '../../platform/db/finish-migration.ts'
import { openSqlite, type SqliteHandle } from '../../platform/db/open-sqlite.ts'
import { MigrationError, runMigrations } from '../../platform/db/run-migrations.ts'
import { createSqliteLane } from '../../platform/db/sqlite-lane.ts'
import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import { StartError, toStartError } from '../../platform/runtime/start-error.ts'
import { syncToDisk } from '../../platform/runtime/write-whole.ts'
import { type BegunMove, CREATE_MARK, checkBegun, type Origin } from './begun-move.ts'
import { decodeRow } from './row-bytes.ts'
import type { Part, Table, Target } from './side.ts'
import { listed, quoted, readSqlite } from './sqlite-side.ts'

/** Opens a migrated file next to the final one; the last step renames it. Throws StartError. */
export async function openSqliteTarget(file: string, origin: Origin): Promise<Target> {
  if (existsSync(file)) throw new StartError(`${file} already exists: give --to a file that does not`)
  const unfinished = `${file}.part`
  try {
    const sqlite = openUnfinished(unfinished, origin)
    try {
      await runMigrations(kyselyOnLane(createSqliteLane(sqlite, {})))
    } catch (error) {
      sqlite.close()
      // the disk fails a migration as it does any other write
      throw (error instanceof MigrationError && toStartError(error.cause, unfinished)) || error
    }
    return targetOn(sqlite, file, unfinished)
  } catch (error) {
    throw toStartError(error, unfinished) ?? error
  }
}

function openUnfinished(unfinished: string, origin: Origin): SqliteHandle {
  const isNew = !existsSync(unfinished)
  const sqlite = openSqlite(unfinished, { readonly: false })
  try {
    // a power cut loses the last part together with the record that it was moved
    sqlite.pragma('synchronous = NORMAL')
    if (isNew || readMark(sqlite) === undefined) {
      if (hasTables(sqlite)) return openAnew(sqlite, unfinished, origin)
      writeMark(sqlite, origin)
    }
    checkBegun(readMark(sqlite)!, origin, unfinished, `remove ${unfinished}`)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Starts over. Without its mark the file is complete except for its name, but it may no longer match the source. */
function openAnew(sqlite: SqliteHandle, unfinished: string, origin: Origin): SqliteHandle {
  sqlite.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(`${unfinished}${ending}`, { force: true })
  return openUnfinished(unfinished, origin)
}

const hasTables = (sqlite: SqliteHandle) => sqlite.prepare('select 1 from sqlite_master').get() !== undefined

function readMark(sqlite: SqliteHandle): BegunMove | undefined {
  const mark = sqlite.prepare('select 1 from sqlite_master where name = ?').get(UNFINISHED_MOVE)
  return mark ? sqlite.prepare<[], BegunMove>(`select * from ${UNFINISHED_MOVE}`).get() : undefined
}

const writeMark = (sqlite: SqliteHandle, { place, state }: Origin): void =>
  sqlite.transaction(() => {
    sqlite.exec(CREATE_MARK)
    sqlite.prepare(`insert into ${UNFINISHED_MOVE} values (?, ?, '', null)`).run(place, state)
  })()

function targetOn(sqlite: SqliteHandle, file: string, unfinished: string): Target {
  const keep = sqlite.prepare<[string]>(`update ${UNFINISHED_MOVE} set progress = ?`)
  return {
    ...readSqlite(sqlite, unfinished),
    progress: () => readMark(sqlite)?.progress ?? undefined,
    begin: (tables, progress) =>
      inTransaction(sqlite, unfinished, () => {
        for (const { name } of tables.toReversed()) sqlite.exec(`delete from ${quoted(name)}`)
        keep.run(progress)
      }),
    write: (table, parts, progress) =>
      inTransaction(sqlite, `table ${table.name} of ${unfinished}`, async () => {
        await insert(sqlite, table, parts)
        keep.run(progress())
      }),
    async countOn({ name }, last) {
      sqlite.prepare('delete from sqlite_sequence where name = ?').run(name)
      sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
    },
    async finish() {
      try {
        sqlite.exec(`drop table ${UNFINISHED_MOVE}`)
        sqlite.pragma('wal_checkpoint(truncate)')
        sqlite.close()
        await syncToDisk(unfinished)
        renameSync(unfinished, file)
        await syncToDisk(path.dirname(file))
      } catch (error) {
        throw toStartError(error, unfinished) ?? error
      }
    },
  }
}

async function insert(sqlite: SqliteHandle, table: Table, parts: AsyncIterable<Part> | Part[]): Promise<void> {
  const { name, columns } = table
  const insertion = sqlite.prepare(
    `insert into ${quoted(name)} (${listed(columns.map((column) => column.name))}) values (${columns.map(() => '?').join(', ')})`,
  )
  for await (const { rows } of parts) for (const row of rows) insertion.run(decodeRow(columns, row))
}

async function inTransaction(sqlite: SqliteHandle, where: string, work: () => void | Promise<void>): Promise<void> {
  try {
    sqlite.exec('begin')
    // rows of one table may refer to each other in any order
    sqlite.pragma('defer_foreign_keys = on')
    await work()
    sqlite.exec('commit')
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('rollback')
    const { code } = error as { code?: string }
    if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw new StartError(danglingWords(where), { cause: error })
    throw toStartError(error, where) ?? error
  }
}

const danglingWords = (where: string) =>
  `${where}: a row refers to one that does not exist; fix the source (npm run repair), empty the target, and start over`
