import { type Kysely, sql } from 'kysely'

/** Written for SQLite: elsewhere triggers are functions of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_forgetting')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('before_ms', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into audit_forgetting (id, before_ms) values (1, 0)`.execute(db)
  await sql`
    create trigger audit_never_changed before update on audit
    begin select raise(abort, 'entries of the audit are never changed'); end`.execute(db)
  await sql`
    create trigger audit_never_replaced before insert on audit when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'entries of the audit are never replaced'); end`.execute(db)
  // entries go only while the retention says how old they must be
  await sql`
    create trigger audit_forgotten_when_old before delete on audit
    when old.at >= (select before_ms from audit_forgetting where id = 1)
    begin select raise(abort, 'entries of the audit are only forgotten when they are old'); end`.execute(db)
  // a name inside that is not public is no longer told from one that there is not
  await sql`update forwarding set last_error = 'name_unknown' where last_error = 'address_not_allowed'`.execute(db)
}
