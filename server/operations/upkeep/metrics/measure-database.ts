import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { DatabasePlace } from '../../../platform/config/database-place.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import type { Tables } from '../../../store/tables.ts'

/** The size of the database; for a file also that of its write-ahead log, which a database server shares among databases. */
export async function measureDatabase(
  place: DatabasePlace,
  db: Kysely<Tables>,
): Promise<{ part: 'data' | 'log'; bytes: number }[]> {
  if (place.kind === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return [{ part: 'data', bytes: rows[0]!.bytes }]
  }
  const size = async (file: string) => (await unlessMissing(stat(file)))?.size ?? 0
  return [
    { part: 'data', bytes: await size(place.file) },
    { part: 'log', bytes: await size(`${place.file}-wal`) },
  ]
}
