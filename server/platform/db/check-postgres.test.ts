import { expect, test } from 'vitest'
import { toPostgresStartError } from './check-postgres.ts'
import { DatabaseError } from './lane.ts'
import { MigrationError } from './run-migrations.ts'

const url = 'postgres://hive:secret@db.example.org/hives'
const saidOf = (error: unknown) => toPostgresStartError(error, url)?.message

test('a server that goes away in the middle of a migration is out of reach, and no migration is at fault', () => {
  const gone = new DatabaseError('08006', 'Connection terminated unexpectedly')
  const sentence =
    'PostgreSQL at db.example.org:5432 cannot be reached (Connection terminated unexpectedly): start it, or set DATABASE_URL to where it is'
  expect(saidOf(gone)).toBe(sentence)
  expect(saidOf(new MigrationError('0025-shop-config', gone))).toBe(sentence)
  expect(saidOf(new MigrationError('0025-shop-config', new DatabaseError('57P01', 'terminating connection')))).toBe(
    'PostgreSQL at db.example.org:5432 is starting or stopping: start again once it is up',
  )
})

test('what a migration itself does wrong is not the server’s', () => {
  expect(saidOf(new MigrationError('0025-shop-config', new DatabaseError('42P07', 'exists already')))).toBeUndefined()
  expect(saidOf(new Error('anything'))).toBeUndefined()
})
