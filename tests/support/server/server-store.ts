import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { openPool } from '../../../server/platform/db/postgres-pool.ts'
import { openAlone } from '../../../server/store/open-database.ts'
import { postgresInThisThread } from '../../../server/store/open-postgres.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { isPostgres } from './test-database.ts'

/** Settings for a server with this folder: its database is in the folder, or with `TEST_ENGINE=postgres` in a PostgreSQL outside it. */
export async function storeIn(folder: string): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  if (!isPostgres) return { DATA_DIR: folder }
  const name = nameOf(folder)
  const pool = await openPool(process.env.TEST_POSTGRES_URL!, { max: 1 })
  try {
    const { rows } = await pool.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length === 0) await pool.query(`create database ${name} template template_hivewatch strategy file_copy`)
  } finally {
    await pool.end()
  }
  return { DATA_DIR: folder, DATABASE_URL: addressOf(name) }
}

/** Runs an operation in the database of the server with this folder, while the server may be running. */
export async function inStoreOf<T>(folder: string, use: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = isPostgres
    ? await postgresInThisThread(addressOf(nameOf(folder)))
    : openAlone(path.join(folder, 'hivewatch.sqlite'))
  try {
    return await use(database.db)
  } finally {
    await database.close()
  }
}

const nameOf = (folder: string) => `folder_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`

function addressOf(name: string): string {
  const place = new URL(process.env.TEST_POSTGRES_URL!)
  place.pathname = `/${name}`
  return place.href
}
