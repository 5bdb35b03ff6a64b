import { DatabaseError } from './lane.ts'

/** SQLSTATE of a connection that failed: what the system says of one becomes this. */
export const CONNECTION_FAILED = '08006'
export const TRANSACTION_FAILED = '25P02'

/** Who writes in a transaction holds it meanwhile. */
export const WRITERS_LOCK = 4_483_710_001
/** A node that stands still in the middle of a transaction loses it, so that the others go on. */
const STANDS_STILL_MS = 15_000
const WAITS_MS = 10_000

/** All of it holds for this transaction alone, as whoever pools connections may give the next one to somebody else. */
export const BEGIN = `begin; set local lock_timeout = ${WAITS_MS};
  set local idle_in_transaction_session_timeout = ${STANDS_STILL_MS}; select pg_advisory_xact_lock(${WRITERS_LOCK})`

/** On one snapshot, whatever is written meanwhile. */
export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only'

/** PostgreSQL has no text with a zero in it, and SQLite has no number that is none. */
export function wireValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (Array.isArray(value)) return value.map(wireValue)
  return Number.isNaN(value) ? null : value
}

/** Whether the connection is gone with what was said. */
export const endsConnection = (code: string): boolean => /^(08|57P|25P03)/.test(code)

/** What the driver threw, with a SQLSTATE in any case. */
export function toDatabaseError(error: unknown): DatabaseError {
  const { code, message } = error as Error & { code?: string }
  // a SQLSTATE has five characters; the system's own words for what fails are longer but for one, and the driver has none
  const isState = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE'
  return new DatabaseError(isState ? code : CONNECTION_FAILED, message || code || '')
}
