import { DatabaseError } from './lane.ts'

/** SQLSTATE of a connection that failed: what the system says of one becomes this. */
export const CONNECTION_FAILED = '08006'
export const TRANSACTION_FAILED = '25P02'
const NOT_A_NUMBER = '22P02'

/** Who writes in a transaction holds it meanwhile. */
export const WRITERS_LOCK = 4_483_710_001
/** A node that stands still in the middle of a transaction loses it, so that the others go on. */
const STANDS_STILL_MS = 15_000
const WAITS_MS = 10_000

/** All of it holds for this transaction alone, as whoever pools connections may give the next one to somebody else. */
export const BEGIN = `begin; set local lock_timeout = ${WAITS_MS};
  set local idle_in_transaction_session_timeout = ${STANDS_STILL_MS}; select pg_advisory_xact_lock(${WRITERS_LOCK})`

/** What a node is told that begins something and keeps the database no more. */
const NOT_KEEPER = 'another node keeps this database'
/** SQLSTATE of ours for that. */
export const KEEPING_LOST = 'HW001'

/**
 * Fails where the epoch is not this one any more, and else holds it until the transaction ends: whoever takes over raises it, and has to wait for,
 * or end, what has begun.
 */
const fenceOf = (epoch: number): string =>
  `select cast(case when (select epoch from keeping where epoch = ${epoch} for key share) is null then '${NOT_KEEPER}' else '1' end as int8)`

/** How a transaction begins, of a node that keeps the database in an epoch, or of a program that has no need to. */
export const beginOf = (epoch?: number): string => (epoch === undefined ? BEGIN : `${BEGIN}; ${fenceOf(epoch)}`)

/** The same for a single statement, which needs no turn among transactions. */
export const beginSingle = (epoch: number): string => `begin; ${fenceOf(epoch)}`

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

/** Of what ends a connection, or lets none begin: what has a meaning of its own. All else is that there is none. */
const SAYS_WHY = /^(08|28|3D|53|57)/

/** What the driver threw, with a SQLSTATE in any case. */
export function toDatabaseError(error: unknown): DatabaseError {
  const { code, message, severity } = error as Error & { code?: string; severity?: string }
  if (code === NOT_A_NUMBER && message.includes(NOT_KEEPER)) return new DatabaseError(KEEPING_LOST, NOT_KEEPER)
  // a SQLSTATE has five characters; the system's own words for what fails are longer but for one, and the driver has none
  const isState =
    code !== undefined &&
    /^[0-9A-Z]{5}$/.test(code) &&
    code !== 'EPIPE' &&
    (severity !== 'FATAL' || SAYS_WHY.test(code))
  return new DatabaseError(isState ? code : CONNECTION_FAILED, message || code || '')
}
