import { type Kysely, sql } from 'kysely'

const quantities = [
  ['weight_time', 'weight_grams'],
  ['temperature_time', 'temperature_centi'],
  ['humidity_time', 'humidity_permille'],
] as const

/**
 * When each quantity of a scale was last measured, in epoch seconds; null if never, or not known yet. A scale that measures only one has it in
 * its newest reading; for others the next reading tells.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [time] of quantities) await db.schema.alterTable('scale_last').addColumn(time, 'bigint').execute()
  for (const [time, value] of quantities) {
    const others = quantities.filter(([other]) => other !== time)
    await sql`
      update scale_last set ${sql.ref(time)} = "time" where ${sql.ref(value)} is not null
      and ${sql.join(
        others.map(([, other]) => sql`${sql.ref(other)} is null`),
        sql` and `,
      )}`.execute(db)
  }
}
