import { openPool } from '../../../server/platform/db/postgres-pool.ts'

/**
 * Gives an empty database a limit for statements, as operators do, and has it cancel whatever creates a table, or writes to one, under that limit: as if all
 * of it took too long.
 */
export async function limitTime(url: string): Promise<void> {
  const pool = await openPool(url, { max: 1 })
  const cancel = `if current_setting('statement_timeout') <> '0' then
    raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end if`
  const guard = `for made in select objid::regclass as name from pg_event_trigger_ddl_commands() where object_type = 'table' loop
    execute format('create or replace trigger limited before insert on %s execute function limit_rows()', made.name); end loop`
  try {
    await pool.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '1h'`)
    await pool.query(
      `create function limit_rows() returns trigger language plpgsql as $$ begin ${cancel}; return null; end $$`,
    )
    await pool.query(`create function limit_tables() returns event_trigger language plpgsql as
      $$ declare made record; begin ${cancel}; ${guard}; end $$`)
    await pool.query(
      `create event trigger limited on ddl_command_end when tag in ('CREATE TABLE') execute function limit_tables()`,
    )
  } finally {
    await pool.end()
  }
}
