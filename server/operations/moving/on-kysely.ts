import { Kysely } from 'kysely'
import { laneDialect } from '../../platform/db/lane-dialect.ts'
import { postgresEngine } from '../../platform/db/postgres-compiler.ts'
import { createPostgresLane } from '../../platform/db/postgres-lane.ts'
import { openPool } from '../../platform/db/postgres-pool.ts'
import type { Tables } from '../../store/tables.ts'

/** Opens a PostgreSQL database for code that uses Kysely, such as migrations. */
export async function onKysely<T>(url: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const lane = createPostgresLane(await openPool(url, { max: 1 }), { takesLong: true })
  try {
    return await work(
      new Kysely<Tables>({ dialect: laneDialect({ writer: lane, reader: () => lane }, postgresEngine) }),
    )
  } finally {
    await lane.close()
  }
}
