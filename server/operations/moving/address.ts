import path from 'node:path'
import { placeOf } from '../../platform/db/check-postgres.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** Where a database is: a file, or one of PostgreSQL. `place`: the same for people, without the password. */
export type Address = { place: string } & ({ engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string })

const EXPECTED = 'it should be file:<path of the SQLite file>, or postgres://user:password@host/db'

/** Throws StartError. */
export function readAddress(option: string, text: string | undefined): Address {
  if (!text) throw new StartError(`${option} is missing; ${EXPECTED}`)
  if (text.startsWith('file:') && text.length > 'file:'.length) {
    const file = path.resolve(text.slice('file:'.length))
    return { engine: 'sqlite', file, place: file }
  }
  if (/^postgres(ql)?:\/\/([^/?]|.*[?&]host=)/.test(text) && URL.canParse(text)) {
    const { host, name } = placeOf(text)
    return { engine: 'postgres', url: text, place: `database ${name} at ${host}` }
  }
  throw new StartError(`${option} is "${text.replace(/^.*@/s, '…@')}"; ${EXPECTED}`)
}
