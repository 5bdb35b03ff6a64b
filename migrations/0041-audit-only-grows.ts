import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_forgetting')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('before_ms', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into audit_forgetting (id, before_ms) values (1, 0)`.execute(db)
  await (isPostgres(db) ? guardInPostgres(db) : guardInSqlite(db))
  // a non-public name is no longer distinguished from one that does not exist
  await sql`update forwarding set last_error = 'name_unknown' where last_error = 'address_not_allowed'`.execute(db)
}

async function guardInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger audit_never_changed before update on audit
    begin select raise(abort, 'entries of the audit are never changed'); end`.execute(db)
  await sql`
    create trigger audit_never_replaced before insert on audit when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'entries of the audit are never replaced'); end`.execute(db)
  // entries may be deleted only while the retention says how old they must be
  await sql`
    create trigger audit_forgotten_when_old before delete on audit
    when old.at >= (select before_ms from audit_forgetting where id = 1)
    begin select raise(abort, 'entries of the audit are only forgotten when they are old'); end`.execute(db)
}

/** PostgreSQL has no statement that silently replaces a row, as `insert or replace` does. */
async function guardInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_never_changed() returns trigger language plpgsql as $$
    begin raise exception 'entries of the audit are never changed'; end $$`.execute(db)
  await sql`
    create trigger audit_never_changed before update on audit
    for each row execute function audit_never_changed()`.execute(db)
  await sql`
    create function audit_forgotten_when_old() returns trigger language plpgsql as $$
    begin
      if old.at >= (select before_ms from audit_forgetting where id = 1) then
        raise exception 'entries of the audit are only forgotten when they are old';
      end if;
      return old;
    end $$`.execute(db)
  await sql`
    create trigger audit_forgotten_when_old before delete on audit
    for each row execute function audit_forgotten_when_old()`.execute(db)
}
