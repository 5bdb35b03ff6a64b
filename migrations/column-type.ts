import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

export const isPostgres = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** An auto-incrementing primary key that is never reused. */
export const identity = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement()

export const bytes = (db: Kysely<unknown>) => (isPostgres(db) ? sql`bytea` : sql`blob`)

/** Rows stored in the order of their primary key, without a second index. */
export const clustered = <Name extends string, Columns extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Name, Columns>,
) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`))
