import { type Kysely, sql } from 'kysely'

/** Every scale has its own color. Existing scales get the first colors, owner by owner, those in use first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('scale')
    .addColumn('color', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update scale set color = numbered.color
    from (
      select s.id, (row_number() over (
        partition by coalesce(c.owner_id, -c.id)
        order by case when s.state = 'archived' then 1 else 0 end, s.controller_id, s.channel, s.id
      ) - 1) % 64 as color
      from scale s inner join controller c on c.id = s.controller_id
    ) as numbered
    where numbered.id = scale.id`.execute(db)
}
