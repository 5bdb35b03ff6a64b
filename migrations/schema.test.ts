import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Database } from '../server/store/database.ts'
import { postgresInThisThread, upgradePostgres } from '../server/store/open-postgres.ts'
import type { Tables } from '../server/store/tables.ts'
import { type PostgresCluster, startCluster } from '../tests/support/server/postgres-cluster.ts'

let cluster: PostgresCluster
let postgres: Database
let sqlite: Sqlite.Database

beforeAll(async () => {
  cluster = await startCluster()
  await upgradePostgres(cluster.url('postgres'))
  postgres = await postgresInThisThread(cluster.url('postgres'))
  sqlite = new Sqlite(':memory:')
  await runMigrations(new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) }))
}, 60_000)
afterAll(async () => {
  sqlite.close()
  await postgres.close()
  await cluster.stop()
})

type Row = Record<string, string | number | null>
const inSqlite = (query: string) => sqlite.prepare<[], Row>(query).all()
const inPostgres = async (query: string) => (await sql.raw<Row>(query).execute(postgres.db)).rows

/** One line per row, so that differences are readable. */
const lines = (rows: Row[]) => rows.map((row) => Object.values(row).join(' ')).sort()

test('both engines have the same columns, of the same kind, with the same values where none is given', async () => {
  const ofSqlite = inSqlite(`
    select m.name as of, c.name, c.type, c."notnull" or c.pk > 0 as needed, c.dflt_value as given
    from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' and m.name not like 'kysely%'`)
  const ofPostgres = await inPostgres(`
    select table_name as of, column_name as name, data_type as type, is_nullable = 'NO' as needed, column_default as given
    from information_schema.columns
    where table_schema = current_schema() and table_name not like 'kysely%'`)
  const kinds: Record<string, string> = { integer: 'bigint', real: 'double precision', blob: 'bytea' }
  const plain = (rows: Row[]) =>
    lines(
      rows.map(({ type, given, ...row }) => ({
        ...row,
        type: kinds[String(type).toLowerCase()] ?? String(type).toLowerCase(),
        given: String(given ?? '')
          .replace(/::\w+( \w+)*$/, '')
          .replaceAll(/^\(?'(-?\d+)'\)?$/g, '$1'),
      })),
    )
  expect(plain(ofPostgres)).toEqual(plain(ofSqlite))
  expect(ofSqlite.length).toBeGreaterThan(500)
})

test('both engines consider the same rows equal', async () => {
  const ofSqlite = inSqlite(`
    select m.name as of, i."unique" as one, i.partial,
      (select group_concat(name) from (select name from pragma_index_xinfo(i.name) where key order by seqno)) as columns
    from sqlite_master m, pragma_index_list(m.name) i
    where m.type = 'table' and m.name not like 'sqlite%' and m.name not like 'kysely%'`)
  // in SQLite, a single numeric primary key is the table itself
  const keys = inSqlite(`
    select m.name as of, 1 as one, 0 as partial, c.name as columns from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' and m.name not like 'kysely%'
      and c.pk > 0 and not exists (select 1 from pragma_index_list(m.name) where origin = 'pk')`)
  const ofPostgres = await inPostgres(`
    select t.relname as of, i.indisunique as one, i.indpred is not null as partial,
      (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname not like 'kysely%'`)
  expect(lines(ofPostgres)).toEqual(lines([...ofSqlite, ...keys]))
})

test('both engines delete the same rows along with a row', async () => {
  const ofSqlite = inSqlite(`
    select m.name as of, f."from", f."table", f."to", lower(f.on_delete) as what
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`)
  const ofPostgres = await inPostgres(`
    select t.relname as of, a.attname as "from", r.relname as "table", b.attname as "to",
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'a' then 'no action' when 'r' then 'restrict' end as what
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = r.oid and b.attnum = c.confkey[1]
    where c.contype = 'f'`)
  expect(lines(ofPostgres)).toEqual(lines(ofSqlite))
})

test('identities and texts are those that the rest relies on', async () => {
  const small = await inPostgres(`
    select table_name, column_name from information_schema.columns where table_schema = current_schema()
    and table_name not like 'kysely%' and (data_type in ('integer', 'smallint', 'real') or (data_type = 'text' and collation_name is distinct from 'C'))`)
  expect(small).toEqual([])
})
