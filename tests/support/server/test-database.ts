import type { Pool } from 'pg'
import { openPool } from '../../../server/platform/db/postgres-pool.ts'
import type { Database } from '../../../server/store/database.ts'
import { openMemoryDatabase } from '../../../server/store/open-database.ts'
import { postgresInThisThread } from '../../../server/store/open-postgres.ts'

/** Whether tests run on a PostgreSQL of their own (`TEST_ENGINE=postgres`) instead of SQLite. */
export const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** A migrated database without rows, of the engine that the tests run on. */
export const openTestDatabase = (): Promise<Database> => (isPostgres ? openCopy() : openMemoryDatabase())

let admin: Pool | undefined
/** Created in advance, since that takes longer than most tests. */
let next: Promise<string> | undefined
let made = 0

async function openCopy(): Promise<Database> {
  const url = process.env.TEST_POSTGRES_URL!
  admin ??= await openPool(url, { max: 2, allowExitOnIdle: true })
  const taken = next ?? copyTemplate(admin)
  next = copyTemplate(admin)
  const name = await taken
  const place = new URL(url)
  place.pathname = `/${name}`
  const database = await postgresInThisThread(place.href)
  return {
    ...database,
    async close() {
      await database.close()
      void admin!.query(`drop database ${name} with (force)`).catch(() => undefined)
    },
  }
}

async function copyTemplate(pool: Pool): Promise<string> {
  const name = `test_${process.pid}_${++made}`
  await pool.query(`create database ${name} template template_hivewatch strategy file_copy`)
  return name
}
