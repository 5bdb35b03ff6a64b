import { DatabaseError } from './lane.ts'

/** SQLSTATE of a failed connection; system errors of a connection are mapped to it. */
export const CONNECTION_FAILED = '08006'
export const TRANSACTION_FAILED = '25P02'
const NOT_A_NUMBER = '22P02'
const PASSWORD_WRONG = '28P01'

/** Held by every writing transaction until its end. */
export const WRITERS_LOCK = 4_483_710_001
/** A node that stalls in the middle of a transaction loses it, so that the others can go on. */
const STANDS_STILL_MS = 15_000
const WAITS_MS = 10_000

/** Whatever the database's default: anything stricter would read what was there before the locks were taken. */
const BEGIN_WRITING = 'begin isolation level read committed'

/**
 * Lifts, for the transaction it begins, the time limits that the database or its user may have for statements: a migration or a move takes as long as
 * it takes, and one that is cut off would be cut off each time. Versions before 17 have no limit for whole transactions.
 */
export const NO_TIME_LIMIT = `select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout')`

/** All settings apply to this transaction only, since a connection pooler may hand the next one to somebody else. */
const TAKE_TURN = `set local lock_timeout = ${WAITS_MS};
  set local idle_in_transaction_session_timeout = ${STANDS_STILL_MS}; select pg_advisory_xact_lock(${WRITERS_LOCK})`

export const BEGIN = `${BEGIN_WRITING}; ${TAKE_TURN}`
/** For migrations. */
export const BEGIN_LONG = `${BEGIN_WRITING}; ${NO_TIME_LIMIT}; ${TAKE_TURN}`

/** The answer to a node that begins a transaction after losing the database. */
const NOT_KEEPER = 'another node keeps this database'
/** Our own SQLSTATE for that. */
const KEEPING_LOST = 'HW001'

/**
 * Fails if the epoch has changed, and otherwise locks it until the transaction ends: a node that takes over increases it, and so has to wait for,
 * or end, whatever has begun.
 */
const fenceOf = (epoch: number): string =>
  `select cast(case when (select epoch from keeping where epoch = ${epoch} for key share) is null then '${NOT_KEEPER}' else '1' end as int8)`

/** The statements that begin a transaction of the node keeping the database in an epoch, or of a program outside of nodes. */
export const beginOf = (epoch?: number): string => (epoch === undefined ? BEGIN : `${BEGIN}; ${fenceOf(epoch)}`)

/** The same for a single statement, which does not have to wait for other transactions. */
export const beginSingle = (epoch: number): string => `${BEGIN_WRITING}; ${fenceOf(epoch)}`

/** Begins a read on one snapshot, unaffected by concurrent writes. */
export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only'

/** Adapts a value: PostgreSQL's texts cannot contain NUL, and in SQLite there is no NaN. */
export function wireValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (Array.isArray(value)) return value.map(wireValue)
  return Number.isNaN(value) ? null : value
}

/** Whether an error with this code ends the connection. */
export const endsConnection = (code: string): boolean => /^(08|57P|25P03)/.test(code)

/** Among errors that end a connection or prevent one: those with a meaning of their own. Any other is treated as a failed connection. */
const SAYS_WHY = /^(08|28|3D|53|57)/

/** Converts an error of the driver, always with a SQLSTATE. */
export function toDatabaseError(error: unknown): DatabaseError {
  const { code, message, severity } = error as Error & { code?: string; severity?: string }
  if (code === NOT_A_NUMBER && message.includes(NOT_KEEPER)) return new DatabaseError(KEEPING_LOST, NOT_KEEPER)
  // the driver's own words if the address has no password
  if (/^SASL: .*client password must be/.test(message)) return new DatabaseError(PASSWORD_WRONG, message)
  // a SQLSTATE has five characters; all system error codes but EPIPE are longer, and the driver's own errors have no code
  const isState =
    code !== undefined &&
    /^[0-9A-Z]{5}$/.test(code) &&
    code !== 'EPIPE' &&
    (severity !== 'FATAL' || SAYS_WHY.test(code))
  return new DatabaseError(isState ? code : CONNECTION_FAILED, message || code || '')
}
