import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { checkPostgres, tableNames } from '../../platform/db/check-postgres.ts'
import { NO_TIME_LIMIT, WRITERS_LOCK } from '../../platform/db/postgres-words.ts'
import { ask } from './ask.ts'
import { checkMigrated } from './check-migrated.ts'
import { onKysely } from './on-kysely.ts'
import { checkAlone, connectToMove, readPostgres } from './postgres-side.ts'
import { postgresTables } from './postgres-tables.ts'
import type { Source } from './side.ts'
import { listed } from './sqlite-side.ts'

const WAITS_MS = 10_000

/** Opens a database for reading, and blocks all writes to it until it is closed. Throws StartError and DatabaseError. */
export async function openPostgresSource(url: string, place: string): Promise<Source> {
  const client = await connectToMove(url)
  try {
    await checkAlone(client, place)
    const hasTables = await onKysely(url, async (db) => {
      await checkPostgres(db, url)
      return (await tableNames(db)).length > 0
    })
    const executed = hasTables ? await ask<{ name: string }>(client, 'select name from kysely_migration') : []
    checkMigrated(
      place,
      executed.map(({ name }) => name),
    )
    await ask(
      client,
      `begin; set local lock_timeout = ${WAITS_MS}; set local idle_in_transaction_session_timeout = 0; ${NO_TIME_LIMIT}`,
    )
    await ask(client, `select pg_advisory_xact_lock(${WRITERS_LOCK})`)
    const tables = await postgresTables(client)
    await ask(client, `lock table ${listed(tables.map(({ name }) => name))} in share mode`)
    return { ...readPostgres(client, place), state: await stateOf(client) }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** A hash of PostgreSQL's write counts of each table. A crash resets them, and whether anything changed is then unknown. */
async function stateOf(client: Client): Promise<string> {
  const [row] = await ask<{ state: string }>(
    client,
    `select concat_ws(' ', (select oid from pg_database where datname = current_database()),
       string_agg(concat_ws(':', relname, n_tup_ins, n_tup_upd, n_tup_del), ' ' order by relname)) as state
     from pg_stat_user_tables where schemaname = current_schema()`,
  )
  return createHash('sha256').update(row!.state).digest('hex')
}
