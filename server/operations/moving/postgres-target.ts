import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import { checkVersion, tableNames } from '../../platform/db/check-postgres.ts'
import { NO_TIME_LIMIT } from '../../platform/db/postgres-words.ts'
import { runMigrations } from '../../platform/db/run-migrations.ts'
import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import type { Tables } from '../../store/tables.ts'
import { ask } from './ask.ts'
import { type BegunMove, CREATE_MARK, checkBegun, type Origin } from './begun-move.ts'
import { onKysely } from './on-kysely.ts'
import { copyIn } from './postgres-copy.ts'
import { checkAlone, connectToMove, readPostgres, sequenceOf } from './postgres-side.ts'
import type { Part, Row, Table, Target } from './side.ts'
import { listed, quoted } from './sqlite-side.ts'

type Options = { url: string; place: string; run: string }

/** Opens an empty database, or one in which the same move was begun, and migrates it. Throws StartError, DatabaseError and MigrationError. */
export async function openPostgresTarget({ url, place, run }: Options, origin: Origin): Promise<Target> {
  const client = await connectToMove(url)
  try {
    await checkAlone(client, place)
    await onKysely(url, async (db) => {
      await checkVersion(db, url)
      await begin(db, place, run, origin)
      await runMigrations(db)
    })
    return targetOn(client, place, run)
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Marks the target, or takes over an existing mark, which locks out whoever worked on it before. */
async function begin(db: Kysely<Tables>, place: string, run: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const names = await tableNames(transaction)
    const again = `make it empty (drop and create it)`
    if (names.length > 0 && !names.includes(UNFINISHED_MOVE)) {
      throw new StartError(`${place} is not empty: give --to an empty one (createdb)`)
    }
    if (names.length === 0) {
      await sql.raw(CREATE_MARK).execute(transaction)
      const { place: from, state } = origin
      await sql`insert into unfinished_move values (${from}, ${state}, '', null)`.execute(transaction)
    }
    const { rows } = await sql<BegunMove>`select * from unfinished_move`.execute(transaction)
    checkBegun(rows[0]!, origin, place, again)
    await sql`update unfinished_move set run = ${run}`.execute(transaction)
  })
}

async function targetOn(client: Client, place: string, run: string): Promise<Target> {
  const [begun] = await ask<BegunMove>(client, `select * from ${UNFINISHED_MOVE}`)
  const inTransaction = (work: () => Promise<void>) => withinTransaction(client, work)

  async function keep(progress: string): Promise<void> {
    const kept = await ask(client, `update ${UNFINISHED_MOVE} set progress = $1 where run = $2 returning run`, [
      progress,
      run,
    ])
    if (kept.length === 0) throw new StartError(`another move-database is working on ${place}: let that one finish`)
  }

  return {
    ...readPostgres(client, place),
    progress: () => begun?.progress ?? undefined,
    begin: (tables, progress) =>
      inTransaction(async () => {
        for (const { name } of tables.toReversed()) await ask(client, `delete from ${quoted(name)}`)
        await keep(progress)
      }),
    write: (table, parts, progress) =>
      inTransaction(async () => {
        await copyIn(client, `${quoted(table.name)} (${listed(table.columns.map(({ name }) => name))})`, rowsOf(parts))
        await keep(progress())
      }).catch((error: unknown) => {
        throw danglingError(error, table, place) ?? error
      }),
    async countOn(table, last) {
      await ask(client, `select setval(${sequenceOf(table)}, $1)`, [last.toString()])
    },
    async finish() {
      await inTransaction(async () => void (await ask(client, 'analyze')))
      await ask(client, `drop table ${UNFINISHED_MOVE}`)
    },
  }
}

async function withinTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  // a crash loses the last parts together with the record that they were moved
  await ask(
    client,
    `begin; set local synchronous_commit = off; set local idle_in_transaction_session_timeout = 0; ${NO_TIME_LIMIT}`,
  )
  try {
    await work()
    await ask(client, 'commit')
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined)
    throw error
  }
}

async function* rowsOf(parts: AsyncIterable<Part> | Part[]): AsyncGenerator<Row[]> {
  for await (const { rows } of parts) yield rows
}

const MISSING_ROW = '23503'

const danglingError = (error: unknown, { name }: Table, place: string): StartError | undefined =>
  (error as { code?: string }).code === MISSING_ROW
    ? new StartError(
        `table ${name} of ${place}: a row refers to one that does not exist; fix the source (npm run repair), empty the target, and start over`,
        { cause: error },
      )
    : undefined
