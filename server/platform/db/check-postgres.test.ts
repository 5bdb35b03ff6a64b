import { expect, test } from 'vitest'
import { toPostgresStartError } from './check-postgres.ts'
import { DatabaseError } from './lane.ts'
import { MigrationError } from './run-migrations.ts'

const url = 'postgres://hive:secret@db.example.org/hives'
const saidOf = (error: unknown) => toPostgresStartError(error, url)?.message

test('a server lost in the middle of a migration is reported as unreachable, not as a failed migration', () => {
  const gone = new DatabaseError('08006', 'Connection terminated unexpectedly')
  const sentence =
    'PostgreSQL at db.example.org:5432 cannot be reached (Connection terminated unexpectedly): start it, or set DATABASE_URL to the right address'
  expect(saidOf(gone)).toBe(sentence)
  expect(saidOf(new MigrationError('0025-shop-config', gone))).toBe(sentence)
  expect(saidOf(new MigrationError('0025-shop-config', new DatabaseError('57P01', 'terminating connection')))).toBe(
    'PostgreSQL at db.example.org:5432 is starting or stopping: start again once it is up',
  )
})

test('a server that demands encryption is told from one with another password', () => {
  const said = 'no pg_hba.conf entry for host "10.0.0.7", user "hive", database "hives", no encryption'
  expect(saidOf(new DatabaseError('28000', said))).toMatch(
    /does not let in hive from here \(no pg_hba.*no encryption\): if it demands encryption, add \?sslmode=verify-full/,
  )
  expect(saidOf(new DatabaseError('28000', 'role "hive" does not exist'))).toMatch(/to the right user and password/)
})

test('a statement that was canceled ends with what to raise', () => {
  const said = 'canceling statement due to statement timeout'
  expect(saidOf(new MigrationError('0025-shop-config', new DatabaseError('57014', said)))).toBe(
    `PostgreSQL at db.example.org:5432 canceled a statement (${said}): if database hives or its user has a statement_timeout, raise it, and start again`,
  )
})

test('an error of a migration itself is not blamed on the server', () => {
  expect(saidOf(new MigrationError('0025-shop-config', new DatabaseError('42P07', 'exists already')))).toBeUndefined()
  expect(saidOf(new Error('anything'))).toBeUndefined()
})
