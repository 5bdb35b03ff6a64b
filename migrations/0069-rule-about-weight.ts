import { type Kysely, sql } from 'kysely'

/** Whether a rule is about weights, which people's work at a hive changes; so far its terms had to be searched for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('rule')
    .addColumn('about_weight', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update rule set about_weight = 1 where terms like '%"quantity":"weight"%'`.execute(db)
}
