import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { toPostgresStartError } from '../../platform/db/check-postgres.ts'
import { postgresTables } from './postgres-tables.ts'

test('a connection that ends while the tables are read is said in a sentence', async () => {
  const query = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const error = await postgresTables({ query } as unknown as Client).catch((thrown: unknown) => thrown)
  expect(toPostgresStartError(error, 'postgres://anna@localhost/hives')?.message).toMatch(
    /^PostgreSQL at localhost:5432 cannot be reached \(Connection terminated unexpectedly\): start it/,
  )
})
