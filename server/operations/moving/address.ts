import { type DatabasePlace, databasePlace, isDatabaseUrl } from '../../platform/config/database-place.ts'
import { placeOf } from '../../platform/db/check-postgres.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** The location of a database; `place` is its readable form, without the password. */
export type Address = { place: string } & DatabasePlace

const EXPECTED = 'it should be file:<path of the SQLite file> or postgres://user:password@host/db'

/** Parses a location. Throws StartError. */
export function readAddress(option: string, text: string | undefined): Address {
  if (!text) throw new StartError(`${option} is missing; ${EXPECTED}`)
  if (!isDatabaseUrl(text) || text === 'file:') {
    throw new StartError(`${option} is "${text.replace(/^.*@/s, '…@')}"; ${EXPECTED}`)
  }
  const found = databasePlace(text, '')
  if (found.kind === 'file') return { ...found, place: found.file }
  const { host, name } = placeOf(text)
  if (!name) throw new StartError(`${option} does not name a database; ${EXPECTED}`)
  return { ...found, place: `database ${name} at ${host}` }
}
