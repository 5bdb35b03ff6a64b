import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../server/store/tables.ts'
import { isPostgres } from './test-database.ts'

type Refusal = {
  table: keyof Tables
  before: 'insert' | 'update' | 'delete'
  /** Which rows: a condition on `new` or `old`. */
  when?: string
  /** The database's error message; without one, the row is skipped silently. */
  says?: string
}

/** Makes the database itself refuse to write rows, as a full or damaged one would; call the returned function to end this. */
export async function refuseRows(db: Kysely<Tables>, refusal: Refusal): Promise<() => Promise<void>> {
  const { table, before, when = 'true', says } = refusal
  if (isPostgres) {
    const act = says === undefined ? 'return null;' : `raise exception '${says}';`
    await sql.raw(`create function refused() returns trigger language plpgsql as $$ begin ${act} end $$`).execute(db)
    const each = `for each row when (${when}) execute function refused()`
    await sql.raw(`create trigger refused before ${before} on "${table}" ${each}`).execute(db)
    return async () => void (await sql`drop function refused cascade`.execute(db))
  }
  const act = says === undefined ? 'raise(ignore)' : `raise(abort, '${says}')`
  const trigger = `create trigger refused before ${before} on "${table}" when ${when} begin select ${act}; end`
  await sql.raw(trigger).execute(db)
  return async () => void (await sql`drop trigger refused`.execute(db))
}
