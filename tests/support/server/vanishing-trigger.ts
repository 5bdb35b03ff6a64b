import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../server/store/tables.ts'
import { isPostgres } from './test-database.ts'

/** Runs a statement, which may refer to `new`, after each insert into a table, as if somebody removed something just then. */
export async function vanishAfterInsert(db: Kysely<Tables>, table: keyof Tables, statement: string): Promise<void> {
  if (!isPostgres) {
    await sql.raw(`create trigger vanished after insert on "${table}" begin ${statement}; end`).execute(db)
    return
  }
  const body = `begin ${statement}; return null; end`
  await sql.raw(`create function vanished() returns trigger language plpgsql as $$ ${body} $$`).execute(db)
  const each = 'for each row execute function vanished()'
  await sql.raw(`create trigger vanished after insert on "${table}" ${each}`).execute(db)
}
