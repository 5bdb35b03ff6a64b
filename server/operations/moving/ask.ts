import type { Client, QueryResultRow } from 'pg'
import { toDatabaseError } from '../../platform/db/postgres-words.ts'

/** Runs a query. Throws DatabaseError. */
export async function ask<R extends QueryResultRow>(client: Client, sql: string, values?: unknown[]): Promise<R[]> {
  try {
    const { rows } = await client.query<R>(sql, values)
    return rows
  } catch (error) {
    throw toDatabaseError(error)
  }
}
